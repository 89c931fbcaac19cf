import { expose, releaseProxy, wrap, type Remote } from "comlink";
import { startThread } from "#worker-thread";
import type { SessionLog } from "../log/port.js";
import {
  AbortedError,
  ClosedError,
  InvalidArgumentError,
  WorkerCrashedError,
} from "../model/errors.js";
import type { StopSignal } from "../model/signal.js";
import type { LimitOptions } from "../recall/threads.js";
import { unread } from "../recall/turns.js";
import { PendingCall } from "./pending-call.js";
import type {
  CallReply,
  CallRequest,
  CallSuccess,
  HostApi,
  ReadReply,
  ReadRequest,
  WorkerApi,
  WorkerSettings,
} from "./protocol.js";
import type { WorkerLike, WorkerThread } from "./thread.js";
import { encodeError } from "./wire-error.js";
import { plainPage } from "./wire-page.js";

export interface ConnectionOptions {
  readonly log: SessionLog;
  readonly settings: Promise<WorkerSettings>;
  readonly worker: (() => WorkerLike) | undefined;
  readonly onCrash: (error: WorkerCrashedError) => void;
}

/** What is asked of the worker. */
export interface Call extends Pick<CallRequest, "method" | "input"> {
  readonly session?: { readonly id: number; readonly owner: object };
  readonly options: LimitOptions | undefined;
}

export interface Answer<Value> extends CallSuccess {
  readonly value: Value;
}

/** One worker from its start to its end, and every call that it owes an answer. */
export class Connection {
  readonly #log: SessionLog;
  readonly #thread: WorkerThread;
  readonly #api: Remote<WorkerApi>;
  readonly #calls = new Map<number, PendingCall>();
  readonly #collected: FinalizationRegistry<number>;
  #lastCall = 0;
  #ready = false;
  /** What calls reject with once it has ended. */
  #ended: Error | null = null;
  #termination: Promise<void> = Promise.resolve();

  /** Throws `WorkerUnavailableError`. */
  constructor({ log, settings, worker, onCrash }: ConnectionOptions) {
    this.#log = log;
    this.#thread = startThread(worker, (reason, cause) => {
      if (this.#ended !== null) return;
      const error = WorkerCrashedError.of(reason, cause);
      void this.end(error);
      onCrash(error);
    });
    this.#thread.hold(false);
    this.#collected = new FinalizationRegistry((held) => this.#forget(held));
    this.#api = wrap<WorkerApi>(this.#thread.endpoint);
    const host: HostApi = { readBefore: (request) => this.#read(request) };
    expose(host, this.#thread.endpoint);
    this.#start(settings).catch((error: unknown) => this.end(asError(error)));
  }

  /** @typeParam Value what the method resolves to; the worker calls the method of that name. */
  async call<Value>({ method, session, input, options = {} }: Call): Promise<Answer<Value>> {
    if (this.#ended !== null) throw this.#ended;
    const { signal, onProgress, ...sent } = options;
    const aborted = signal?.aborted ?? false;
    if (aborted && !this.#ready) throw abortedUnread(signal);
    const id = ++this.#lastCall;
    const call = new PendingCall({
      owner: session?.owner ?? null,
      signal,
      onProgress,
      onAbort: () => this.#abort(id),
      onSettled: () => this.#settled(id),
    });
    this.#calls.set(id, call);
    this.#thread.hold(true);
    const request = { id, session: session?.id ?? null, method, input, options: sent, aborted };
    this.#api.call(request).then(
      (reply) => this.#answered(call, reply),
      (error: unknown) => call.reject(unsent(error)),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see the type parameter
    return (await call.result) as Answer<Value>;
  }

  /** Closes what the worker holds when nothing is left here to close it. */
  closeWhenCollected(owner: object, held: number): void {
    this.#collected.register(owner, held, owner);
  }

  /** @param what the word for it in the error of its calls */
  closeHeld(owner: object, held: number, what: string): void {
    this.#collected.unregister(owner);
    for (const call of this.#calls.values())
      if (call.owner === owner) call.reject(ClosedError.of(what));
    this.#forget(held);
  }

  /**
   * Ends the worker; every call, pending or later, rejects with the error.
   * @param lasting what later calls reject with even when it had ended before
   */
  end(error: Error, lasting: Error | null = null): Promise<void> {
    const running = this.#ended === null;
    this.#ended = lasting ?? this.#ended ?? error;
    if (running) {
      for (const call of this.#calls.values()) call.reject(error);
      this.#api[releaseProxy]();
      this.#termination = this.#thread.terminate();
    }
    return this.#termination;
  }

  async #start(settings: Promise<WorkerSettings>): Promise<void> {
    await this.#api.start(await settings);
    this.#ready = true;
  }

  /** The worker says how far a call had come; one that is still loading could say it only later. */
  #abort(id: number): void {
    const call = this.#calls.get(id);
    this.#tell(this.#api.abort(id));
    if (!this.#ready) call?.reject(abortedUnread(call.signal));
  }

  #answered(call: PendingCall, reply: CallReply): void {
    const taken = call.answer(reply);
    // Opened for nobody.
    if (!taken && reply.ok && reply.held !== null) this.#forget(reply.held.id);
  }

  async #read({ call: id, before, limit, progress }: ReadRequest): Promise<ReadReply> {
    const call = this.#calls.get(id);
    call?.report(progress);
    if (call === undefined || call.settled || call.signal?.aborted === true)
      return { type: "aborted" };
    const { signal } = call;
    try {
      const options = signal === undefined ? [] : [{ signal }];
      return {
        type: "page",
        page: plainPage(await this.#log.readBefore(before, limit, ...options)),
      };
    } catch (thrown) {
      call.logFailed(thrown);
      return signal?.aborted === true
        ? { type: "aborted" }
        : { type: "failed", error: encodeError(thrown) };
    }
  }

  #settled(id: number): void {
    this.#calls.delete(id);
    if (this.#calls.size === 0) this.#thread.hold(false);
  }

  #forget(held: number): void {
    if (this.#ended === null) this.#tell(this.#api.close(held));
  }

  /** A message that no answer is awaited for. */
  #tell(sent: Promise<void>): void {
    sent.catch(() => {});
  }
}

/** The error of a call that was aborted before anything was read for it. */
export function abortedUnread(signal: StopSignal | undefined): AbortedError {
  return AbortedError.of(unread(null), signal?.reason);
}

/** The error of a call that did not get through. */
function unsent(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "DataCloneError") return error;
  return InvalidArgumentError.of("argument", `cannot be sent to a worker: ${error.message}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
