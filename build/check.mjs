// What `npm test` runs. All of it runs even when something fails, and the counts are summed.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromRoot } from "./paths.mjs";
import { CommandFailed, Interrupted, capture, runNode } from "./process.mjs";
import { countsOf, formatCounts, sumCounts } from "./tally.mjs";

/**
 * A check passes or fails as a whole; a suite counts its own cases.
 * @typedef {object} Runner
 * @property {string} name
 * @property {readonly [script: string, ...args: string[]]} command run with this Node
 * @property {readonly string[]} [needs] paths from the root; where none of them is, the suite counts as one skipped
 */

/** @type {readonly Runner[]} */
const CHECKS = [
  { name: "format", command: ["node_modules/oxfmt/bin/oxfmt", "--check"] },
  { name: "lint", command: ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"] },
  { name: "rooms", command: ["build/check-rooms.mjs"] },
  { name: "sizes", command: ["build/check-sizes.mjs"] },
  { name: "exports", command: ["build/check-exports.mjs"] },
  { name: "unicode tables", command: ["build/unicode-tables.mjs", "--check"] },
  { name: "assembly", command: ["build/check-assembly.mjs"] },
  { name: "types of tools and tests", command: tsc("tsconfig.tools.json") },
  { name: "root door without DOM or Node", command: tsc("build/tsconfig.root-door.json") },
];

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFORMANCE = "test/conformance/run.mjs";
const VECTORS = ["../shared/conformance/visible", "test/vectors"];
/** @type {readonly Runner[]} */
const SUITES = [
  { name: "tests", command: [VITEST, "run"] },
  { name: "conformance of the core", command: [CONFORMANCE], needs: VECTORS },
  {
    name: "conformance of its twin",
    command: [CONFORMANCE, "--core", "reference"],
    needs: VECTORS,
  },
];

/** @param {string} project @returns {[script: string, ...args: string[]]} */
function tsc(project) {
  return ["node_modules/typescript/bin/tsc", "--noEmit", "-p", project];
}

/** @param {readonly string[]} args when given, passed on to vitest, and only vitest runs */
export async function check(args) {
  const { failed } =
    args.length === 0 ? await runAll(CHECKS, SUITES) : await runAll([], [testsWith(args)]);
  // Not thrown: a message would follow the last line.
  if (failed > 0) process.exitCode = 1;
}

/** @param {readonly string[]} args @returns {Runner} */
function testsWith(args) {
  // A reporter that is asked for replaces those of the config, ours among them.
  const replaced = args.some((arg) => arg.startsWith("--reporter"));
  const reporter = replaced ? ["--reporter=./build/count-reporter.mjs"] : [];
  return { name: "tests", command: [VITEST, "run", ...args, ...reporter] };
}

/**
 * Runs everything and prints the sum as its last line.
 * @param {readonly Runner[]} checks
 * @param {readonly Runner[]} suites
 * @returns {Promise<import("./tally.mjs").Counts>}
 */
export async function runAll(checks, suites) {
  const counts = [];
  for (const each of checks) counts.push(await runCheck(each));
  for (const each of suites) counts.push(await runSuite(each));
  const sum = sumCounts(counts);
  console.log(formatCounts(sum));
  return sum;
}

/** @param {Runner} runner */
async function runCheck({ name, command }) {
  const start = performance.now();
  const { code, output } = await capture(process.execPath, command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trimEnd());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** @param {Runner} runner */
async function runSuite({ name, command: [script, ...args], needs }) {
  if (needs !== undefined && !needs.some((path) => existsSync(fromRoot(path)))) {
    console.log(`skipped ${name}: there is no ${needs.join(", no ")}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const folder = mkdtempSync(join(tmpdir(), "backread-counts-"));
  const file = join(folder, "counts.jsonl");
  writeFileSync(file, "");
  try {
    const code = await codeOf(runNode(script, args, { env: { BACKREAD_COUNTS: file } }));
    const counts = countsOf(code, readFileSync(file, "utf8"));
    console.log(`${counts.failed === 0 ? "ok    " : "FAILED"} ${name}: ${formatCounts(counts)}`);
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Promise<void>} run */
async function codeOf(run) {
  try {
    await run;
    return 0;
  } catch (error) {
    if (error instanceof CommandFailed && !(error instanceof Interrupted)) return error.code;
    throw error;
  }
}
