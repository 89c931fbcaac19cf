// Runs checks and suites to their end, whatever some of them come to, and sums what they count.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromRoot } from "./paths.mjs";
import { CommandFailed, Interrupted, capture, runNode } from "./process.mjs";
import { countsOf, failuresOf, formatCounts, sumCounts } from "./tally.mjs";

/**
 * A check passes or fails as a whole; a suite counts its own cases.
 * @typedef {object} Runner
 * @property {string} name
 * @property {readonly [script: string, ...args: string[]]} command run with this Node
 * @property {boolean} [live] its output is shown as it comes
 * @property {readonly string[]} [needs] paths from the root; where none of them is, the suite counts as one skipped
 */

/** How many runners stand side by side: the cores of the smallest machine that we care for. */
const LANES = 2;

/** @typedef {import("./tally.mjs").Counts & { failures: readonly string[] }} Outcome */

/**
 * Runs everything, says again what failed, and prints the sum as its last line. Checks run side by
 * side, then each live suite alone, as it uses every core itself, then the others side by side.
 * @param {readonly Runner[]} checks
 * @param {readonly Runner[]} suites
 * @returns {Promise<import("./tally.mjs").Counts>}
 */
export async function runAll(checks, suites) {
  const outcomes = await sideBySide(checks, runCheck);
  for (const each of suites) if (each.live === true) outcomes.push(await runSuite(each));
  const others = suites.filter(({ live }) => live !== true);
  outcomes.push(...(await sideBySide(others, runSuite)));
  // Whoever reads only the end of a long output sees what to look for in it.
  for (const { failures } of outcomes) for (const each of failures) console.log(`failed: ${each}`);
  return sayCounts(outcomes);
}

/**
 * Two at a time; what they say stays in order.
 * @template T
 * @param {readonly Runner[]} runners
 * @param {(runner: Runner, say: (line: string) => void) => Promise<T>} run
 * @returns {Promise<T[]>}
 */
async function sideBySide(runners, run) {
  /** @type {T[]} */
  const results = [];
  for (let i = 0; i < runners.length; i += LANES) {
    const lanes = runners.slice(i, i + LANES).map(async (runner) => {
      /** @type {string[]} */
      const lines = [];
      return { result: await run(runner, (line) => lines.push(line)), lines };
    });
    for (const { result, lines } of await Promise.all(lanes)) {
      results.push(result);
      for (const line of lines) console.log(line);
    }
  }
  return results;
}

/** @param {readonly import("./tally.mjs").Counts[]} counts */
export function sayCounts(counts) {
  const sum = sumCounts(counts);
  console.log(formatCounts(sum));
  return sum;
}

/** @param {Runner} runner @param {(line: string) => void} say @returns {Promise<Outcome>} */
async function runCheck({ name, command }, say) {
  const start = performance.now();
  const { code, output } = await capture(process.execPath, command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (code !== 0) say(output.trimEnd());
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [name] };
}

/** @param {Runner} runner @param {(line: string) => void} [say] @returns {Promise<Outcome>} */
async function runSuite(runner, say = (line) => console.log(line)) {
  const { name, needs } = runner;
  if (needs !== undefined && !needs.some((path) => existsSync(fromRoot(path)))) {
    say(`skipped ${name}: there is no ${needs.join(", no ")}`);
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "backread-counts-"));
  const file = join(folder, "counts.jsonl");
  writeFileSync(file, "");
  try {
    const code = await runCounted(runner, file, say);
    const reported = readFileSync(file, "utf8");
    const counts = countsOf(code, reported);
    say(`${counts.failed === 0 ? "ok    " : "FAILED"} ${name}: ${formatCounts(counts)}`);
    const named = failuresOf(reported);
    return { ...counts, failures: counts.failed > 0 && named.length === 0 ? [name] : named };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Runner} runner @param {string} file for its counts @param {(line: string) => void} say @returns {Promise<number>} */
async function runCounted({ command: [script, ...args], live }, file, say) {
  const options = { env: { BACKREAD_COUNTS: file } };
  if (live === true) return codeOf(runNode(script, args, options));
  const { code, output } = await capture(process.execPath, [script, ...args], options);
  if (output !== "") say(output.trimEnd());
  return code;
}

/** The exit code of a command that may fail; an interruption stays an error. @param {Promise<void>} run @returns {Promise<number>} */
async function codeOf(run) {
  try {
    await run;
    return 0;
  } catch (error) {
    if (error instanceof CommandFailed && !(error instanceof Interrupted)) return error.code;
    throw error;
  }
}
