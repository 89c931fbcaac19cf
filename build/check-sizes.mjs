// The size budget: most files and functions are small, and none is large.
import { readTexts, reportWhenMain } from "./report.mjs";
import { functionsOf, parse } from "./source.mjs";

/** In lines: what the median may be, what 90 % must keep within, and where it stops. */
export const FILES = { median: 80, most: 300, stop: 500 };
export const FUNCTIONS = { median: 10, most: 40, stop: 80 };
/** The stop of an `assembly/` function whose comment says why: a line that starts with `Long:`. */
export const LONG_FUNCTION_STOP = 120;
const SHARE = 0.9;
const GENERATED = /(^|\/)unicode-data\.ts$/;

/** @typedef {{ median: number, share: number }} Spread share: of those within `most` */

/**
 * @param {ReadonlyMap<string, string>} sources texts by path
 * @returns {import("./report.mjs").Report}
 */
export function checkSizes(sources) {
  const counted = [...sources].filter(([path]) => !GENERATED.test(path));
  const fileLines = counted.map(([path, text]) => ({ path, lines: linesIn(text) }));
  const functions = counted.flatMap(([path, text]) => measureFunctions(path, text));
  // An inline callback is part of the function around it; alone it would only flatter the median.
  const named = functions.filter(({ name }) => name !== null);
  const files = spreadOf(fileLines, FILES.most);
  const spans = spreadOf(named, FUNCTIONS.most);
  const problems = [
    ...fileLines
      .filter(({ lines }) => lines > FILES.stop)
      .map(({ path, lines }) => `${path}: ${lines} lines; files stop at ${FILES.stop}`),
    ...functions.flatMap(longFunction),
    ...spreadProblems("files", files, FILES),
    ...spreadProblems("functions", spans, FUNCTIONS),
  ];
  const summary = [
    describe("files", fileLines.length, files, FILES.most),
    describe("functions", named.length, spans, FUNCTIONS.most),
  ].join("; ");
  return { problems, summary };
}

/** @param {string} text */
function linesIn(text) {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** @param {string} path @param {string} text */
function measureFunctions(path, text) {
  return functionsOf(parse(path, text), text).map(({ name, line, lines }) => {
    const excused = path.startsWith("assembly/") && hasReason(text, line);
    return { path, name, line, lines, excused };
  });
}

/** Whether the comment right above a line gives a reason. @param {string} text @param {number} line counted from 1 */
function hasReason(text, line) {
  const above = text.split("\n").slice(0, line - 1);
  while (/^\s*(\/\/|\/?\*|@)/.test(above.at(-1) ?? ""))
    if (/^\s*(?:\/\/|\/?\*+)\s*Long: \S/.test(above.pop() ?? "")) return true;
  return false;
}

/** @param {ReturnType<typeof measureFunctions>[number]} span */
function longFunction({ path, line, name, lines, excused }) {
  const stop = excused ? LONG_FUNCTION_STOP : FUNCTIONS.stop;
  return lines > stop
    ? [`${path}:${line}: ${name ?? "callback"} has ${lines} lines; it stops at ${stop}`]
    : [];
}

/** @param {readonly { lines: number }[]} items @param {number} most @returns {Spread} */
function spreadOf(items, most) {
  const sorted = items.map(({ lines }) => lines).toSorted((a, b) => a - b);
  if (sorted.length === 0) return { median: 0, share: 1 };
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median, share: sorted.filter((lines) => lines <= most).length / sorted.length };
}

/** @param {string} what @param {Spread} spread @param {{ median: number, most: number }} budget */
function spreadProblems(what, { median, share }, budget) {
  const problems = [];
  if (median > budget.median)
    problems.push(`the median of ${what} is ${median} lines, above ${budget.median}`);
  if (share < SHARE)
    problems.push(`${percent(share)} of ${what} are within ${budget.most} lines, below 90 %`);
  return problems;
}

/** @param {string} what @param {number} count @param {Spread} spread @param {number} most */
function describe(what, count, { median, share }, most) {
  return `${count} ${what}, median ${median} lines, ${percent(share)} within ${most}`;
}

/** @param {number} share rounded down, so that a figure never reads better than it is */
function percent(share) {
  return `${Math.floor(share * 1000) / 10} %`;
}

await reportWhenMain(import.meta.url, () => checkSizes(readTexts(["src", "assembly"], /\.ts$/)));
