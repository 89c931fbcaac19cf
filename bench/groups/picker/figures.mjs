// The picker's goals, computed from what the engines measured.
import { QUERIES } from "../../cases/picker.mjs";
import { geometricMean, mean } from "../../lib/statistics.mjs";

/** @typedef {import("../../lib/engine-runs.mjs").EngineFigures} EngineFigures */
/** @typedef {import("../../engines/index.mjs").EngineName} EngineName */
/** @typedef {ReadonlyMap<EngineName, EngineFigures>} Stage engines that were measured over one corpus */

/** @param {Stage} stage @param {EngineName} engine @returns {EngineFigures} */
export function of(stage, engine) {
  const figures = stage.get(engine);
  if (figures === undefined) throw new Error(`${engine} was not measured`);
  return figures;
}

/** Milliseconds of one query. @param {EngineFigures} figures @param {number} at */
export function medianAt({ queries }, at) {
  return queries[at]?.median ?? NaN;
}

/** Mean per key of the queries of one kind. @param {EngineFigures} figures @param {import("../../types.js").SeriesKind} kind */
export function perKey(figures, kind) {
  return mean(QUERIES.flatMap((query, at) => (query.kind === kind ? [medianAt(figures, at)] : [])));
}

/** @param {EngineFigures} figures @returns {{ ms: number, at: number }} its slowest query */
export function worst(figures) {
  const medians = QUERIES.map((_, at) => medianAt(figures, at));
  const ms = Math.max(...medians);
  return { ms, at: medians.indexOf(ms) };
}

/** How many times slower the rival is, over all queries. @param {EngineFigures} rival @param {EngineFigures} ours */
export function geometricMeanRatio(rival, ours) {
  return geometricMean(QUERIES.map((_, at) => medianAt(rival, at) / medianAt(ours, at)));
}

/**
 * Of each query the fastest rival that finds something, or any where we find nothing; of those the one
 * that comes closest to us. Null where no rival counts.
 * @param {readonly EngineFigures[]} rivals
 * @param {EngineFigures} ours
 * @returns {{ ratio: number, at: number } | null}
 */
export function closestRival(rivals, ours) {
  const ratios = QUERIES.flatMap((_, at) => {
    const counting = rivals.filter(({ found }) => found[at] !== 0 || ours.found[at] === 0);
    if (counting.length === 0) return [];
    const fastest = Math.min(...counting.map((rival) => medianAt(rival, at)));
    return [{ ratio: fastest / medianAt(ours, at), at }];
  });
  return ratios.reduce(
    (/** @type {{ ratio: number, at: number } | null} */ least, each) =>
      least === null || each.ratio < least.ratio ? each : least,
    null,
  );
}

/**
 * @param {{ small: Stage, large: Stage, huge: Stage }} stages 1,000, 100,000 and 1,000,000 candidates
 * @returns {Record<string, number>}
 */
export function pickerFigures({ small, large, huge }) {
  const ours = of(large, "ours");
  const fuzzysort = of(large, "fuzzysort");
  const ufuzzy = of(large, "ufuzzy");
  const typed = perKey(ours, "typed");
  return {
    "picker.100k.typed.fuzzysort": perKey(fuzzysort, "typed") / typed,
    "picker.100k.typed.ufuzzy": perKey(ufuzzy, "typed") / typed,
    "picker.100k.geomean.fuzzysort": geometricMeanRatio(fuzzysort, ours),
    "picker.100k.slowest.rival": closestRival([fuzzysort, ufuzzy], ours)?.ratio ?? NaN,
    "picker.100k.sweep": typed / sweepOf(large),
    "picker.1m.worst.sweep": worst(of(huge, "ours")).ms / sweepOf(huge),
    "picker.prepare.time": fuzzysort.prepare.median / ours.prepare.median,
    "picker.prepare.bytes": fuzzysort.bytes / ours.bytes,
    "picker.1k.geomean.fuzzysort": geometricMeanRatio(of(small, "fuzzysort"), of(small, "ours")),
  };
}

/** One sweep over the packed text; it is the same whatever is asked. @param {Stage} stage */
export function sweepOf(stage) {
  return mean(of(stage, "sweep").queries.map(({ median }) => median));
}
