import { AbortedError } from "../../model/errors.js";
import { TimedOutError } from "../../model/store-errors.js";
import { defer } from "./deferred.js";
import type { StopSignal } from "../../model/signal.js";

const NOTHING_READ = {
  scanned: 0,
  oldest: null,
  complete: false,
  nextBefore: null,
  stoppedBy: "aborted",
} as const;

/** What work that its caller gave up is rejected with. */
export function abortedBy(signal: StopSignal | undefined): AbortedError {
  return AbortedError.of(NOTHING_READ, signal?.reason);
}

export interface StopOptions {
  readonly signal?: StopSignal;
  readonly timeoutMs?: number;
}

/** Ends work when its signal fires or its time is over. */
export class Stop {
  /** Rejects with `error`; settles in no other way. */
  readonly fired: Promise<never>;
  #error: AbortedError | TimedOutError | null = null;
  readonly #dispose: () => void;

  constructor({ signal, timeoutMs }: StopOptions) {
    const { promise, reject } = defer<never>();
    this.fired = promise;
    promise.catch(() => undefined);
    const fire = (error: AbortedError | TimedOutError): void => {
      this.#error ??= error;
      reject(this.#error);
    };
    const abort = (): void => fire(abortedBy(signal));
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => fire(timedOut(timeoutMs)), timeoutMs);
    signal?.addEventListener("abort", abort, { once: true });
    this.#dispose = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    if (signal?.aborted === true) abort();
  }

  /** Why the work has to end; null while it may go on. */
  get error(): AbortedError | TimedOutError | null {
    return this.#error;
  }

  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.fired]);
  }

  dispose(): void {
    this.#dispose();
  }
}

export function timedOut(milliseconds: number): TimedOutError {
  return new TimedOutError(`the database did not answer in ${milliseconds} ms`, { milliseconds });
}
