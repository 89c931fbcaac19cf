// Hands a test run's counts and what failed in it to `npm test`, which sums them over its runners, or
// prints the counts when alone.
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { formatCounts } from "./tally.mjs";

/** A vitest reporter. */
export default class CountReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules @param {readonly { message: string }[]} [unheard] errors outside of any test's own time */
  onTestRunEnd(modules, unheard = []) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    /** @type {import("./tally.mjs").Failure[]} */
    const failures = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const state = test.result().state;
        counts[state === "pending" ? "skipped" : state]++;
        if (state === "failed") failures.push(failure(module, test.fullName, test.result().errors));
      }
      // A module that cannot be loaded has no failed test of its own.
      if (module.state() === "failed" && !tests.some((t) => t.result().state === "failed")) {
        counts.failed++;
        failures.push(failure(module, "as a whole", module.errors()));
      }
    }
    counts.failed += unheard.length;
    for (const { message } of unheard) failures.push({ name: "of no test", reason: message });
    const file = process.env["BACKREAD_COUNTS"];
    if (file === undefined) console.log(`\n${formatCounts(counts)}`);
    else appendFileSync(file, `${JSON.stringify({ ...counts, failures })}\n`);
  }
}

/**
 * @param {import("vitest/node").TestModule} module
 * @param {string} name
 * @param {readonly { message: string }[] | undefined} errors
 * @returns {import("./tally.mjs").Failure}
 */
function failure(module, name, errors = []) {
  return {
    name: `${relative(process.cwd(), module.moduleId)} > ${name}`,
    reason: errors[0]?.message ?? "",
  };
}
