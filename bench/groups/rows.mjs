// What the groups over message rows share: which answers are right, and how they are timed.
import { isDeepStrictEqual } from "node:util";
import { digestOf } from "../cases/picker.mjs";
import { ROW_CASES, rowMessages } from "../cases/rows.mjs";
import { hasPackages } from "../corpora/candidates.mjs";
import { interleave } from "../lib/interleave.mjs";
import { sum } from "../lib/statistics.mjs";
import { digits, spreadCell, times } from "../lib/table.mjs";

/** @typedef {import("../../dist/index.js").SearchResult} SearchResult */
/** @typedef {import("../types.js").Spread} Spread */
/** @typedef {(query: string) => unknown} Ask may return a promise */
/** @typedef {{ search: (query: string) => SearchResult | Promise<SearchResult>, close?: () => unknown }} Opened */
/** @typedef {{ name: string, open: (messages: readonly import("../../dist/index.js").Message[]) => Opened | Promise<Opened> }} Searcher */

/** Named so in both groups; slow, and timed apart. */
export const TWIN = "twin";

/** @type {readonly import("../types.js").CorpusSource[]} */
const SOURCES = ["synthetic", "packages"];

/**
 * Each case over each corpus that is at hand, asked of every searcher.
 * @param {readonly Searcher[]} searchers
 * @returns {Promise<import("../types.js").Checked[]>}
 */
export async function checkRows(searchers) {
  /** @type {import("../types.js").Checked[]} */
  const checked = [];
  for (const source of SOURCES) {
    if (source === "packages" && !hasPackages) {
      checked.push({ name: `${source} rows`, failure: null, skipped: true });
      continue;
    }
    const messages = rowMessages(source);
    for (const { name, open } of searchers) {
      const { search, close } = await open(messages);
      for (const { name: caseName, query, expected } of ROW_CASES) {
        const failure = differenceFrom(expected[source], await search(query));
        checked.push({ name: `${source} rows: ${name}: ${caseName}`, failure });
      }
      await close?.();
    }
  }
  return checked;
}

/** @param {import("../types.js").ExpectedAnswer | undefined} expected @param {SearchResult} result */
function differenceFrom(expected, { hits, coverage }) {
  const given = { hits: hits.length, digest: digestOf([hits, coverage]).digest };
  if (isDeepStrictEqual(given, expected)) return null;
  return `gave ${JSON.stringify(given)}; first ${JSON.stringify(hits[0])}`;
}

/**
 * Times each query of the cases. The queries go round too: nobody is asked the same twice in a row.
 * @param {readonly { name: string, ask: Ask }[]} askers
 * @param {import("../types.js").Effort} effort
 * @returns {Promise<ReadonlyMap<string, readonly Spread[]>>} one for each case, by name
 */
export async function timeRows(askers, effort) {
  const time = async (/** @type {typeof askers} */ some, /** @type {typeof effort} */ spent) => {
    const tasks = ROW_CASES.flatMap(({ query }) =>
      some.map(({ name, ask }) => ({ name: taskName(name, query), run: () => ask(query) })),
    );
    return await interleave(tasks, spent);
  };
  const spreads = new Map([
    ...(await time(
      askers.filter(({ name }) => name !== TWIN),
      { ...effort, budgetMs: effort.budgetMs * ROW_CASES.length },
    )),
    ...(await time(
      askers.filter(({ name }) => name === TWIN),
      { ...effort, rounds: 1, budgetMs: 0 },
    )),
  ]);
  const spreadOf = (/** @type {string} */ name, /** @type {string} */ query) => {
    const spread = spreads.get(taskName(name, query));
    if (spread === undefined) throw new Error(`${name} was not timed`);
    return spread;
  };
  return new Map(
    askers.map(({ name }) => [name, ROW_CASES.map(({ query }) => spreadOf(name, query))]),
  );
}

/** @param {string} name @param {string} query */
function taskName(name, query) {
  return `${name}: ${query}`;
}

/** Sum of the medians over the cases. @param {ReadonlyMap<string, readonly Spread[]>} spreads @param {string} name */
export function total(spreads, name) {
  return sum((spreads.get(name) ?? []).map(({ median }) => median));
}

export const ROW_COLUMNS = [
  ...ROW_CASES.map(({ name, query }) => `${name} ${JSON.stringify(query)}`),
  "sum",
  "/ ours",
];

/** The cells of `ROW_COLUMNS`. @param {ReadonlyMap<string, readonly Spread[]>} spreads @param {string} name @param {number} ours */
export function rowCells(spreads, name, ours) {
  const all = total(spreads, name);
  return [...(spreads.get(name) ?? []).map(spreadCell), digits(all), times(all / ours)];
}
