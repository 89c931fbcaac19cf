/** What has to hold between two cores, as bodies that any runner can size. Each counts its comparisons. */
import { array, assert, constantFrom, integer, property, record, type Arbitrary } from "fast-check";
import { expect } from "vitest";
import type { Core } from "../../dist/core/core.js";
import type { Candidate } from "../../dist/model/match.js";
import { asked, markdown, text } from "./texts.js";

export interface Pair {
  readonly core: Core;
  readonly twin: Core;
}

export interface Size {
  readonly seed: number;
  readonly runs: number;
}

/** Runs a body over generated values; returns how many answers were compared. */
function compare<T>(
  values: Arbitrary<T>,
  { seed, runs }: Size,
  body: (value: T) => number,
): number {
  let compared = 0;
  assert(
    property(values, (value) => {
      compared += body(value);
    }),
    { seed, numRuns: runs },
  );
  return compared;
}

export function sameLowercase({ core, twin }: Pair, size: Size): number {
  return compare(array(text(40), { minLength: 16, maxLength: 16 }), size, (texts) => {
    expect(texts.map((one) => core.lowercase(one))).toEqual(
      texts.map((one) => twin.lowercase(one)),
    );
    return texts.length;
  });
}

export function sameScores({ core, twin }: Pair, size: Size): number {
  return compare(asked(32, 24), size, ({ query, texts }) => {
    const answers = (of: Core): unknown[] => texts.map((one) => of.score(query, one));
    expect(answers(core)).toEqual(answers(twin));
    return texts.length;
  });
}

export function sameScans({ core, twin }: Pair, size: Size): number {
  return compare(asked(32, 40), size, ({ query, texts }) => {
    expect(core.scanRows(query, texts)).toEqual(twin.scanRows(query, texts));
    return texts.length;
  });
}

const candidateIndices = array(
  record({
    label: integer({ min: 0, max: 31 }),
    id: integer({ min: 0, max: 31 }),
    detail: integer({ min: -8, max: 31 }),
  }),
  { maxLength: 80 },
);

/** One snapshot, asked as it is typed into, from every length of the query to the whole and back. */
export function sameRanks({ core, twin }: Pair, size: Size): number {
  const values = record({
    words: asked(32, 16),
    indices: candidateIndices,
    limit: integer({ min: 0, max: 90 }),
  });
  return compare(values, size, ({ words: { query, texts }, indices, limit }) => {
    const candidates = indices.map(({ label, id, detail }) => {
      const named = { label: texts[label] ?? "", id: texts[id] ?? "" };
      return detail < 0
        ? named
        : { ...named, detail: `${texts[detail] ?? ""} ${texts[label] ?? ""}` };
    });
    const keys = Array.from(query, (_, index) => query.slice(0, index + 1));
    const ours = core.prepareCandidates(candidates);
    const theirs = twin.prepareCandidates(candidates);
    for (const key of [...keys, ...keys.toReversed(), `${query} `, query]) {
      expect(ours.query(key, limit)).toEqual(theirs.query(key, limit));
    }
    expect(core.rank(query, candidates, limit)).toEqual(theirs.query(query, limit));
    ours.close();
    return (keys.length * 2 + 3) * candidates.length;
  });
}

/** Syllables of which long lists of lookalike names are made. */
const SYLLABLES = [
  "re",
  "act",
  "type",
  "s",
  "-",
  " ",
  "node",
  "c",
  "mp",
  "ta",
  "é",
  "日",
  "x",
  "E",
];

/** `count` candidates by a small generator of pseudo-random numbers (Park and Miller). */
function lookalikes(seed: number, count: number): Candidate[] {
  let state = seed;
  const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  const name = (most: number): string =>
    Array.from({ length: 1 + next(most) }, () => SYLLABLES[next(SYLLABLES.length)]).join("");
  return Array.from({ length: count }, () => {
    const label = name(4);
    const id = next(3) === 0 ? label : name(5);
    return next(4) === 0 ? { id, label } : { id, label, detail: name(9) };
  });
}

const change = record({
  added: array(record({ id: integer({ min: 0, max: 11 }), text: integer({ min: 0, max: 31 }) }), {
    maxLength: 24,
  }),
  removed: array(integer({ min: 0, max: 15 }), { maxLength: 12 }),
});

/**
 * Snapshots that are changed again and again, ids repeating and unknown, against a fresh preparation of
 * what each change leaves. Few ids, so that lists are emptied and filled again, and rows closed up.
 */
export function sameUpdates({ core, twin }: Pair, size: Size): number {
  const values = record({
    words: asked(32, 16),
    changes: array(change, { minLength: 1, maxLength: 8 }),
    limit: integer({ min: 1, max: 60 }),
  });
  const runs = Math.ceil(size.runs / 4);
  return compare(values, { seed: size.seed, runs }, ({ words, changes, limit }) => {
    const { query, texts } = words;
    let held: Candidate[] = [];
    let compared = 0;
    const ours = core.prepareCandidates(held);
    const theirs = twin.prepareCandidates(held);
    for (const { added, removed } of changes) {
      const leaving = removed.map(String);
      const coming = added.map(({ id, text }) => ({
        id: `${id}`,
        label: texts[text] ?? "",
        detail: texts[31 - text] ?? "",
      }));
      held = [...held.filter(({ id }) => !leaving.includes(id)), ...coming];
      ours.update(coming, leaving);
      theirs.update(coming, leaving);
      const fresh = core.prepareCandidates(held);
      expect([ours.size, theirs.size]).toEqual([held.length, held.length]);
      for (const key of [query.slice(0, 1), query, texts[0] ?? "", "1"]) {
        const hits = fresh.query(key, limit);
        expect(ours.query(key, limit)).toEqual(hits);
        expect(theirs.query(key, limit)).toEqual(hits);
        compared += 2 * held.length;
      }
      fresh.close();
    }
    ours.close();
    return compared;
  });
}

/** A long list of lookalikes, typed into: here the sweeps end early and cut by what they kept. */
export function sameTyping({ core, twin }: Pair, { seed, runs }: Size): number {
  const syllables = array(constantFrom(...SYLLABLES), { minLength: 1, maxLength: 3 });
  const values = record({
    list: integer({ min: 1, max: 1e9 }),
    syllables,
    limit: integer({ min: 1, max: 60 }),
  });
  const size = { seed, runs: Math.ceil(runs / 100) };
  return compare(values, size, ({ list, syllables, limit }) => {
    const candidates = lookalikes(list, 1500);
    const query = syllables.join("");
    const ours = core.prepareCandidates(candidates);
    const theirs = twin.prepareCandidates(candidates);
    for (let typed = 1; typed <= query.length; typed++) {
      const key = query.slice(0, typed);
      expect(ours.query(key, limit)).toEqual(theirs.query(key, limit));
    }
    ours.close();
    return query.length * candidates.length;
  });
}

export function sameRanges({ core, twin }: Pair, size: Size): number {
  return compare(array(markdown(24), { minLength: 8, maxLength: 8 }), size, (texts) => {
    for (const one of texts) {
      for (const unit of ["utf8", "utf16"] as const) {
        expect(core.codeRanges(one, unit)).toEqual(twin.codeRanges(one, unit));
        expect(core.fencedRanges(one, unit)).toEqual(twin.fencedRanges(one, unit));
      }
    }
    return texts.length * 4;
  });
}

export const PROPERTIES: Readonly<Record<string, (pair: Pair, size: Size) => number>> = {
  sameLowercase,
  sameScores,
  sameScans,
  sameRanks,
  sameUpdates,
  sameTyping,
  sameRanges,
};
