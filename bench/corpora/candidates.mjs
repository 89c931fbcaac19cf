// Candidate lists: real package names where they are at hand, seeded ones elsewhere.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { flat } from "../lib/flat.mjs";
import { pick, randomBelow } from "../lib/random.mjs";
import { FOREIGN_SUMMARIES, NAME_WORDS, SUMMARY_WORDS } from "./words.mjs";

/** @typedef {import("../../dist/index.js").Candidate} Candidate */

const PACKAGES = new URL("../../../shared/data/packages.tsv.gz", import.meta.url);

const NEWLINE = 10;
/** Characters of a long label. */
const LONG_LABEL = 300;

export const hasPackages = existsSync(PACKAGES);

/** What goals are read on. @type {import("../types.js").CorpusSource} */
export const SOURCE = hasPackages ? "packages" : "synthetic";

/** @param {import("../types.js").CorpusSpec} spec @returns {Candidate[]} */
export function candidatesOf({ source, count }) {
  if (source === "packages") return packages(count);
  if (source === "synthetic") return synthetic(count);
  return source === "long labels" ? longLabels(count) : alikeLabels(count);
}

/**
 * As the published ranking of 100,000 takes them: evenly spaced rows. Where more are asked than there
 * are, a row's second and later turns are spliced with another row, so that none repeats.
 * @param {number} count
 */
function packages(count) {
  const { rows, rowAt } = openPackages();
  const random = randomBelow(17);
  let previous = -1;
  return Array.from({ length: count }, (_, index) => {
    const at = Math.floor((index * rows) / count);
    const row = rowAt(at);
    const fresh = at !== previous;
    previous = at;
    return candidateOf(fresh ? row : splice(row, rowAt(random(rows))));
  });
}

/** Finds the lines; each is decoded by itself and only when asked for. */
function openPackages() {
  const bytes = gunzipSync(readFileSync(PACKAGES));
  /** @type {number[]} */
  const starts = [];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    if (end > start) starts.push(start);
    start = end + 1;
  }
  /** @param {number} index @returns {readonly [id: string, summary: string]} */
  const rowAt = (index) => {
    const start = starts[index] ?? bytes.length;
    const end = bytes.indexOf(NEWLINE, start);
    const [id = "", summary = ""] = bytes
      .toString("utf8", start, end < 0 ? bytes.length : end)
      .split("\t");
    return [id, summary];
  };
  return { rows: starts.length, rowAt };
}

/**
 * @param {readonly [id: string, summary: string]} first
 * @param {readonly [id: string, summary: string]} second
 * @returns {readonly [id: string, summary: string]}
 */
function splice([id, summary], [otherId, otherSummary]) {
  const word = otherId.slice(Math.max(otherId.lastIndexOf("/"), otherId.lastIndexOf("-")) + 1);
  const head = summary.slice(0, middle(summary));
  return [`${id}-${word}`, head + otherSummary.slice(middle(otherSummary))];
}

/** The space nearest behind the middle. @param {string} text */
function middle(text) {
  const space = text.indexOf(" ", text.length >> 1);
  return space < 0 ? text.length : space;
}

/** @param {readonly [id: string, summary: string]} row @returns {Candidate} */
function candidateOf([id, summary]) {
  const candidate = { id: flat(id), label: flat(id.slice(id.lastIndexOf("/") + 1)) };
  return summary === "" ? candidate : { ...candidate, detail: flat(summary) };
}

/** @param {number} count @returns {Candidate[]} */
function synthetic(count) {
  const random = randomBelow(29);
  return Array.from({ length: count }, () => {
    const name = words(random, NAME_WORDS, 1 + random(3)).join("-");
    const scope = random(3) === 0 ? `@${pick(random, NAME_WORDS)}/` : "";
    return candidateOf([scope + name, random(20) === 0 ? "" : summary(random)]);
  });
}

/** @param {(below: number) => number} random */
function summary(random) {
  if (random(50) === 0) return pick(random, FOREIGN_SUMMARIES);
  const [first = "", ...rest] = words(random, SUMMARY_WORDS, 4 + random(9));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" ");
}

/** Labels of 300 characters, as of a picker over messages. @param {number} count @returns {Candidate[]} */
function longLabels(count) {
  const random = randomBelow(41);
  return Array.from({ length: count }, (_, index) => {
    let label = pick(random, NAME_WORDS);
    while (label.length < LONG_LABEL) label += ` ${pick(random, SUMMARY_WORDS)}`;
    return { id: String(index), label: flat(label.slice(0, LONG_LABEL)) };
  });
}

/** The same length, all beginning alike and repeating themselves. @param {number} count @returns {Candidate[]} */
function alikeLabels(count) {
  return Array.from({ length: count }, (_, index) => {
    const head = `entry ${index.toString(36)} `;
    return { id: `e${index}`, label: flat(head.padEnd(LONG_LABEL, "lorem ipsum dolor sit amet ")) };
  });
}

/** @param {(below: number) => number} random @param {readonly string[]} from @param {number} count */
function words(random, from, count) {
  return Array.from({ length: count }, () => pick(random, from));
}
