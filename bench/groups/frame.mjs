// What a key costs the page: the picker in Chromium, over 100,000 labels of 300 characters.
import { findBrowser } from "../../build/ensure-browser.mjs";
import { createCore } from "../../dist/index.js";
import { LONG_QUERIES } from "../cases/frame.mjs";
import { SERIES } from "../cases/picker.mjs";
import { candidatesOf } from "../corpora/candidates.mjs";
import { withPage } from "../frame/site.mjs";
import { spread, sum } from "../lib/statistics.mjs";
import { digits, spreadCell } from "../lib/table.mjs";

/** @typedef {import("../frame/page.mjs").Key & { readonly workedMs: number }} Key */
/** @typedef {import("../frame/page.mjs").Preparation} Preparation */
/** @typedef {import("../frame/site.mjs").Held} Held */
/** @typedef {import("playwright").Page} Page */

/** @type {import("../types.js").Group} */
export const frame = { name: "frame", check, measure };

/** A frame of a screen at 60 Hz, in whole milliseconds. */
const FRAME_MS = 16;
const ENTRIES = 100_000;
/** What Chromium counts that a key causes; the watch's own script is among it, painting is not. */
const WORK = new Set(["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"]);
/** Looks at a page that has nothing to do, in each round. */
const IDLE_LOOKS = 20;
/** @typedef {{ keys: readonly Key[], idle: readonly number[], preparation: Preparation | null }} Typed */
/** @type {readonly ("long labels" | "alike labels")[]} */
const LISTS = ["long labels", "alike labels"];
/** @type {readonly import("../frame/site.mjs").Way[]} */
const WAYS = ["page", "worker"];

/** Each text typed key by key, into a box that is selected whole. */
const TYPED = [...new Set([...SERIES.map(({ queries }) => queries.at(-1) ?? ""), ...LONG_QUERIES])];

async function check() {
  const checked = [];
  for (const way of WAYS) checked.push(await checkWay(way));
  return checked;
}

/** @param {import("../frame/site.mjs").Way} way @returns {Promise<import("../types.js").Checked>} */
async function checkWay(way) {
  const name = `frame: the first option in Chromium is our first hit, list in the ${way}`;
  const path = findBrowser(process.env);
  if (path === null) return { name, failure: null, skipped: true };
  const candidates = candidatesOf({ source: "long labels", count: 1_000 });
  const snapshot = (await createCore()).prepareCandidates(candidates);
  const wrong = await withPage(path, { candidates, way }, async (page) => {
    for (const text of TYPED) {
      await type(page, text);
      const shown = await firstLabel(page);
      const [expected] = snapshot.query(text, 1);
      if (shown !== expected?.label) return `"${text}" shows ${shown}, not ${expected?.label}`;
    }
    return null;
  });
  return { name, failure: wrong };
}

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ effort, say }) {
  const path = findBrowser(process.env);
  const tables = [];
  for (const source of path === null ? [] : LISTS) {
    say(`frame: ${ENTRIES} ${source}`);
    const candidates = candidatesOf({ source, count: ENTRIES });
    for (const way of WAYS) {
      const typed = await keysOf(path ?? "", { candidates, way }, effort.rounds);
      tables.push(tableOf(`${source} of 300 characters, held in the ${way}`, typed));
    }
  }
  if (path === null) say("frame: no Chromium is here");
  return { figures: {}, tables };
}

/**
 * All texts typed as often as there are rounds, after one that is not counted.
 * @param {string} path
 * @param {Held} held
 * @param {number} rounds
 * @returns {Promise<Typed>}
 */
function keysOf(path, held, rounds) {
  return withPage(path, held, async (page) => {
    /** @type {Key[]} */
    const keys = [];
    const worked = await workOf(page);
    /** @type {number[]} */
    const idle = [];
    for (let round = 0; round <= rounds; round++) {
      for (let look = 0; look < IDLE_LOOKS; look++) idle.push(await page.evaluate(idleNow));
      for (const text of TYPED) {
        const typed = await type(page, text, worked);
        if (round > 0) keys.push(...typed);
      }
    }
    return { keys, idle, preparation: await page.evaluate(preparationNow) };
  });
}

/**
 * @param {Page} page
 * @param {string} text
 * @param {() => Promise<number>} [worked]
 * @returns {Promise<Key[]>} what the page measured of its keys, and what they added to `worked`
 */
