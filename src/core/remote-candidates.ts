import type { Candidate, Hit } from "../model/match.js";
import type { StopSignal } from "../model/signal.js";

/** Candidates that are held and searched somewhere else, such as in a worker. */
export interface RemoteCandidates {
  /** What is held, the caller's own objects in the order of ranking; another array after an update. */
  readonly candidates: readonly Candidate[];
  /**
   * The hits of `CandidateSnapshot.query`. Questions and updates are taken in the order given, one at
   * a time: one whose signal fires rejects at once with `AbortedError`, and is not put any more if
   * others were before it, so that the newest never waits for more than the one at work.
   */
  query(
    query: string,
    limit: number,
    options?: { readonly signal?: StopSignal | undefined },
  ): Promise<Hit[]>;
  /** As `CandidateSnapshot.update`, its errors included; `candidates` changes when it has succeeded. */
  update(added: readonly Candidate[], removed: readonly string[]): Promise<void>;
  /** Lets the memory go; what is pending and later calls reject with `ClosedError`. */
  close(): void;
}
