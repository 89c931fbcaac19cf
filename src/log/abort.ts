import type { StopSignal } from "../model/signal.js";

/** What a read whose signal fired is rejected with: the signal's own reason where that is an error. */
export function abortReason(signal: StopSignal | undefined): Error {
  const reason = signal?.reason;
  return reason instanceof Error ? reason : new Error("aborted", { cause: reason });
}

export function throwIfAborted(signal: StopSignal | undefined): void {
  if (signal?.aborted === true) throw abortReason(signal);
}
