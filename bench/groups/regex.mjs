// Expressions that hurt, over rows that hurt: each ends by an answer or by the error of its budget.
import { boundMatcher, createRe2jsEngine, createRe2WasmEngine } from "../../dist/regex/index.js";
import { CHECKED_ROWS, REGEX_CASES } from "../cases/regex.mjs";
import { digits } from "../lib/table.mjs";
import { COIN, CORPORA, HARD, ORDINARY, PROMISED, search } from "../regex-cases.mjs";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {ReturnType<typeof search>} Outcome */

/** @type {import("../types.js").Group} */
export const regex = { name: "regex", check, measure };

const LISTS = /** @type {const} */ ([
  ["promised", PROMISED, CORPORA],
  ["hard", HARD, { ...CORPORA, coin: COIN }],
  ["ordinary", ORDINARY, CORPORA],
]);

const TITLES = {
  promised: "Expressions: the promised ones, 2,048 rows of 300 characters; ms, best of three",
  hard: "Expressions: the slow parts of one engine or the other",
  ordinary: "Expressions: what people type",
};
const COLUMNS = [
  "pattern",
  "rows",
  "engine",
  "program",
  "ends by",
  "chars",
  "steps",
  "ms",
  "ns/step",
];

async function engines() {
  return [createRe2jsEngine(), await createRe2WasmEngine()];
}

async function check() {
  const corpora = Object.entries(CORPORA);
  return (await engines()).flatMap((engine) =>
    REGEX_CASES.flatMap(({ pattern, hits, mayRefuse }) =>
      corpora.map(([name, texts], at) => {
        const outcome = search(engine, pattern, texts.slice(0, CHECKED_ROWS), boundMatcher);
        const refused = outcome.refused !== "";
        const right = refused
          ? hits === null || mayRefuse.includes(engine.name)
          : outcome.hits === hits?.[at];
        const failure = right ? null : `${ending(outcome)}, expected ${hits?.[at] ?? "a refusal"}`;
        return { name: `regex: ${engine.name}: ${pattern} over ${name}`, failure };
      }),
    ),
  );
}

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ say }) {
  /** @type {Table[]} */
  const tables = [];
  let slowest = 0;
  for (const [list, patterns, corpora] of LISTS) {
    say(`regex: ${patterns.length} ${list} patterns`);
    const rows = [];
    for (const pattern of patterns)
      for (const [name, texts] of Object.entries(corpora))
        for (const engine of await engines()) {
          const outcome = best(() => search(engine, pattern, texts, boundMatcher));
          if (list === "promised") slowest = Math.max(slowest, outcome.ms);
          rows.push(row(pattern, name, engine.name, outcome));
        }
    tables.push({ title: TITLES[list], columns: COLUMNS, rows });
  }
  return { figures: { "regex.slowest": { value: slowest } }, tables };
}

/** @param {string} pattern @param {string} rows @param {string} engine @param {Outcome} outcome */
function row(pattern, rows, engine, outcome) {
  const { programSize, chars, spent, ms } = outcome;
  const rate = spent === 0 ? "–" : ((ms * 1e6) / spent).toFixed(1);
  const counts = [programSize, ending(outcome), chars, spent].map(String);
  return [pattern, rows, engine, ...counts, digits(ms), rate];
}

/** @param {Outcome} outcome */
function ending({ refused, hits }) {
  return refused === "" ? `${hits} hits` : `budget: ${refused}`;
}

/**
 * The least disturbed of three runs: this is held against a time, not a rival, and on a shared machine
 * the others time the neighbours.
 * @param {() => Outcome} run
 */
function best(run) {
  return [run(), run()].reduce((least, other) => (other.ms < least.ms ? other : least), run());
}
