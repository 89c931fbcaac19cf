// What a run of the leak tests says: what survived or was killed by what, and pairs and differences of each implementation.
import { formatCounts } from "../../build/tally.mjs";

/** @typedef {import("./said.js").Compared} Compared */

/** A vitest reporter. */
export default class LeaksReporter {
  /** @type {Map<string, { pairs: number, differences: number }>} */
  #sums = new Map();

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    const { line, compared } = test.meta();
    if (line !== undefined) console.log(line);
    if (compared !== undefined) this.#add(compared);
    const { state, errors } = test.result();
    if (state === "failed") console.log(`FAILED ${test.fullName}\n${errors[0]?.message ?? ""}`);
    if (state === "skipped") console.log(`skipped ${test.fullName}`);
  }

  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    for (const [implementation, { pairs, differences }] of this.#sums)
      console.log(`${implementation}: ${pairs} pairs, ${differences} differences`);
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const { state } of tests.map((test) => test.result()))
        counts[state === "pending" ? "skipped" : state]++;
      for (const error of module.errors())
        console.log(`FAILED ${module.moduleId}\n${error.message}`);
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed"))
        counts.failed++;
    }
    console.log(formatCounts(counts));
  }

  /** @param {Compared} compared */
  #add({ implementation, pairs, differences }) {
    const sum = this.#sums.get(implementation) ?? { pairs: 0, differences: 0 };
    this.#sums.set(implementation, {
      pairs: sum.pairs + pairs,
      differences: sum.differences + differences,
    });
  }
}
