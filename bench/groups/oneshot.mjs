// The same questions asked once: read, packed, scanned and forgotten.
import { arrayLog, createCore, createRecall } from "../../dist/index.js";
import { ROW_CHARS, ROWS, rowMessages } from "../cases/rows.mjs";
import { PICKER_LIMIT, corpusName } from "../cases/picker.mjs";
import { SOURCE, candidatesOf } from "../corpora/candidates.mjs";
import { exactEngine } from "../engines/exact.mjs";
import { searchLog } from "../lib/exact-rows.mjs";
import { interleaveApart } from "../lib/interleave.mjs";
import { spreadCell } from "../lib/table.mjs";
import { ROW_COLUMNS, TWIN, checkRows, rowCells, timeRows, total } from "./rows.mjs";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("./rows.mjs").Searcher} Searcher */

/** @type {import("../types.js").Group} */
export const oneshot = {
  name: "oneshot",
  check: async () => checkRows(await searchers()),
  measure,
};

const OURS = "backread";
const EXACT = "exact JS";
const LISTS = [100, 1_000, 10_000];
/** Asked of a list once. */
const LIST_QUERY = "react";

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure(context) {
  const { value, table } = await searches(context);
  return {
    figures: { "oneshot.exact": { value, corpus: SOURCE, gated: SOURCE === "packages" } },
    tables: [table, await lists(context)],
  };
}

/** @param {import("../types.js").Context} context */
async function searches({ effort, say }) {
  say(`oneshot: ${ROWS} rows`);
  const messages = rowMessages();
  const opened = await Promise.all(
    (await searchers()).map(async ({ name, open }) => {
      const { search } = await open(messages);
      return { name, ask: search };
    }),
  );
  const askers = [...opened, ...yesOrNo(messages)];
  const spreads = await timeRows(askers, effort);
  const ours = total(spreads, OURS);
  /** @type {Table} */
  const table = {
    title: `One search: ${ROWS} rows × ${ROW_CHARS} characters read, folded and scanned; ms, median (p10–p90); ${SOURCE} text`,
    columns: ["engine", ...ROW_COLUMNS],
    rows: askers.map(({ name }) => [name, ...rowCells(spreads, name, ours)]),
    notes: [
      "The last two only say yes or no for each row: no white space collapsed, no tiers, no order, no excerpts.",
      "Below 1× is where we lose.",
    ],
  };
  return { value: total(spreads, EXACT) / ours, table };
}

/** @returns {Promise<Searcher[]>} */
async function searchers() {
  /** @type {Searcher} */
  const exact = {
    name: EXACT,
    open: (messages) => {
      const log = arrayLog(messages);
      return { search: (query) => searchLog(log, query) };
    },
  };
  return [await recallOver(OURS, "wasm"), await recallOver(TWIN, "reference"), exact];
}

/** @param {string} name @param {"wasm" | "reference"} kind @returns {Promise<Searcher>} */
async function recallOver(name, kind) {
  const recall = createRecall({ core: await createCore({ kind }) });
  return {
    name,
    open: (messages) => {
      const log = arrayLog(messages);
      return {
        search: (query) => recall.searchMessages(log, { pattern: { type: "text", query } }),
      };
    },
  };
}

/** @param {readonly import("../../dist/index.js").Message[]} messages */
function yesOrNo(messages) {
  return [
    {
      name: "/query/i.test",
      ask: (/** @type {string} */ query) => {
        const expression = new RegExp(query, "i");
        return messages.filter(({ content }) => expression.test(content)).length;
      },
    },
    {
      name: "toLowerCase, includes",
      ask: (/** @type {string} */ query) =>
        messages.filter(({ content }) => content.toLowerCase().includes(query)).length,
    },
  ];
}

/** A list ranked once: prepared for one question. @param {import("../types.js").Context} context @returns {Promise<Table>} */
async function lists({ effort, say }) {
  const core = await createCore({ kind: "wasm" });
  const twin = await createCore({ kind: "reference" });
  /** @type {Map<string, string[]>} */
  const cells = new Map();
  for (const count of LISTS) {
    const corpus = { source: SOURCE, count };
    say(`oneshot: ${corpusName(corpus)}`);
    const candidates = candidatesOf(corpus);
    const tasks = [
      { name: OURS, run: () => core.rank(LIST_QUERY, candidates, PICKER_LIMIT) },
      { name: TWIN, run: () => twin.rank(LIST_QUERY, candidates, PICKER_LIMIT) },
      { name: EXACT, run: () => exactOnce(candidates) },
    ];
    for (const [name, spread] of await interleaveApart(tasks, TWIN, effort))
      cells.set(name, [...(cells.get(name) ?? []), spreadCell(spread)]);
  }
  return {
    title: `A list ranked once for "${LIST_QUERY}", nothing prepared: ms, median (p10–p90); ${SOURCE} names`,
    columns: ["engine", ...LISTS.map((count) => count.toLocaleString("en"))],
    rows: [...cells].map(([name, row]) => [name, ...row]),
  };
}

/** @param {readonly import("../../dist/index.js").Candidate[]} candidates */
function exactOnce(candidates) {
  const engine = exactEngine();
  engine.prepare(candidates);
  return engine.query(LIST_QUERY, PICKER_LIMIT);
}
