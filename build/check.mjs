// What `npm test` runs, in order; all of it runs even when something fails, and the counts are summed.
import { runNode } from "./process.mjs";

/** @param {string[]} args passed on to vitest */
export async function check(args) {
  await runNode("node_modules/vitest/vitest.mjs", ["run", ...args]);
}
