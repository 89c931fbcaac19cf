/** A list that is ranked elsewhere: what comes back are hits, and the options are made of them here. */
import type { Core } from "../core/core.js";
import { CandidateIndex, type RankAlone, type RankedOptions } from "./candidate-index.js";
import type { AskedCandidates } from "./group.js";
import type { OptionList } from "./option.js";

export interface PreparedQuestion {
  readonly query: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export class PreparedList {
  readonly prepared: AskedCandidates;
  #index = new CandidateIndex([]);

  constructor(prepared: AskedCandidates) {
    this.prepared = prepared;
  }

  /** Every candidate in the order given. */
  listing(): OptionList {
    return this.#current().listing();
  }

  /** What the first answer would wait for, a little at a time. */
  prepare(): Promise<void> {
    return this.#current().fillInSlices();
  }

  /** Null when the question is given up. The core is only asked where several candidates share an id. */
  async rank(
    { query, limit, signal }: PreparedQuestion,
    core: () => Core | Promise<Core>,
  ): Promise<RankedOptions | null> {
    const hits = await this.prepared.query(query, limit + 1, { signal });
    if (signal.aborted) return null;
    // An update that came before this answer has changed the list by now, one behind it not yet.
    const index = this.#current();
    await index.fillInSlices();
    const shared = hits.some(({ id }) => index.positionsOf(id).length > 1);
    const judge = shared ? await core() : null;
    const alone: RankAlone = (candidate) => judge?.rank(query, [candidate], 1)[0];
    return signal.aborted ? null : index.ranked(hits, limit, alone);
  }

  #current(): CandidateIndex {
    const { candidates } = this.prepared;
    if (this.#index.candidates !== candidates) this.#index = new CandidateIndex(candidates);
    return this.#index;
  }
}
