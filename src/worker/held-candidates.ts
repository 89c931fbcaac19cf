/** Candidates on the worker's side: taken in slices, held by one snapshot. */
import type { CandidateSnapshot, Core } from "../core/core.js";
import type { Candidate, Hit } from "../model/match.js";
import type { CandidateChange, CandidateQuestion, CandidateSlice } from "./protocol.js";

export class HeldCandidates {
  readonly #core: Core;
  #staged: Candidate[] = [];
  #snapshot: CandidateSnapshot | null = null;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Keeps a slice for the change that it is part of. */
  stage({ at, candidates }: CandidateSlice): void {
    this.#staged.length = at;
    for (const candidate of candidates) this.#staged.push(candidate);
  }

  /** Whatever comes of it, nothing is staged after it. */
  change({ removed, ...last }: CandidateChange): void {
    this.stage(last);
    const added = this.#staged;
    this.#staged = [];
    if (this.#snapshot === null) this.#snapshot = this.#core.prepareCandidates(added);
    else this.#snapshot.update(added, removed);
  }

  ask({ query, limit }: CandidateQuestion): Hit[] {
    return this.#snapshot?.query(query, limit) ?? [];
  }

  close(): void {
    this.#snapshot?.close();
    this.#staged = [];
  }
}
