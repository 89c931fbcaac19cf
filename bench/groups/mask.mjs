// Where code stands in chat messages.
import { isDeepStrictEqual } from "node:util";
import { createCore } from "../../dist/index.js";
import { MASK_CASES } from "../cases/mask.mjs";
import { chatTexts, hasChat, syntheticChat } from "../corpora/rows.mjs";
import { interleave } from "../lib/interleave.mjs";
import { spreadCell, times } from "../lib/table.mjs";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {{ name: string, count: (text: string) => number }} Scanner how many pieces of code a text holds */

/** @type {import("../types.js").Group} */
export const mask = { name: "mask", needsRivals: true, check, measure };

const OURS = "backread";
/** The rival that goals are read against: the leaner set-up. */
const LEAN = "markdown-it, rules of code";
const MAY_HOLD_CODE = /[`~]/;

/** The rules that decide what is code; without the others it has less to do. */
const LEAN_RULES = ["code", "fence", "heading", "hr", "lheading", "backticks", "escape"];

async function check() {
  const core = await createCore({ kind: "wasm" });
  const twin = await createCore({ kind: "reference" });
  const checked = MASK_CASES.flatMap(({ name, text, expected }) =>
    [core, twin].map((each) => {
      const given = each.codeRanges(text, "utf16").map(([start, end]) => text.slice(start, end));
      const right = isDeepStrictEqual(given, expected);
      const failure = right ? null : `gave ${JSON.stringify(given)}`;
      return { name: `mask: ${each.kind}: ${name}`, failure };
    }),
  );
  for (const { name: rival, count } of (await scanners()).filter(({ name }) => name !== OURS))
    for (const { name, text, expected } of MASK_CASES) {
      const found = count(text);
      const failure = found === expected.length ? null : `found ${found} of ${expected.length}`;
      checked.push({ name: `mask: ${rival}: ${name}`, failure });
    }
  const agree = (/** @type {string} */ rows, /** @type {readonly string[]} */ texts) => {
    const differing = texts.filter(
      (text) => !isDeepStrictEqual(core.codeRanges(text, "utf8"), twin.codeRanges(text, "utf8")),
    );
    const failure = differing.length === 0 ? null : `differ on ${differing.length} rows`;
    return { name: `mask: both cores agree on ${rows}`, failure, skipped: texts.length === 0 };
  };
  return [
    ...checked,
    agree("synthetic chat", syntheticChat(2_000)),
    agree("real chat", hasChat ? chatTexts() : []),
  ];
}

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ effort, say }) {
  const all = chatTexts();
  const code = all.filter((text) => MAY_HOLD_CODE.test(text));
  say(`mask: ${all.length} rows`);
  const engines = await scanners();
  const inCode = await timeScanners(engines, code, effort);
  const inAll = await timeScanners(engines, all, effort);
  const counted = hasChat ? { corpus: "chat", gated: true } : { corpus: "synthetic", gated: false };
  return {
    figures: {
      "mask.code": { value: ratio(inCode, LEAN), ...counted },
      "mask.all": { value: ratio(inAll, LEAN), ...counted },
    },
    tables: [
      {
        title: `Code in messages: ms for all rows, median (p10–p90); ${counted.corpus} rows`,
        columns: [
          "engine",
          `${code.length.toLocaleString("en")} with \` or ~`,
          "/ ours",
          `all ${all.length.toLocaleString("en")}`,
          "/ ours",
        ],
        rows: engines.map(({ name }) => [name, ...cells(inCode, name), ...cells(inAll, name)]),
        notes: [`Goals are read against "${LEAN}".`],
      },
    ],
  };
}

/** @typedef {ReadonlyMap<string, import("../types.js").Spread>} Spreads */

/** @param {readonly Scanner[]} engines @param {readonly string[]} texts @param {import("../types.js").Effort} effort */
function timeScanners(engines, texts, effort) {
  const tasks = engines.map(({ name, count }) => ({
    name,
    run: () => texts.reduce((sum, text) => sum + count(text), 0),
  }));
  return interleave(tasks, { ...effort, passes: 1 });
}

/** @param {Spreads} spreads @param {string} engine */
function ratio(spreads, engine) {
  return (spreads.get(engine)?.median ?? NaN) / (spreads.get(OURS)?.median ?? NaN);
}

/** @param {Spreads} spreads @param {string} engine */
function cells(spreads, engine) {
  const spread = spreads.get(engine);
  return spread === undefined ? ["–", "–"] : [spreadCell(spread), times(ratio(spreads, engine))];
}

/** @returns {Promise<Scanner[]>} */
async function scanners() {
  const name = "markdown-it";
  const { default: MarkdownIt } = await import(name);
  const core = await createCore({ kind: "wasm" });
  const twin = await createCore({ kind: "reference" });
  return [
    { name: OURS, count: (text) => core.codeRanges(text, "utf16").length },
    { name: "twin", count: (text) => twin.codeRanges(text, "utf16").length },
    { name: LEAN, count: codeTokens(new MarkdownIt("zero").enable(LEAN_RULES)) },
    { name: "markdown-it, commonmark", count: codeTokens(new MarkdownIt("commonmark")) },
    { name: "markdown-it, default", count: codeTokens(new MarkdownIt()) },
  ];
}

/**
 * @param {{ parse(text: string, env: object): readonly { type: string, children: readonly { type: string }[] | null }[] }} markdown
 * @returns {Scanner["count"]}
 */
function codeTokens(markdown) {
  return (text) => {
    let count = 0;
    for (const { type, children } of markdown.parse(text, {})) {
      if (type === "fence" || type === "code_block") count++;
      else if (children !== null)
        for (const child of children) if (child.type === "code_inline") count++;
    }
    return count;
  };
}
