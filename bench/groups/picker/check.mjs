import { isDeepStrictEqual } from "node:util";
import {
  PICKER_LIMIT,
  QUERIES,
  corpusName,
  digestOf,
  expectedAnswers,
} from "../../cases/picker.mjs";
import { SOURCE, candidatesOf } from "../../corpora/candidates.mjs";
import { ENGINES } from "../../engines/index.mjs";

/** @typedef {import("../../types.js").Checked} Checked */
/** @typedef {import("../../types.js").CorpusSpec} CorpusSpec */
/** @typedef {import("../../engines/index.mjs").EngineName} EngineName */

/** Lists whose answers are known. @type {readonly CorpusSpec[]} */
export const KNOWN = [
  { source: "synthetic", count: 10 },
  { source: "synthetic", count: 1_000 },
  { source: "synthetic", count: 20_000 },
  { source: "long labels", count: 1_000 },
  { source: "packages", count: 1_000 },
  { source: "packages", count: 100_000 },
];

/** @type {readonly EngineName[]} */
const EXACT = ["ours", "twin", "exact"];
/** @type {readonly EngineName[]} */
const RIVALS = [
  "includes",
  "fuzzysort",
  "ufuzzy",
  "fuse",
  "matchSorter",
  "fzf",
  "miniSearch",
  "flexSearch",
];

/** Every query, typed as it is measured, to each engine that gives our answer; then the rivals' sanity. */
export async function checkPicker() {
  const expected = expectedAnswers();
  /** @type {Checked[]} */
  const checked = [];
  for (const corpus of KNOWN) {
    const name = corpusName(corpus);
    if (corpus.source === "packages" && SOURCE !== "packages") {
      checked.push({ name, failure: null, skipped: true });
      continue;
    }
    const answers = expected[name];
    if (answers === undefined) throw new Error(`no answers are known for ${name}`);
    const candidates = candidatesOf(corpus);
    for (const engine of EXACT) {
      const given = await answersOf(engine, candidates);
      checked.push(
        ...given.map((hits, at) => compare(`${name}: ${engine}`, at, hits, answers[at])),
      );
    }
  }
  const candidates = candidatesOf({ source: SOURCE, count: 1_000 });
  for (const rival of RIVALS) checked.push(await sanity(rival, candidates));
  return checked;
}

/**
 * @param {EngineName} name
 * @param {readonly import("../../../dist/index.js").Candidate[]} candidates
 * @returns {Promise<(readonly unknown[])[]>}
 */
export async function answersOf(name, candidates) {
  /** @type {import("../../types.js").Engine<any>} */
  const engine = await ENGINES[name]();
  engine.prepare(candidates);
  return QUERIES.map(({ query }) => engine.query(query, PICKER_LIMIT));
}

/**
 * @param {string} engine
 * @param {number} at
 * @param {readonly unknown[]} hits
 * @param {import("../../types.js").ExpectedAnswer | undefined} expected
 * @returns {Checked}
 */
function compare(engine, at, hits, expected) {
  const given = digestOf(hits);
  const failure = isDeepStrictEqual(given, expected)
    ? null
    : `gave ${JSON.stringify(given)}, expected ${JSON.stringify(expected)}; first ${JSON.stringify(hits[0])}`;
  return { name: `${engine}: ${JSON.stringify(QUERIES[at]?.query)}`, failure };
}

/**
 * A rival need not agree with us, but it must have understood its set-up: it answers every query with
 * candidates, no more than asked, and "react" with one that says so.
 * @param {EngineName} name
 * @param {readonly import("../../../dist/index.js").Candidate[]} candidates
 * @returns {Promise<Checked>}
 */
async function sanity(name, candidates) {
  /** @type {import("../../types.js").Engine<any>} */
  const engine = await ENGINES[name]();
  engine.prepare(candidates);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  for (const { query } of QUERIES) {
    const ids = engine.idsOf(engine.query(query, PICKER_LIMIT));
    if (ids.length > PICKER_LIMIT || ids.some((id) => !byId.has(id)))
      return { name: `sane: ${name}`, failure: `answers ${query} with ${ids.length} ids` };
  }
  const [first = ""] = engine.idsOf(engine.query("react", PICKER_LIMIT));
  const text = JSON.stringify(byId.get(first) ?? null).toLowerCase();
  const failure = text.includes("react") ? null : `answers "react" with ${text}`;
  return { name: `sane: ${name}`, failure };
}