async function type(page, text, worked = async () => 0) {
  const input = page.locator("backread-picker input");
  await input.click();
  await input.press("Control+A");
  const before = await page.evaluate(keysNow);
  let count = before.length;
  /** @type {number[]} */
  const work = [];
  for (const character of text) {
    const already = await worked();
    await page.keyboard.press(character === " " ? "Space" : character);
    count++;
    await page.waitForFunction(hasKeys, count);
    work.push((await worked()) - already);
  }
  const keys = (await page.evaluate(keysNow)).slice(before.length);
  return keys.map((key, at) => ({ ...key, workedMs: work[at] ?? NaN }));
}

/** What the main thread itself has worked for scripts, style and layout, in ms: its own time, not the clock's. @param {Page} page */
async function workOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const seconds = metrics.map(({ name, value }) => (WORK.has(name) ? value : 0));
    return sum(seconds) * 1000;
  };
}

/** Runs in the page. @returns {import("../frame/page.mjs").Key[]} */
function keysNow() {
  return Reflect.get(globalThis, "keys");
}

/** Runs in the page. @returns {Promise<number>} */
function idleNow() {
  return Reflect.get(globalThis, "idle")();
}

/** Runs in the page. @returns {Preparation | null} */
function preparationNow() {
  return Reflect.get(globalThis, "preparation") ?? null;
}

/** Runs in the page. @param {number} count */
function hasKeys(count) {
  return Reflect.get(globalThis, "keys").length >= count;
}

/** @param {Page} page @returns {Promise<string | undefined>} */
async function firstLabel(page) {
  const labels = page.locator("backread-picker [role=option] .text");
  return (await labels.count()) === 0 ? undefined : ((await labels.first().textContent()) ?? "");
}

/** @param {string} list @param {Typed} typed @returns {import("../types.js").Table} */
function tableOf(list, { keys, idle, preparation }) {
  const queries = [...new Set(keys.map(({ query }) => query))];
  const rows = queries.map((query) => {
    const typed = keys.filter((key) => key.query === query);
    return { query, times: blockedOf(typed), work: workedOf(typed) };
  });
  const slowest = rows.reduce((a, b) => (b.times.median > a.times.median ? b : a));
  const worst = Math.max(...keys.map(({ blockedMs }) => blockedMs));
  return {
    title: `Picker in Chromium, ${ENTRIES.toLocaleString("en")} ${list}: ms of the main thread that a key blocks at once and works in all, median (p10–p90)`,
    columns: ["typed", "blocked", `within ${FRAME_MS} ms`, "worked", `within ${FRAME_MS} ms`],
    rows: [
      ...rows.map(({ query, times, work }) => rowOf(JSON.stringify(query), [times, work])),
      rowOf("all keys", [blockedOf(keys), workedOf(keys)]),
      rowOf("no key", [spread(idle)]),
    ],
    notes: [
      `Slowest: ${JSON.stringify(slowest.query)}, ${digits(slowest.times.median)} ms; longest of ${keys.length} keys: ${digits(worst)} ms. A frame has ${FRAME_MS} ms.`,
      "From the input event on: the question, its answer, its rows, layout and paint; the longest of them that left no gap.",
      "Worked: what the main thread itself did for the key's script, style and layout in all, whoever else had the processor meanwhile.",
      "No key: the same watch over frames in which nothing is done, so what the machine's other work takes.",
      ...(preparation === null ? [] : [preparationNote(preparation)]),
    ],
  };
}

/** @param {Preparation} preparation */
function preparationNote({ blockedMs, tookMs }) {
  return `Sent to the worker and prepared there in ${digits(tookMs)} ms, of which the main thread was taken for ${digits(blockedMs)} ms at once.`;
}

/** @param {readonly Key[]} keys */
function blockedOf(keys) {
  return spread(keys.map(({ blockedMs }) => blockedMs));
}

/** @param {readonly Key[]} keys */
function workedOf(keys) {
  return spread(keys.map(({ workedMs }) => workedMs));
}

/**
 * Within a frame only where nine of ten keys are.
 * @param {string} name
 * @param {readonly import("../types.js").Spread[]} figures
 */
function rowOf(name, figures) {
  const cells = figures.flatMap((each) => [spreadCell(each), each.p90 < FRAME_MS ? "yes" : "NO"]);
  return [name, ...cells, ...(figures.length === 1 ? ["", ""] : [])];
}
