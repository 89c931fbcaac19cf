// Counts of tests, and what a runner's end means for them.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ name: string, reason: string }} Failure */

/** A reason is said again at the end of a run, whose whole output has more of it. */
const REASON_CHARS = 200;

/** @param {readonly Counts[]} all @returns {Counts} */
export function sumCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * What a runner that counts its own cases came to. One that says nothing has crashed, however it
 * ended; one that ended badly without a failed case has failed elsewhere.
 * @param {number} code how it ended
 * @param {string} reported what it wrote to the file of `BACKREAD_COUNTS`: one JSON object a line
 * @returns {Counts}
 */
export function countsOf(code, reported) {
  const lines = reported.split("\n").filter((line) => line !== "");
  const counts = lines.map(parseCounts);
  const known = sumCounts(counts.filter((each) => each !== null));
  const crashed = counts.length === 0 || counts.includes(null);
  const unexplained = crashed || (code !== 0 && known.failed === 0);
  return unexplained ? { ...known, failed: known.failed + 1 } : known;
}

/** @param {string} line @returns {Counts | null} null when it is no counts, or half of them */
function parseCounts(line) {
  try {
    const { passed, failed, skipped } = JSON.parse(line);
    const whole = [passed, failed, skipped].every((count) => Number.isSafeInteger(count));
    return whole ? { passed, failed, skipped } : null;
  } catch {
    return null;
  }
}

/**
 * What a runner said of its failed cases, a line each; nothing where it said nothing of them.
 * @param {string} reported as for `countsOf`
 * @returns {string[]}
 */
export function failuresOf(reported) {
  return reported.split("\n").flatMap((line) => parseFailures(line).map(formatFailure));
}

/** @param {string} line @returns {unknown[]} */
function parseFailures(line) {
  try {
    const { failures } = JSON.parse(line);
    return Array.isArray(failures) ? failures : [];
  } catch {
    return [];
  }
}

/** @param {any} failure */
function formatFailure({ name, reason }) {
  const [first = ""] = String(reason).split("\n", 1);
  return `${name}: ${first.slice(0, REASON_CHARS)}`;
}
