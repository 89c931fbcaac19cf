// Rows that are read and folded once and asked at every key.
import { arrayLog, createCore, createRecall } from "../../dist/index.js";
import { ROW_CASES, ROW_CHARS, ROWS, rowMessages } from "../cases/rows.mjs";
import { SOURCE } from "../corpora/candidates.mjs";
import { holdRow, searchHeld } from "../lib/exact-rows.mjs";
import { interleave, interleaveApart } from "../lib/interleave.mjs";
import { sum } from "../lib/statistics.mjs";
import { digits, spreadCell, times } from "../lib/table.mjs";
import { checkRows } from "./rows-check.mjs";

/** @typedef {import("./rows-check.mjs").Searcher} Searcher */
/** @typedef {import("./rows-check.mjs").Search} Search */

/** @type {import("../types.js").Group} */
export const session = { name: "session", check, measure };

const MISSING = "recall has no openSearch yet";

async function check() {
  const searchers = await allSearchers();
  return await checkRows(searchers);
}

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ effort, say }) {
  say(`session: ${ROWS} rows`);
  const searchers = await allSearchers();
  const messages = rowMessages();
  const preparations = await interleave(
    searchers.map(({ name, open }) => ({ name, run: () => open(messages) })),
    { ...effort, budgetMs: effort.budgetMs / 4 },
  );
  /** @type {Map<string, import("../types.js").Spread[]>} */
  const bySearcher = new Map();
  const open = await Promise.all(
    searchers.map(async (each) => ({ name: each.name, search: await each.open(messages) })),
  );
  for (const { query } of ROW_CASES) {
    const tasks = open.map(({ name, search }) => ({ name, run: () => search(query) }));
    for (const [name, spread] of await interleaveApart(tasks, TWIN, effort))
      bySearcher.set(name, [...(bySearcher.get(name) ?? []), spread]);
  }
  const total = (/** @type {string} */ name) =>
    sum((bySearcher.get(name) ?? []).map(({ median }) => median));
  const ours = total(OURS);
  /** @type {import("../types.js").Figure} */
  const figure =
    ours === 0
      ? { value: null, reason: MISSING }
      : { value: total(EXACT) / ours, corpus: SOURCE, gated: SOURCE === "packages" };
  return {
    figures: { "session.keystroke": figure },
    tables: [
      {
        title: `Search session: ${ROWS} rows × ${ROW_CHARS} characters, held folded; ms a key, median (p10–p90); ${SOURCE} text`,
        columns: ["engine", "opened", ...ROW_CASES.map(caseTitle), "sum", "/ ours"],
        rows: [...bySearcher].map(([name, spreads]) => [
          name,
          spreadCell(preparations.get(name) ?? { median: NaN, p10: NaN, p90: NaN, samples: 0 }),
          ...spreads.map(spreadCell),
          digits(total(name)),
          ours === 0 ? "–" : times(total(name) / ours),
        ]),
        notes: ours === 0 ? [MISSING] : [],
      },
    ],
  };
}

const OURS = "backread session";
const EXACT = "exact JS, folded";
const TWIN = "twin";

/** @returns {Promise<Searcher[]>} */
async function allSearchers() {
  const [ours, twin] = [await sessionOver(OURS, "wasm"), await sessionOver(TWIN, "reference")];
  /** @type {Searcher} */
  const exact = {
    name: EXACT,
    open: (messages) => {
      const rows = messages.toReversed().map(holdRow);
      return (query) => searchHeld(rows, query);
    },
  };
  return [...(ours === null ? [] : [ours]), ...(twin === null ? [] : [twin]), exact];
}

/** @typedef {{ openSearch(options?: object): Promise<{ query: Search }> }} Opener */

/** @param {string} name @param {"wasm" | "reference"} kind @returns {Promise<Searcher | null>} */
async function sessionOver(name, kind) {
  const recall = createRecall({ core: await createCore({ kind }) });
  if (!isOpener(recall.over(arrayLog([])))) return null;
  return {
    name,
    open: async (messages) => {
      const over = recall.over(arrayLog(messages));
      if (!isOpener(over)) throw new Error(MISSING);
      const opened = await over.openSearch();
      return (query) => opened.query(query);
    },
  };
}

/** @param {object} over @returns {over is Opener} */
function isOpener(over) {
  return "openSearch" in over && typeof over.openSearch === "function";
}

/** @param {import("../cases/rows.mjs").RowCase} rowCase */
function caseTitle({ name, query }) {
  return `${name} ${JSON.stringify(query)}`;
}
