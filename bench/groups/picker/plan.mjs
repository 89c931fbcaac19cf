// Which engines are run over which lists. Slow ones only over short lists, and not as often.
import { SOURCE } from "../../corpora/candidates.mjs";

/** @typedef {import("../../engines/index.mjs").EngineName} EngineName */

/**
 * @typedef {object} Stage
 * @property {import("../../types.js").CorpusSpec} corpus
 * @property {readonly EngineName[]} engines
 * @property {boolean} [once] one process each: figures that no goal is read on
 */

/** @type {readonly EngineName[]} */
const QUICK = ["ours", "exact", "includes", "fuzzysort", "ufuzzy"];
/** @type {readonly EngineName[]} */
const SLOW = ["twin", "fuse", "matchSorter", "fzf"];
/** @type {readonly EngineName[]} */
const INDEXES = ["miniSearch", "flexSearch"];

/** @type {readonly Stage[]} */
export const STAGES = [
  stage(10, [...QUICK, ...SLOW, ...INDEXES], true),
  stage(100, [...QUICK, ...SLOW, ...INDEXES], true),
  stage(1_000, QUICK),
  stage(1_000, [...SLOW, ...INDEXES], true),
  stage(10_000, [...QUICK, ...SLOW, ...INDEXES], true),
  stage(100_000, [...QUICK, "sweep"]),
  stage(100_000, ["twin", ...INDEXES], true),
  stage(1_000_000, ["ours", "sweep"]),
  { corpus: { source: "long labels", count: 100_000 }, engines: ["ours"], once: true },
];

/** @param {number} count @param {readonly EngineName[]} engines @param {boolean} [once] @returns {Stage} */
function stage(count, engines, once = false) {
  return { corpus: { source: SOURCE, count }, engines, once };
}
