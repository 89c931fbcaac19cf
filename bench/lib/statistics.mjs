/** @param {readonly number[]} values ascending @param {number} part 0..1 */
function quantile(values, part) {
  const at = (values.length - 1) * part;
  const low = values[Math.floor(at)] ?? NaN;
  const high = values[Math.ceil(at)] ?? NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** @param {readonly number[]} samples @returns {import("../types.js").Spread} */
export function spread(samples) {
  if (samples.length === 0) throw new Error("there are no samples");
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    p10: quantile(sorted, 0.1),
    p90: quantile(sorted, 0.9),
    samples: sorted.length,
  };
}

/** @param {readonly number[]} samples */
export function median(samples) {
  return spread(samples).median;
}

/** @param {readonly number[]} values */
export function mean(values) {
  return sum(values) / values.length;
}

/** @param {readonly number[]} values */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** @param {readonly number[]} values each above 0 */
export function geometricMean(values) {
  return Math.exp(mean(values.map((value) => Math.log(value))));
}
