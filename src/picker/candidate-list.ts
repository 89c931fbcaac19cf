/** One list of candidates: shown whole, or ranked by a snapshot that is made once. */
import type { CandidateSnapshot, Core } from "../core/core.js";
import type { Candidate } from "../model/match.js";
import { CandidateIndex, type RankedOptions } from "./candidate-index.js";
import type { OptionList } from "./option.js";

export class CandidateList {
  readonly #index: CandidateIndex;
  #snapshot: CandidateSnapshot | null = null;
  #core: Core | null = null;

  constructor(candidates: readonly Candidate[]) {
    this.#index = new CandidateIndex(candidates);
  }

  get candidates(): readonly Candidate[] {
    return this.#index.candidates;
  }

  /** Every candidate in the order given; nothing is copied. */
  listing(): OptionList {
    return this.#index.listing();
  }

  /** Packs the candidates for a core, if that has not been done. Throws where they do not fit it. */
  prepare(core: Core): CandidateSnapshot {
    if (this.#snapshot !== null && this.#core === core) return this.#snapshot;
    this.close();
    this.#snapshot = core.prepareCandidates(this.candidates);
    this.#core = core;
    this.#index.fill();
    return this.#snapshot;
  }

  /** The hits of `rank`, each with the candidate that it is. */
  rank(core: Core, query: string, limit: number): RankedOptions {
    const hits = this.prepare(core).query(query, limit + 1);
    return this.#index.ranked(hits, limit, (candidate) => core.rank(query, [candidate], 1)[0]);
  }

  close(): void {
    this.#snapshot?.close();
    this.#snapshot = null;
    this.#core = null;
  }
}
