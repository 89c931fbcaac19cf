// What `npm test` runs. All of it runs even when something fails, and the counts are summed.
import { Interrupted } from "./process.mjs";
import { runAll, sayCounts } from "./runners.mjs";

/** @typedef {import("./runners.mjs").Runner} Runner */

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
  { name: "types of the demo page", command: tsc("demo/tsconfig.json") },
  { name: "root door without DOM or Node", command: tsc("build/tsconfig.root-door.json") },
];

const VITEST = "node_modules/vitest/vitest.mjs";
const CONFORMANCE = "test/conformance/run.mjs";
const BENCH = "bench/run.mjs";
const VECTORS = ["../shared/conformance/visible", "test/vectors"];
/** @type {readonly Runner[]} */
const SUITES = [
  { name: "tests", command: [VITEST, "run"], live: true },
  { name: "conformance of the core", command: [CONFORMANCE], needs: VECTORS },
  {
    name: "conformance of its twin",
    command: [CONFORMANCE, "--core", "reference"],
    needs: VECTORS,
  },
  { name: "answers of the bench", command: [BENCH, "--check"] },
];

/** @param {string} project @returns {[script: string, ...args: string[]]} */
function tsc(project) {
  return ["node_modules/typescript/bin/tsc", "--noEmit", "-p", project];
}

/**
 * @param {readonly string[]} args when given, passed on to vitest, and only vitest runs
 * @param {() => Promise<void>} setUp without which there is nothing to check
 */
export async function check(args, setUp) {
  const ready = await succeeds(setUp());
  const { failed } = !ready
    ? sayCounts([{ passed: 0, failed: 1, skipped: 0 }])
    : args.length === 0
      ? await runAll(CHECKS, SUITES)
      : await runAll([], [testsWith(args)]);
  // Not thrown: a message would follow the last line.
  if (failed > 0) process.exitCode = 1;
}

/** @param {Promise<void>} setUp */
async function succeeds(setUp) {
  try {
    await setUp;
    return true;
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    console.log(`FAILED set-up, nothing else was run: ${String(error)}`);
    return false;
  }
}

/** @param {readonly string[]} args @returns {Runner} */
function testsWith(args) {
  // A reporter that is asked for replaces those of the config, ours among them.
  const replaced = args.some((arg) => arg.startsWith("--reporter"));
  const reporter = replaced ? ["--reporter=./build/count-reporter.mjs"] : [];
  return { name: "tests", command: [VITEST, "run", ...args, ...reporter], live: true };
}
