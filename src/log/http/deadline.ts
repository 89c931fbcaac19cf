import type { StopSignal } from "../../model/signal.js";
import { abortReason, throwIfAborted } from "../abort.js";

/** What one exchange may take. */
export interface Patience {
  readonly signal: StopSignal | undefined;
  readonly ms: number;
  /** What is thrown when the time is up. */
  readonly late: () => Error;
}

/**
 * Runs work that is given a signal, and settles when the caller's own fires or the time is up even
 * where the work takes no notice. Whatever ended it, nothing of it is left open.
 */
export async function underDeadline<T>(
  { signal, ms, late }: Patience,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfAborted(signal);
  const stop = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason), { once: true });
  });
  // Work that throws instead of giving a promise is never raced with it.
  stopped.catch(() => undefined);
  const abort = (): void => stop.abort(abortReason(signal));
  const timer = setTimeout(() => stop.abort(late()), ms);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(stop.signal), stopped]);
  } catch (error) {
    // Frees the connection of an answer that was not read to its end.
    stop.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
