// Runs a step only when its inputs changed since it last succeeded, by content and not by time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fromRoot, root } from "./paths.mjs";

/**
 * @typedef {object} Step
 * @property {string} name unique, names the stamp
 * @property {readonly string[]} inputs files and folders, from the root; a missing one counts as empty
 * @property {readonly string[]} outputs files that must exist afterwards, from the root
 * @property {string} [salt] anything else that the result depends on
 * @property {() => void | Promise<void>} run
 */

/** @param {Step} step @returns {Promise<boolean>} whether it ran */
export async function runIfStale(step) {
  const stamp = fromRoot(`node_modules/.cache/backread/${step.name}`);
  const key = digest(step);
  const made = step.outputs.every((path) => existsSync(fromRoot(path)));
  if (made && existsSync(stamp) && readFileSync(stamp, "utf8") === key) return false;
  rmSync(stamp, { force: true });
  await step.run();
  for (const path of step.outputs)
    if (!existsSync(fromRoot(path))) throw new Error(`${step.name} made no ${path}`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, key);
  return true;
}

/** @param {Pick<Step, "inputs" | "salt">} step */
export function digest(step) {
  const hash = createHash("sha256").update(`${process.version}\0${step.salt ?? ""}`);
  for (const input of step.inputs)
    for (const file of files(input))
      hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} the files below it, from the root, sorted */
export function files(path) {
  const full = fromRoot(path);
  if (!existsSync(full)) return [];
  try {
    return readdirSync(full, { withFileTypes: true })
      .flatMap((entry) =>
        entry.isDirectory() ? files(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
      )
      .sort();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOTDIR") return [path];
    throw error;
  }
}
