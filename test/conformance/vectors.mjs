// Reads conformance vectors: one JSON object a line, gzipped or not.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * @typedef {object} Vector
 * @property {string} id
 * @property {string} fn
 * @property {string} tag
 * @property {any} input
 * @property {any} output
 * @property {boolean} [re2_differs]
 * @property {boolean} [engine_grammar]
 * @property {"E" | [number, number] | null} [re2]
 */

/** @param {string} folder @returns {string[]} names of the vector files, sorted */
export function vectorFiles(folder) {
  return readdirSync(folder)
    .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
    .sort();
}

/** @param {string} file @returns {Vector[]} */
export function readVectors(file) {
  return readText(file)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** @param {string} file */
export function readText(file) {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** @param {string} folder @returns {string | null} the ranking of 100,000 candidates, in the folder or beside it */
export function rankingFile(folder) {
  for (const name of ["rank-100k.json", "rank-100k.json.gz"])
    for (const path of [join(folder, name), join(folder, "..", name)])
      if (existsSync(path)) return path;
  return null;
}

const SEQUENCE_KEYS = new Set(
  "sequence parent target before next_before root latest pinned_at thread_root cursor oldest previous next seen reads".split(
    " ",
  ),
);

/**
 * Why a line does not bind a runner in JavaScript; null when it does.
 * @param {Vector} vector
 */
export function skipReason(vector) {
  if (vector.re2_differs === true) return "re2_differs: Unicode classes of another engine";
  if (vector.id === "regexg-00028") return "regexg-00028: \\C is refused";
  if (holdsLargeSequence(vector.input) || holdsLargeSequence(vector.output))
    return "a sequence above 2^53-1";
  return null;
}

/** @param {unknown} value @param {string} [key] @returns {boolean} */
function holdsLargeSequence(value, key) {
  if (typeof value === "string")
    return key !== undefined && SEQUENCE_KEYS.has(key) && /^[0-9]{16,}$/.test(value);
  if (Array.isArray(value)) return value.some((each) => holdsLargeSequence(each, key));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, each]) => holdsLargeSequence(each, name));
}
