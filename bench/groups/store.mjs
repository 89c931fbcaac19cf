// Complete searches over a stored transcript: rights, ranking, hydration, neighbours and the audit row.
import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { interleave } from "../lib/interleave.mjs";
import { spreadCell, times } from "../lib/table.mjs";
import { COMMON, DESTINATION, PERSPECTIVE, RARE } from "../store/corpus.mjs";
import { copyAll, ingestAll } from "../store/load.mjs";
import { plansOf } from "../store/plans.mjs";
import {
  coverDensitySidecar,
  EXPRESSION_INDEX,
  expressionIndex,
  SIDECAR_INDEX,
} from "../store/rivals.mjs";
import { withServer } from "../store/server.mjs";

/** @type {import("../types.js").Group} */
export const store = { name: "store", check, measure };

const OURS = "backread";
const EXPRESSION = "expression index, ts_rank_cd";
const SIDECAR = "sidecar, OR + ts_rank_cd";
const CHECKED_ROWS = 3_000;
/** Rows by which the growth of a rare term is read, and those of the whole table. */
const SMALL = 30_000;
const MIDDLE = 300_000;
const LARGE = 3_000_000;
/** Of three million rows an expression index ranks a quarter in many seconds: a few times are enough. */
const FEW = { rounds: 1, passes: 3, budgetMs: 0 };

/**
 * @typedef {object} Loaded
 * @property {import("../../dist/store/port.js").View} view
 * @property {Client} client
 * @property {number} perspectiveId
 * @property {number} ingested milliseconds
 * @property {number} copied milliseconds
 */

async function check() {
  return await withServer((server) =>
    withLoaded({ server, count: CHECKED_ROWS }, async (loaded) => {
      const ours = await loaded.view.search(RARE, { limit: 20 });
      const theirs = await loaded.client.query(
        `select count(*)::int as n from backread.messages where content ~ ('\\m' || $1 || '\\M')`,
        [RARE],
      );
      const found = ours.hits.filter(({ content }) => content.includes(RARE)).length;
      const expected = theirs.rows[0].n;
      const common = await loaded.view.search(COMMON, { limit: 8 });
      return [
        verdict("store: every row of a rare term is found", found === expected, `${found}`),
        verdict("store: a common term fills its limit", common.hits.length === 8, "it does not"),
      ];
    }),
  );
}

/** @param {string} name @param {boolean} holds @param {string} otherwise @returns {import("../types.js").Checked} */
function verdict(name, holds, otherwise) {
  return { name, failure: holds ? null : otherwise };
}

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ effort, say }) {
  const sizes = effort.rounds < 3 ? [MIDDLE] : [MIDDLE, LARGE];
  return await withServer((server) =>
    withLoaded({ server, count: SMALL }, async (small) => {
      const measured = [await measureSize(small, SMALL, effort)];
      for (const count of sizes) {
        say(`store: ${count.toLocaleString("en")} rows`);
        await withLoaded({ server, count }, async (loaded) => {
          measured.push(await measureSize(loaded, count, effort));
          if (count === sizes.at(-1))
            measured.push(await growthOf(small, { loaded, count, effort }));
        });
      }
      say("store: embedded");
      measured.push(await embedded(effort.rounds < 3 ? SMALL : MIDDLE, effort));
      return {
        figures: Object.assign({}, ...measured.map(({ figures }) => figures)),
        tables: measured.flatMap(({ tables }) => tables),
      };
    }),
  );
}

/**
 * The same searches in PGlite in a folder, beside nothing: it is another engine for another use.
 * @param {number} count @param {import("../types.js").Effort} effort
 * @returns {Promise<import("../types.js").Measured>}
 */
