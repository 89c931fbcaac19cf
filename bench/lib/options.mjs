import { parseArgs } from "node:util";

/**
 * @typedef {object} Options
 * @property {readonly string[]} groups those to run, in their order
 * @property {boolean} json
 * @property {boolean} check
 * @property {boolean} gate
 * @property {boolean} quick
 */

/**
 * @param {readonly string[]} args
 * @param {readonly string[]} known names of groups
 * @returns {Options} throws a `TypeError` for what has no meaning
 */
export function readOptions(args, known) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      gate: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
    },
  });
  for (const name of positionals)
    if (!known.includes(name))
      throw new TypeError(`there is no group "${name}"; there are ${known.join(", ")}`);
  if (values.check && (values.json || values.gate))
    throw new TypeError("--check measures nothing, so it goes with neither --json nor --gate");
  const groups =
    positionals.length === 0 ? known : known.filter((name) => positionals.includes(name));
  return { ...values, groups };
}
