// Prints one plain closing line, and appends the counts to the file that `npm test` sums over its runners.
import { appendFileSync } from "node:fs";

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
    const { passed, failed, skipped } = counts;
    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
    const file = process.env["BACKREAD_COUNTS"];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
  }
}
