import { Numbering, type Draft, type DraftItem } from "./draft.js";
import { kept, type ImportItem } from "./item.js";

/**
 * Puts rows in order of time, ties in source order; the sequence is the time in microseconds,
 * raised above the row before on a tie. A row without a full time keeps its place behind the row
 * before it in the source, and is an issue; where no row has one, the rows are numbered 1, 2, 3 …
 * as they stand. Holds all rows (not their JSON) until the source ends.
 */
export async function* orderByTime(items: AsyncIterable<DraftItem>): AsyncGenerator<ImportItem> {
  const drafts: Draft[] = [];
  for await (const item of items) {
    if (item.type === "draft") drafts.push(item.draft);
    else yield item;
  }
  yield* timeIssues(drafts);
  const numbering = new Numbering();
  const timed = fillTimes(drafts).sort((a, b) => a.micros - b.micros);
  for (const { draft, micros } of timed) yield* numbering.number(draft, micros);
}

function* timeIssues(drafts: readonly Draft[]): Generator<ImportItem> {
  const untimed = drafts.filter(({ micros }) => micros === null);
  const [first] = untimed;
  if (first !== undefined && untimed.length === drafts.length)
    yield kept(first.where, "missing_time", "no row has a full time: numbered in source order");
  else
    for (const { where } of untimed)
      yield kept(where, "missing_time", "no full time: kept behind the row before it");
}

interface Timed {
  readonly draft: Draft;
  readonly micros: number;
}

function fillTimes(drafts: readonly Draft[]): Timed[] {
  let last = 0;
  return drafts.map((draft) => {
    last = draft.micros ?? last;
    return { draft, micros: last };
  });
}

/** Keeps the source's order and numbers its rows 1, 2, 3 …; holds nothing but ids. */
export async function* orderBySource(items: AsyncIterable<DraftItem>): AsyncGenerator<ImportItem> {
  const numbering = new Numbering();
  for await (const item of items) {
    if (item.type === "draft") yield* numbering.number(item.draft, 0);
    else yield item;
  }
}

/**
 * `time`: one log in order of time, numbered by it, all rows held. `source`: as the rows stand,
 * numbered 1, 2, 3 …, nothing held but ids; for a host that numbers rows itself.
 */
export type Order = "time" | "source";

export function inOrder(
  items: AsyncIterable<DraftItem>,
  order: Order = "time",
): AsyncGenerator<ImportItem> {
  return order === "time" ? orderByTime(items) : orderBySource(items);
}
