// npm run test:leaks -- [--worlds N] [--seed N]: who is shown what, against a table that says who may be.
import { parseArgs } from "node:util";
import { CommandFailed, runNode } from "../../build/process.mjs";

const { values } = parseArgs({
  options: { worlds: { type: "string" }, seed: { type: "string" } },
});
/** @type {Record<string, string>} */
const env = {
  BACKREAD_LEAKS: "whole",
  ...numbered("BACKREAD_WORLDS", values.worlds),
  ...numbered("BACKREAD_SEED", values.seed),
};
try {
  await runNode(
    "node_modules/vitest/vitest.mjs",
    ["run", "--project", "store", "test/leaks", "--reporter=./test/leaks/reporter.mjs"],
    { env },
  );
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  process.exitCode = error.code;
}

/** @param {string} name @param {string | undefined} value @returns {Record<string, string>} */
function numbered(name, value) {
  if (value === undefined) return {};
  if (/^[1-9][0-9]{0,5}$/u.test(value)) return { [name]: value };
  process.stderr.write(`test:leaks: ${value} is not a whole number from 1 to 999999\n`);
  process.exit(2);
}
