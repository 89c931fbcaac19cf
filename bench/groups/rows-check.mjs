// What the groups over message rows share: which answers are right.
import { isDeepStrictEqual } from "node:util";
import { digestOf } from "../cases/picker.mjs";
import { ROW_CASES, rowMessages } from "../cases/rows.mjs";
import { hasPackages } from "../corpora/candidates.mjs";

/** @typedef {import("../../dist/index.js").SearchResult} SearchResult */
/** @typedef {(query: string) => SearchResult | Promise<SearchResult>} Search */
/** @typedef {{ name: string, open: (messages: readonly import("../../dist/index.js").Message[]) => Search | Promise<Search> }} Searcher */

/** @type {readonly import("../types.js").CorpusSource[]} */
const SOURCES = hasPackages ? ["synthetic", "packages"] : ["synthetic"];

/**
 * Each case over each corpus that is at hand, asked of every searcher.
 * @param {readonly Searcher[]} searchers
 * @returns {Promise<import("../types.js").Checked[]>}
 */
export async function checkRows(searchers) {
  const checked = [];
  for (const source of SOURCES) {
    const messages = rowMessages(source);
    for (const { name, open } of searchers) {
      const search = await open(messages);
      for (const { name: caseName, query, expected } of ROW_CASES) {
        const { hits, coverage } = await search(query);
        const digest = digestOf([hits, coverage]).digest;
        const given = { hits: hits.length, digest };
        const right = isDeepStrictEqual(given, expected[source]);
        checked.push({
          name: `${source} rows: ${name}: ${caseName}`,
          failure: right ? null : `gave ${JSON.stringify(given)}; first ${JSON.stringify(hits[0])}`,
        });
      }
    }
  }
  return checked;
}
