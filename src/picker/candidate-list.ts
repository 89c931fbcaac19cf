/** One list of candidates: shown whole, or ranked by a snapshot that is made once. */
import type { CandidateSnapshot, Core } from "../core/core.js";
import type { Candidate, Hit } from "../model/match.js";
import { optionList, type OptionKey, type OptionList, type PickerOption } from "./option.js";
import { repeatedTexts } from "./repeated.js";

export interface RankedOptions {
  readonly options: OptionList;
  /** More match than were asked for. */
  readonly more: boolean;
}

export class CandidateList {
  readonly candidates: readonly Candidate[];
  #positions: ReadonlyMap<string, number | readonly number[]> | null = null;
  #repeatedIds: ReadonlySet<string> | null = null;
  #repeatedLabels: ReadonlySet<string> | null = null;
  #snapshot: CandidateSnapshot | null = null;
  #core: Core | null = null;

  constructor(candidates: readonly Candidate[]) {
    this.candidates = candidates;
  }

  /** Every candidate in the order given; nothing is copied. */
  listing(): OptionList {
    return {
      length: this.candidates.length,
      at: (index) => this.#optionAt(index),
      indexOf: ({ id, occurrence }) => this.#positionsOf(id)[occurrence] ?? -1,
    };
  }

  /** Packs the candidates for a core, if that has not been done. Throws where they do not fit it. */
  prepare(core: Core): CandidateSnapshot {
    if (this.#snapshot !== null && this.#core === core) return this.#snapshot;
    this.close();
    this.#snapshot = core.prepareCandidates(this.candidates);
    this.#core = core;
    this.#positions ??= positionsById(this.candidates);
    return this.#snapshot;
  }

  /** The hits of `rank`, each with the candidate that it is. */
  rank(core: Core, query: string, limit: number): RankedOptions {
    const hits = this.prepare(core).query(query, limit + 1);
    const more = hits.length > limit;
    const shown = more ? hits.slice(0, limit) : hits;
    const repeated = repeatedTexts(shown, "label");
    const taken = new Set<number>();
    const alone = new Map<number, Hit | undefined>();
    const options: PickerOption[] = [];
    for (const hit of shown) {
      const index = this.#indexOf(hit, taken, (at) => {
        if (!alone.has(at)) alone.set(at, this.#rankAlone(core, query, at));
        return alone.get(at);
      });
      const item = this.candidates[index];
      if (item === undefined) continue;
      taken.add(index);
      options.push({ ...this.#keyOf(index), item, hit, ambiguous: repeated.has(hit.label) });
    }
    return { options: optionList(options), more };
  }

  close(): void {
    this.#snapshot?.close();
    this.#snapshot = null;
    this.#core = null;
  }

  #optionAt(index: number): PickerOption | null {
    const item = this.candidates[index];
    if (item === undefined) return null;
    this.#repeatedLabels ??= repeatedTexts(this.candidates, "label");
    return {
      ...this.#keyOf(index),
      item,
      hit: null,
      ambiguous: this.#repeatedLabels.has(item.label),
    };
  }

  #keyOf(index: number): OptionKey {
    const id = this.candidates[index]?.id ?? "";
    this.#repeatedIds ??= repeatedTexts(this.candidates, "id");
    // Most ids are alone, and a list that is only looked at needs no map of them.
    if (!this.#repeatedIds.has(id)) return { id, occurrence: 0 };
    return { id, occurrence: Math.max(0, this.#positionsOf(id).indexOf(index)) };
  }

  /** A hit says no index. Where several candidates share its id, it is the first that scores alike. */
  #indexOf(
    hit: Hit,
    taken: ReadonlySet<number>,
    alone: (index: number) => Hit | undefined,
  ): number {
    const positions = this.#positionsOf(hit.id);
    if (positions.length === 1) return positions[0] ?? -1;
    const isIt = (index: number): boolean => {
      if (taken.has(index) || this.candidates[index]?.label !== hit.label) return false;
      const same = alone(index);
      return same?.field === hit.field && same.score === hit.score && same.offset === hit.offset;
    };
    return positions.find(isIt) ?? -1;
  }

  #rankAlone(core: Core, query: string, index: number): Hit | undefined {
    return core.rank(query, this.candidates.slice(index, index + 1), 1)[0];
  }

  #positionsOf(id: string): readonly number[] {
    this.#positions ??= positionsById(this.candidates);
    const found = this.#positions.get(id);
    if (found === undefined) return [];
    return typeof found === "number" ? [found] : found;
  }
}

/** Where each id stands; a list only for those that stand more than once. */
function positionsById(
  candidates: readonly Candidate[],
): ReadonlyMap<string, number | readonly number[]> {
  const positions = new Map<string, number | number[]>();
  for (const [index, { id }] of candidates.entries()) {
    const before = positions.get(id);
    if (before === undefined) positions.set(id, index);
    else if (typeof before === "number") positions.set(id, [before, index]);
    else before.push(index);
  }
  return positions;
}
