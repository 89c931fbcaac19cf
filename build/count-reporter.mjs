// Hands a test run's counts to `npm test`, which sums them over its runners, or prints them when alone.
import { appendFileSync } from "node:fs";
import { formatCounts } from "./tally.mjs";

/** A vitest reporter. */
export default class CountReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const state = test.result().state;
        counts[state === "pending" ? "skipped" : state]++;
      }
      // A module that cannot be loaded has no failed test of its own.
      if (module.state() === "failed" && !tests.some((t) => t.result().state === "failed"))
        counts.failed++;
    }
    const file = process.env["BACKREAD_COUNTS"];
    if (file === undefined) console.log(`\n${formatCounts(counts)}`);
    else appendFileSync(file, `${JSON.stringify(counts)}\n`);
  }
}
