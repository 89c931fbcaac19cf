import type { WalkProgress } from "../log/walk.js";
import { BackreadError } from "../model/error-base.js";
import { AbortedError } from "../model/errors.js";
import { ReadError } from "../model/page-errors.js";
import type { StopSignal } from "../model/signal.js";
import type { ReadOptions } from "../recall/search-messages.js";
import type { CallReply, CallSuccess, WireError } from "./protocol.js";
import { decodeError } from "./wire-error.js";

export interface PendingCallOptions extends ReadOptions {
  /** The session that is asked. Kept until the call has settled: one that is collected is closed. */
  readonly owner: object | null;
  /** Called when the caller's signal fires while the call is pending. */
  readonly onAbort: () => void;
  /** Called once, whatever settles the call. */
  readonly onSettled: () => void;
}

interface Settle {
  readonly resolve: (reply: CallSuccess) => void;
  readonly reject: (error: unknown) => void;
}

/** A call whose answer is awaited, and what of it cannot be sent to the worker. */
export class PendingCall {
  readonly result: Promise<CallSuccess>;
  readonly owner: object | null;
  readonly signal: StopSignal | undefined;
  readonly #onProgress: ((progress: WalkProgress) => void) | undefined;
  readonly #onAbort: () => void;
  readonly #onSettled: () => void;
  /** What the log threw, which is better than what is left of it after two crossings. */
  #logError: { readonly thrown: unknown } | null = null;
  #settle: Settle | null = null;

  constructor({ owner, signal, onProgress, onAbort, onSettled }: PendingCallOptions) {
    this.owner = owner;
    this.signal = signal;
    this.#onProgress = onProgress;
    this.#onAbort = onAbort;
    this.#onSettled = onSettled;
    this.result = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    signal?.addEventListener("abort", onAbort, { once: true });
  }

  get settled(): boolean {
    return this.#settle === null;
  }

  /** Passes progress on; what the caller's callback throws is the call's error, as it is locally. */
  report(progress: readonly WalkProgress[]): void {
    if (this.settled) return;
    try {
      for (const each of progress) this.#onProgress?.(each);
    } catch (error) {
      this.reject(error);
    }
  }

  logFailed(thrown: unknown): void {
    this.#logError = { thrown };
  }

  /** Takes the worker's answer; false when the call had settled before. */
  answer(reply: CallReply): boolean {
    this.report(reply.progress);
    if (this.settled) return false;
    if (!reply.ok) this.reject(this.#revive(reply.error));
    else this.#finish()?.resolve(reply);
    return true;
  }

  reject(error: unknown): void {
    this.#finish()?.reject(error);
  }

  #finish(): Settle | null {
    const settle = this.#settle;
    if (settle === null) return null;
    this.#settle = null;
    this.signal?.removeEventListener("abort", this.#onAbort);
    this.#onSettled();
    return settle;
  }

  #revive(wire: WireError): unknown {
    const error = decodeError(wire);
    if (error instanceof AbortedError && this.signal?.aborted === true)
      return AbortedError.of(error.data.coverage, this.signal.reason);
    if (this.#logError === null || !(error instanceof BackreadError)) return error;
    const { thrown } = this.#logError;
    if (!(thrown instanceof BackreadError))
      return error instanceof ReadError ? ReadError.of(thrown) : error;
    return error.code === thrown.code || error instanceof ReadError ? thrown : error;
  }
}
