// What is asked of a picker, and how the answers must look.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** @typedef {import("../types.js").Series} Series */
/** @typedef {import("../types.js").CorpusSpec} CorpusSpec */

export const PICKER_LIMIT = 20;

/** @type {readonly Series[]} */
export const SERIES = [
  { kind: "typed", queries: typing("react") },
  { kind: "phrase", queries: typing("types node") },
  { kind: "subsequence", queries: typing("cmpnt") },
  { kind: "none", queries: typing("zqxjk") },
  ...["e", "x", "react", "data table", "typescript definitions", "tscfg", "zqxjkv"].map(pasted),
];

/** Every query of the set, in order; one that is both typed and pasted is there twice. */
export const QUERIES = SERIES.flatMap(({ kind, queries }) =>
  queries.map((query) => ({ kind, query })),
);

/** @param {string} query @returns {Series} */
function pasted(query) {
  return { kind: "pasted", queries: [query] };
}

/** @param {string} text each of its beginnings */
function typing(text) {
  return Array.from(text, (_, index) => text.slice(0, index + 1));
}

/** @param {CorpusSpec} corpus */
export function corpusName({ source, count }) {
  return `${source} ${count}`;
}

/** @returns {Readonly<Record<string, readonly import("../types.js").ExpectedAnswer[]>>} by corpus name, one for each query */
export function expectedAnswers() {
  return JSON.parse(readFileSync(new URL("picker-expected.json", import.meta.url), "utf8"));
}

/** @param {readonly unknown[]} hits @returns {import("../types.js").ExpectedAnswer} */
export function digestOf(hits) {
  const digest = createHash("sha256").update(JSON.stringify(hits)).digest("hex").slice(0, 16);
  return { hits: hits.length, digest };
}
