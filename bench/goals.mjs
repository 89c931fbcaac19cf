// The goals, as data. `must` holds, `after` is what we are after; a ratio says how many times faster or smaller ours is.

/**
 * @typedef {object} Goal
 * @property {string} key
 * @property {string} group which group of the benchmark yields it
 * @property {string} what
 * @property {number} must
 * @property {number} after
 * @property {"higher" | "lower"} direction which way is better
 */

/** @type {readonly Goal[]} */
export const GOALS = [
  higher("picker.100k.typed.fuzzysort", "typed prefix, mean per key: fuzzysort / ours", [300, 800]),
  higher("picker.100k.typed.ufuzzy", "typed prefix, mean per key: uFuzzy / ours", [60, 150]),
  higher(
    "picker.100k.geomean.fuzzysort",
    "geometric mean of all queries: fuzzysort / ours",
    [50, 120],
  ),
  higher(
    "picker.100k.slowest.rival",
    "the query where the faster of fuzzysort and uFuzzy comes closest: rival / ours",
    [4, 8],
  ),
  lower("picker.100k.sweep", "ours, typed prefix / one sweep over the packed text", [0.35, 0.15]),
  lower("picker.1m.worst.sweep", "ours, worst query at 1,000,000 / one sweep", [10, 3]),
  higher("picker.prepare.time", "preparation at 100k: fuzzysort / ours", [5, 7]),
  higher("picker.prepare.bytes", "bytes held at 100k: fuzzysort / ours", [6, 9]),
  higher("picker.1k.geomean.fuzzysort", "geometric mean at 1,000: fuzzysort / ours", [8, 18]),
  higher("session.keystroke", "four queries over held rows: tuned exact JS / ours", [3, 8]),
  higher("oneshot.exact", "the same, read, packed and scanned: tuned exact JS / ours", [3, 6]),
  higher("mask.code", "rows with a backtick or tilde: markdown-it / ours", [5, 10]),
  higher("mask.all", "all rows: markdown-it / ours", [20, 60]),
  higher("log.jsonl", "newest 512 rows of 1,000,000: readline + JSON.parse / ours", [300, 1000]),
  lower("regex.slowest", "ms of the slowest promised expression over 2,048 rows", [500, 250]),
  higher("store.common.expression", "a quarter of 300,000 rows: expression index / ours", [4, 8]),
  lower("store.common.sidecar", "a quarter of 300,000 rows: ours / OR + ts_rank_cd", [2.5, 1.5]),
  lower("store.rare.expression", "twelve of 300,000 rows: ours / expression index", [5, 2]),
  lower("store.rare.growth", "twelve rows, 3,000,000 against 30,000: ours / ours", [2, 1.2]),
  lower("store.ingest.copy", "300,000 rows: ingest / COPY with the same indexes", [2.5, 1.5]),
  lower("size.core.wasm", "bytes of core.wasm, gzipped", [20_480, 12_288]),
  lower("size.core.loader", "bytes of what createCore pulls in, minified, gzipped", [6_144, 4_096]),
];

/** @param {string} key @param {string} what @param {readonly [must: number, after: number]} bounds @returns {Goal} */
function higher(key, what, [must, after]) {
  return { key, group: groupOf(key), what, must, after, direction: "higher" };
}

/** @param {string} key @param {string} what @param {readonly [must: number, after: number]} bounds @returns {Goal} */
function lower(key, what, [must, after]) {
  return { key, group: groupOf(key), what, must, after, direction: "lower" };
}

/** @param {string} key */
function groupOf(key) {
  return key.slice(0, key.indexOf("."));
}

/** @param {Pick<Goal, "must" | "direction">} goal @param {number} value */
export function meets({ must, direction }, value) {
  return direction === "higher" ? value >= must : value <= must;
}

/**
 * The goals of the groups that ran, with their figures. A goal whose group yielded nothing has a reason,
 * so that none is left out silently.
 * @param {readonly string[]} groups
 * @param {Readonly<Record<string, import("./types.js").Figure>>} figures
 */
export function ratiosOf(groups, figures) {
  return Object.fromEntries(
    GOALS.filter(({ group }) => groups.includes(group)).map(({ key, must, after, direction }) => {
      const figure = figures[key] ?? { value: null, reason: "was not measured" };
      return [key, { ...figure, must, after, direction }];
    }),
  );
}

/**
 * The keys whose must is missed. A figure from a synthetic corpus is not gated; one that is missing is a miss.
 * @param {ReturnType<typeof ratiosOf>} ratios
 * @returns {string[]}
 */
export function misses(ratios) {
  return Object.entries(ratios)
    .filter(([, ratio]) => {
      if (ratio.value === null) return true;
      return ratio.gated !== false && !meets(ratio, ratio.value);
    })
    .map(([key]) => key);
}
