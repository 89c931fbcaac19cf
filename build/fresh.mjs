// Runs a step only when its inputs or outputs are not those of its last success, by content, not by time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";

/**
 * @typedef {object} Step
 * @property {string} name unique, names the stamp
 * @property {readonly string[]} inputs files and folders, from the root; a missing one counts as empty
 * @property {readonly string[]} outputs files and folders that must exist afterwards, from the root
 * @property {() => void | Promise<void>} run
 */

/** @param {Step} step @param {string} [base] @returns {boolean} */
export function isFresh(step, base = root) {
  const stamp = contentOf(stampOf(step, base));
  return stamp !== null && stamp.toString() === keyOf(step, base);
}

/** @param {Step} step @param {string} [base] @returns {Promise<boolean>} whether it ran */
export async function runIfStale(step, base = root) {
  if (isFresh(step, base)) return false;
  const stamp = stampOf(step, base);
  // A run that is cut short leaves no stamp.
  rmSync(stamp, { force: true });
  await step.run();
  for (const path of step.outputs)
    if (!existsSync(join(base, path))) throw new Error(`${step.name} made no ${path}`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, keyOf(step, base));
  return true;
}

/** @param {Step} step @param {string} base */
function stampOf(step, base) {
  return join(base, ".backread/setup", step.name);
}

/** @param {Step} step @param {string} base */
function keyOf({ inputs, outputs }, base) {
  return `${process.version} ${digest(inputs, base)} ${digest(outputs, base)}\n`;
}

/** @param {readonly string[]} paths @param {string} base */
function digest(paths, base) {
  const hash = createHash("sha256");
  for (const path of paths)
    for (const file of files(path, base)) {
      const content = contentOf(join(base, file));
      if (content === null) continue;
      // The length keeps one file's end from being read as the next one's start.
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  return hash.digest("hex");
}

/** @param {string} path @returns {Buffer | null} null where nothing is, or is any longer: another process may be making it anew */
function contentOf(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw error;
  }
}

/** @param {string} path @param {string} [base] @returns {string[]} the files below it, from the root, sorted */
export function files(path, base = root) {
  try {
    return readdirSync(join(base, path), { withFileTypes: true })
      .flatMap((entry) =>
        entry.isDirectory() ? files(`${path}/${entry.name}`, base) : [`${path}/${entry.name}`],
      )
      .sort();
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOTDIR") return [path];
    if (code === "ENOENT") return [];
    throw error;
  }
}
