// Complete searches over a stored transcript: rights, ranking, hydration, neighbours and the audit row.
import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { interleave } from "../lib/interleave.mjs";
import { spread } from "../lib/statistics.mjs";
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
const WRITING_ROUNDS = 3;
/** Of three million rows an expression index ranks a quarter in many seconds: a few times are enough. */
const FEW = { rounds: 1, passes: 3, budgetMs: 0 };

/**
 * @typedef {object} Loaded
 * @property {import("../../dist/store/port.js").View} view
 * @property {Client} client
 * @property {number} perspectiveId
 * @property {readonly import("../store/load.mjs").Writing[]} writings
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
    "store.ingest.copy": figure(writtenIn(loaded).ratio),
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

/** @param {Pick<Loaded, "writings">} loaded */
function writtenIn({ writings }) {
  const ingested = spread(writings.map((writing) => writing.ingested / 1000));
  const copied = spread(writings.map((writing) => writing.copied / 1000));
  return { ingested, copied, ratio: ingested.median / copied.median };
}

/** @param {number} count @param {Loaded} loaded @returns {import("../types.js").Table} */
function ingestTable(count, loaded) {
  const { ingested, copied, ratio } = writtenIn(loaded);
  const rate = (/** @type {number} */ seconds) => Math.round(count / seconds).toLocaleString("en");
  return {
    title: `Writing ${count.toLocaleString("en")} rows, ${ingested.samples} times`,
    columns: ["way", "seconds", "rows/s", "/ COPY"],
    rows: [
      ["store.ingest", spreadCell(ingested), rate(ingested.median), times(ratio)],
      ["COPY, same indexes, no logic", spreadCell(copied), rate(copied.median), times(1)],
    ],
  };
}

/** Times that rows are written in both ways, in turn; the last ones are searched. @param {number} count */
function roundsOf(count) {
  return count === MIDDLE ? WRITING_ROUNDS : 1;
}

/**
 * @template Result
 * @param {{ server: import("../store/server.mjs").Server, count: number }} load
 * @param {(loaded: Loaded) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
async function withLoaded({ server, count }, use) {
  /** @type {import("../store/load.mjs").Writing[]} */
  const writings = [];
  for (let round = 1; round < roundsOf(count); round++)
    writings.push(await withWritten({ server, count }, async ({ writing }) => writing));
  return await withWritten({ server, count }, async ({ store, client, writing }) => {
    await client.query(`${EXPRESSION_INDEX};${SIDECAR_INDEX}`);
    await client.query("vacuum analyze");
    const { rows } = await client.query("select id from backread.perspectives");
    const view = await store.view({ destination: DESTINATION });
    writings.push(writing);
    return await use({ view, client, perspectiveId: rows[0].id, writings });
  });
}

/**
 * Writes the rows through a store, then copies what that made into a database of the same tables.
 * @template Result
 * @param {{ server: import("../store/server.mjs").Server, count: number }} load
 * @param {(written: { store: import("../../dist/store/store-port.js").Store, client: Client, writing: import("../store/load.mjs").Writing }) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
async function withWritten({ server, count }, use) {
  const { openStore } = await import("../../dist/store/index.js");
  const name = `rows_${count}`;
  await server.create(name);
  const store = await openStore({ url: server.url(name), perspective: PERSPECTIVE });
  const client = new Client({ connectionString: server.url(name) });
  await client.connect();
  try {
    // Neither pays for what was left to be written before it.
    await client.query("checkpoint");
    const ingested = await ingestAll(store, count);
    const copied = await copyOf(server, { client, name: `empty_${count}` });
    return await use({ store, client, writing: { ingested, copied } });
  } finally {
    await Promise.all([client.end(), store.close()]);
    await server.drop(name);
  }
}

/**
 * @param {import("../store/server.mjs").Server} server
 * @param {{ client: Client, name: string }} from the rows, and a name for the database that they are copied into
 * @returns {Promise<number>} milliseconds
 */
async function copyOf(server, { client, name }) {
  const { openStore } = await import("../../dist/store/index.js");
  const folder = mkdtempSync(join(tmpdir(), "backread-bench-copy-"));
  // The server reads and writes there, as a user of its own.
  chmodSync(folder, 0o777);
  await server.create(name);
  try {
    const store = await openStore({ url: server.url(name), perspective: PERSPECTIVE });
    await store.close();
    const into = new Client({ connectionString: server.url(name) });
    await into.connect();
    try {
      return await copyAll(client, into, folder);
    } finally {
      await into.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.drop(name);
  }
}
