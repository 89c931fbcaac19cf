// The same questions asked once: read, packed, scanned and forgotten.
import { arrayLog, createCore, createRecall } from "../../dist/index.js";
import { ROW_CASES, ROW_CHARS, ROWS, rowMessages } from "../cases/rows.mjs";
import { PICKER_LIMIT, corpusName } from "../cases/picker.mjs";
import { SOURCE, candidatesOf } from "../corpora/candidates.mjs";
import { exactEngine } from "../engines/exact.mjs";
import { searchLog } from "../lib/exact-rows.mjs";
import { interleaveApart } from "../lib/interleave.mjs";
import { sum } from "../lib/statistics.mjs";
import { digits, spreadCell, times } from "../lib/table.mjs";
import { checkRows } from "./rows-check.mjs";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("./rows-check.mjs").Searcher} Searcher */

/** @type {import("../types.js").Group} */
export const oneshot = {
  name: "oneshot",
  check: async () => checkRows(await searchers()),
  measure,
};

const OURS = "backread";
const EXACT = "exact JS";
const TWIN = "twin";
const LISTS = [100, 1_000, 10_000];
/** Asked of a list once. */
const LIST_QUERY = "react";

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ effort, say }) {
  say(`oneshot: ${ROWS} rows`);
  const messages = rowMessages();
  const open = await Promise.all(
    (await searchers()).map(async (each) => ({ name: each.name, run: await each.open(messages) })),
  );
  /** @type {Map<string, import("../types.js").Spread[]>} */
  const spreads = new Map();
  for (const { query } of ROW_CASES) {
    const tasks = [
      ...open.map(({ name, run }) => ({ name, run: () => run(query) })),
      ...yesOrNo(messages, query),
    ];
    for (const [name, spread] of await interleaveApart(tasks, TWIN, effort))
      spreads.set(name, [...(spreads.get(name) ?? []), spread]);
  }
  const total = (/** @type {string} */ name) =>
    sum((spreads.get(name) ?? []).map(({ median }) => median));
  const ours = total(OURS);
  const value = total(EXACT) / ours;
  return {
    figures: { "oneshot.exact": { value, corpus: SOURCE, gated: SOURCE === "packages" } },
    tables: [
      {
        title: `One search: ${ROWS} rows × ${ROW_CHARS} characters read, folded and scanned; ms, median (p10–p90); ${SOURCE} text`,
        columns: ["engine", ...ROW_CASES.map(({ name }) => name), "sum", "/ ours"],
        rows: [...spreads].map(([name, each]) => [
          name,
          ...each.map(spreadCell),
          digits(total(name)),
          times(total(name) / ours),
        ]),
        notes: [
          "The last two only say yes or no for each row: no white space collapsed, no tiers, no order, no excerpts.",
          "Below 1× is where we lose.",
        ],
      },
      await lists(effort, say),
    ],
  };
}

/** @returns {Promise<Searcher[]>} */
async function searchers() {
  const over = async (/** @type {string} */ name, /** @type {"wasm" | "reference"} */ kind) => {
    const recall = createRecall({ core: await createCore({ kind }) });
    /** @type {Searcher} */
    const searcher = {
      name,
      open: (messages) => {
        const log = arrayLog(messages);
        return (query) => recall.searchMessages(log, { pattern: { type: "text", query } });
      },
    };
    return searcher;
  };
  /** @type {Searcher} */
  const exact = {
    name: EXACT,
    open: (messages) => {
      const log = arrayLog(messages);
      return (query) => searchLog(log, query);
    },
  };
  return [await over(OURS, "wasm"), await over(TWIN, "reference"), exact];
}

/** @param {readonly import("../../dist/index.js").Message[]} messages @param {string} query */
function yesOrNo(messages, query) {
  const expression = new RegExp(query, "i");
  return [
    {
      name: "/query/i.test",
      run: () => messages.filter(({ content }) => expression.test(content)).length,
    },
    {
      name: "toLowerCase, includes",
      run: () => messages.filter(({ content }) => content.toLowerCase().includes(query)).length,
    },
  ];
}

/** A list ranked once: prepared for one question. @param {import("../types.js").Effort} effort @param {(line: string) => void} say @returns {Promise<Table>} */
async function lists(effort, say) {
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
      {
        name: EXACT,
        run: () => {
          const engine = exactEngine();
          engine.prepare(candidates);
          return engine.query(LIST_QUERY, PICKER_LIMIT);
        },
      },
    ];
    for (const [name, spread] of await interleaveApart(tasks, TWIN, {
      ...effort,
      budgetMs: effort.budgetMs / 2,
    }))
      cells.set(name, [...(cells.get(name) ?? []), spreadCell(spread)]);
  }
  return {
    title: `A list ranked once for "${LIST_QUERY}", nothing prepared: ms, median (p10–p90); ${SOURCE} names`,
    columns: ["engine", ...LISTS.map((count) => count.toLocaleString("en"))],
    rows: [...cells].map(([name, row]) => [name, ...row]),
  };
}
