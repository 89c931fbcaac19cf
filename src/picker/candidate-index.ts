/** Which candidates of a list its hits are, and the options that they make. */
import type { Candidate, Hit } from "../model/match.js";
import { optionList, type OptionKey, type OptionList, type PickerOption } from "./option.js";
import { repeatedTexts } from "./repeated.js";

export interface RankedOptions {
  readonly options: OptionList;
  /** More match than were asked for. */
  readonly more: boolean;
}

/** The hit of one candidate by itself, by which those of one id are told apart. */
export type RankAlone = (candidate: Candidate) => Hit | undefined;

/** Candidates that are looked up in one stretch of the thread: a millisecond or two. */
const SLICE = 8192;

export class CandidateIndex {
  readonly candidates: readonly Candidate[];
  /** A list only for ids that stand more than once. */
  readonly #positions = new Map<string, number | number[]>();
  #filled = 0;
  #filling: Promise<void> | null = null;
  #repeatedIds: ReadonlySet<string> | null = null;
  #repeatedLabels: ReadonlySet<string> | null = null;

  constructor(candidates: readonly Candidate[]) {
    this.candidates = candidates;
  }

  /** Every candidate in the order given; nothing is copied. */
  listing(): OptionList {
    return {
      length: this.candidates.length,
      at: (index) => this.#optionAt(index),
      indexOf: ({ id, occurrence }) => this.positionsOf(id)[occurrence] ?? -1,
    };
  }

  /** Looks up where each id stands, now. */
  fill(): void {
    this.#fillTo(this.candidates.length);
  }

  /** The same a slice at a time, with the thread free in between. */
  fillInSlices(): Promise<void> {
    this.#filling ??= this.#fillSlices();
    return this.#filling;
  }

  positionsOf(id: string): readonly number[] {
    this.fill();
    const found = this.#positions.get(id);
    if (found === undefined) return [];
    return typeof found === "number" ? [found] : found;
  }

  /**
   * The options of the best hits, each with the candidate that it is.
   * @param hits one more than the limit, where more match
   */
  ranked(hits: readonly Hit[], limit: number, rankAlone: RankAlone): RankedOptions {
    const more = hits.length > limit;
    const shown = more ? hits.slice(0, limit) : hits;
    const repeated = repeatedTexts(shown, "label");
    const taken = new Set<number>();
    const alone = new Map<number, Hit | undefined>();
    const options: PickerOption[] = [];
    for (const hit of shown) {
      const index = this.#indexOf(hit, taken, (at, candidate) => {
        if (!alone.has(at)) alone.set(at, rankAlone(candidate));
        return alone.get(at);
      });
      const item = this.candidates[index];
      if (item === undefined) continue;
      taken.add(index);
      options.push({ ...this.#keyOf(index), item, hit, ambiguous: repeated.has(hit.label) });
    }
    return { options: optionList(options), more };
  }

  #optionAt(index: number): PickerOption | null {
    const item = this.candidates[index];
    if (item === undefined) return null;
    this.#repeatedLabels ??= repeatedTexts(this.candidates, "label");
    const ambiguous = this.#repeatedLabels.has(item.label);
    return { ...this.#keyOf(index), item, hit: null, ambiguous };
  }

  #keyOf(index: number): OptionKey {
    const id = this.candidates[index]?.id ?? "";
    if (!this.#isRepeated(id)) return { id, occurrence: 0 };
    return { id, occurrence: Math.max(0, this.positionsOf(id).indexOf(index)) };
  }

  /** Most ids are alone, and a list that is only looked at needs no map of them. */
  #isRepeated(id: string): boolean {
    if (this.#filled === this.candidates.length) return this.positionsOf(id).length > 1;
    this.#repeatedIds ??= repeatedTexts(this.candidates, "id");
    return this.#repeatedIds.has(id);
  }

  /** A hit says no index. Where several candidates share its id, it is the first that scores alike. */
  #indexOf(
    hit: Hit,
    taken: ReadonlySet<number>,
    alone: (index: number, candidate: Candidate) => Hit | undefined,
  ): number {
    const positions = this.positionsOf(hit.id);
    if (positions.length === 1) return positions[0] ?? -1;
    const isIt = (index: number): boolean => {
      const candidate = this.candidates[index];
      if (taken.has(index) || candidate?.label !== hit.label) return false;
      const same = alone(index, candidate);
      return same?.field === hit.field && same.score === hit.score && same.offset === hit.offset;
    };
    return positions.find(isIt) ?? -1;
  }

  async #fillSlices(): Promise<void> {
    while (this.#filled < this.candidates.length) {
      this.#fillTo(this.#filled + SLICE);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  #fillTo(end: number): void {
    const last = Math.min(end, this.candidates.length);
    for (let index = this.#filled; index < last; index++) {
      const id = this.candidates[index]?.id ?? "";
      const before = this.#positions.get(id);
      if (before === undefined) this.#positions.set(id, index);
      else if (typeof before === "number") this.#positions.set(id, [before, index]);
      else before.push(index);
    }
    this.#filled = Math.max(this.#filled, last);
  }
}