async function embedded(count, effort) {
  const { openStore } = await import("../../dist/store/index.js");
  const folder = mkdtempSync(join(tmpdir(), "backread-bench-pglite-"));
  const store = await openStore({ url: `pglite:${folder}/store`, perspective: PERSPECTIVE });
  try {
    const ingested = await ingestAll(store, count);
    await store.maintain();
    const view = await store.view({ destination: DESTINATION });
    const task = (/** @type {string} */ word) => ({
      name: word,
      run: () => view.search(word, { limit: 8 }),
    });
    const spreads = await interleave([task(COMMON), task(RARE)], effort);
    const cell = (/** @type {string} */ word) => {
      const spread = spreads.get(word);
      return spread === undefined ? "" : spreadCell(spread);
    };
    const rate = Math.round(count / (ingested / 1000)).toLocaleString("en");
    const table = {
      title: `PGlite, ${count.toLocaleString("en")} rows: ms, median (p10–p90)`,
      columns: ["a quarter of the rows", "twelve rows", "rows/s written"],
      rows: [[cell(COMMON), cell(RARE), rate]],
    };
    return { figures: {}, tables: [table] };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Loaded} loaded @param {number} count @param {import("../types.js").Effort} effort
 * @returns {Promise<import("../types.js").Measured>}
 */
async function measureSize(loaded, count, effort) {
  const common = await interleave(tasksOf(loaded, COMMON), count === LARGE ? FEW : effort);
  const seldom = await interleave(tasksOf(loaded, RARE), effort);
  const tables = [timesTable(count, { common, seldom }), ingestTable(count, loaded)];
  if (count !== MIDDLE) return { figures: {}, tables };
  return {
    figures: figuresOf({ common, seldom, loaded }),
    tables: [...tables, await plansOf(loaded.client, loaded.perspectiveId, [COMMON, RARE])],
  };
}

/**
 * The same twelve rows among few and among many, asked in turn.
 * @param {Loaded} small @param {{ loaded: Loaded, count: number, effort: import("../types.js").Effort }} large
 * @returns {Promise<import("../types.js").Measured>}
 */
async function growthOf(small, { loaded, count, effort }) {
  const few = { name: `${SMALL}`, run: () => small.view.search(RARE, { limit: 8 }) };
  const many = { name: `${count}`, run: () => loaded.view.search(RARE, { limit: 8 }) };
  const spreads = await interleave([few, many], effort);
  const median = (/** @type {string} */ name) => spreads.get(name)?.median ?? NaN;
  const growth = {
    value: median(many.name) / median(few.name),
    corpus: `${SMALL} to ${count}`,
    gated: count === LARGE,
  };
  return { figures: { "store.rare.growth": growth }, tables: [] };
}

/** @param {Loaded} loaded @param {string} word */
function tasksOf({ view, client, perspectiveId }, word) {
  const ours = { name: OURS, run: () => view.search(word, { limit: 8 }) };
  const sidecar = coverDensitySidecar(client, perspectiveId);
  const expression = expressionIndex(client, perspectiveId);
  return [
    ours,
    { name: SIDECAR, run: () => sidecar(word) },
    { name: EXPRESSION, run: () => expression(word) },
  ];
}

/**
 * @typedef {Map<string, import("../types.js").Spread>} Spreads
 * @param {{ common: Spreads, seldom: Spreads, loaded: Loaded }} measured
 * @returns {Record<string, import("../types.js").Figure>}
 */
function figuresOf({ common, seldom, loaded }) {
  const ratio = (
    /** @type {Spreads} */ of,
    /** @type {string} */ over,
    /** @type {string} */ under,
  ) => (of.get(over)?.median ?? NaN) / (of.get(under)?.median ?? NaN);
  const figure = (/** @type {number} */ value) => ({ value, corpus: "generated", gated: true });
  return {
    "store.common.expression": figure(ratio(common, EXPRESSION, OURS)),
    "store.common.sidecar": figure(ratio(common, OURS, SIDECAR)),
    "store.rare.expression": figure(ratio(seldom, OURS, EXPRESSION)),
    "store.ingest.copy": figure(loaded.ingested / loaded.copied),
  };
}

/** @param {number} count @param {{ common: Spreads, seldom: Spreads }} spreads @returns {import("../types.js").Table} */
function timesTable(count, { common, seldom }) {
  const cell = (/** @type {import("../types.js").Spread | undefined} */ spread) =>
    spread === undefined ? "" : spreadCell(spread);
  return {
    title: `Complete searches over ${count.toLocaleString("en")} rows: ms, median (p10–p90)`,
    columns: ["design", "a quarter of the rows", "twelve rows"],
    rows: [...common.keys()].map((name) => [name, cell(common.get(name)), cell(seldom.get(name))]),
  };
}

/** @param {number} count @param {Loaded} loaded @returns {import("../types.js").Table} */
function ingestTable(count, { ingested, copied }) {
  const rate = (/** @type {number} */ ms) => Math.round(count / (ms / 1000)).toLocaleString("en");
  return {
    title: `Writing ${count.toLocaleString("en")} rows`,
    columns: ["way", "seconds", "rows/s", "/ COPY"],
    rows: [
      ["store.ingest", (ingested / 1000).toFixed(1), rate(ingested), times(ingested / copied)],
      ["COPY, same indexes, no logic", (copied / 1000).toFixed(1), rate(copied), times(1)],
    ],
  };
}

/**
 * @template Result
 * @param {{ server: { url(name: string): string, create(name: string): Promise<void> }, count: number }} load
 * @param {(loaded: Loaded) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
async function withLoaded({ server, count }, use) {
  const { openStore } = await import("../../dist/store/index.js");
  const [name, empty] = [`rows_${count}`, `empty_${count}`];
  await server.create(name);
  await server.create(empty);
  const folder = mkdtempSync(join(tmpdir(), "backread-bench-copy-"));
  chmodSync(folder, 0o777);
  const opened = await openStore({ url: server.url(name), perspective: PERSPECTIVE });
  const bare = await openStore({ url: server.url(empty), perspective: PERSPECTIVE });
  const client = new Client({ connectionString: server.url(name) });
  const into = new Client({ connectionString: server.url(empty) });
  await Promise.all([client.connect(), into.connect()]);
  try {
    const ingested = await ingestAll(opened, count);
    const copied = await copyAll(client, into, folder);
    await client.query(`${EXPRESSION_INDEX};${SIDECAR_INDEX}`);
    await client.query("vacuum analyze");
    const { rows } = await client.query("select id from backread.perspectives");
    const view = await opened.view({ destination: DESTINATION });
    return await use({ view, client, perspectiveId: rows[0].id, ingested, copied });
  } finally {
    await Promise.all([client.end(), into.end(), opened.close(), bare.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
