// Rows that are read and folded once and asked at every key.
import { arrayLog, createCore, createRecall } from "../../dist/index.js";
import { ROW_CHARS, ROWS, rowMessages } from "../cases/rows.mjs";
import { SOURCE } from "../corpora/candidates.mjs";
import { holdRow, searchHeld } from "../lib/exact-rows.mjs";
import { interleaveApart } from "../lib/interleave.mjs";
import { spreadCell } from "../lib/table.mjs";
import { ROW_COLUMNS, TWIN, checkRows, rowCells, timeRows, total } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Searcher} Searcher */

/** @type {import("../types.js").Group} */
export const session = {
  name: "session",
  check: async () => checkRows(await searchers()),
  measure,
};

const OURS = "backread session";
const EXACT = "exact JS, folded";

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ effort, say }) {
  say(`session: ${ROWS} rows`);
  const all = await searchers();
  const messages = rowMessages();
  const opening = await interleaveApart(
    all.map(({ name, open }) => ({ name, run: async () => (await open(messages)).close?.() })),
    TWIN,
    { ...effort, budgetMs: effort.budgetMs / 4 },
  );
  const opened = await Promise.all(
    all.map(async ({ name, open }) => ({ name, ...(await open(messages)) })),
  );
  const spreads = await timeRows(
    opened.map(({ name, search }) => ({ name, ask: search })),
    effort,
  );
  for (const { close } of opened) await close?.();
  const ours = total(spreads, OURS);
  const value = total(spreads, EXACT) / ours;
  return {
    figures: { "session.keystroke": { value, corpus: SOURCE, gated: SOURCE === "packages" } },
    tables: [
      {
        title: `Search session: ${ROWS} rows × ${ROW_CHARS} characters, held folded; ms a key, median (p10–p90); ${SOURCE} text`,
        columns: ["engine", "opened", ...ROW_COLUMNS],
        rows: [...opening].map(([name, spread]) => [
          name,
          spreadCell(spread),
          ...rowCells(spreads, name, ours),
        ]),
      },
    ],
  };
}

/** @returns {Promise<Searcher[]>} */
async function searchers() {
  /** @type {Searcher} */
  const exact = {
    name: EXACT,
    open: (messages) => {
      const rows = messages.toReversed().map(holdRow);
      return { search: (query) => searchHeld(rows, query) };
    },
  };
  return [await sessionOver(OURS, "wasm"), await sessionOver(TWIN, "reference"), exact];
}

/** @param {string} name @param {"wasm" | "reference"} kind @returns {Promise<Searcher>} */
async function sessionOver(name, kind) {
  const recall = createRecall({ core: await createCore({ kind }) });
  return {
    name,
    open: async (messages) => {
      const session = await recall.over(arrayLog(messages)).openSearch();
      return { search: (query) => session.query(query), close: () => session.close() };
    },
  };
}
