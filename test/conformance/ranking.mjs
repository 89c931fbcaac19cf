// The ranking of 100,000 real candidates.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readText } from "./vectors.mjs";

/** @param {string} file of the ranking @returns {string | null} its corpus, where that is at hand */
export function corpusOf(file) {
  const path = join(file, "../../data/packages.tsv.gz");
  return existsSync(path) ? path : null;
}

/** @param {string} corpus @param {number} count @returns {import("../../dist/index.js").Candidate[]} */
export function readCandidates(corpus, count) {
  const rows = readText(corpus)
    .split("\n")
    .filter((line) => line !== "");
  return Array.from({ length: count }, (_, index) => {
    const [id = "", summary = ""] = (rows[Math.floor((index * rows.length) / count)] ?? "").split(
      "\t",
    );
    const candidate = { id, label: id.slice(id.lastIndexOf("/") + 1) };
    return summary === "" ? candidate : { ...candidate, detail: summary };
  });
}

/**
 * @param {import("../../dist/index.js").Core} core
 * @param {{ file: string, corpus: string }} ranking
 * @returns {{ passed: number, failures: { id: string, expected: unknown, actual: unknown }[] }}
 */
export function runRanking(core, { file, corpus }) {
  const { limit, queries } = JSON.parse(readText(file));
  const snapshot = core.prepareCandidates(readCandidates(corpus, 100_000));
  const failures = [];
  for (const { query, hits } of queries) {
    const actual = snapshot.query(query, limit);
    if (!isDeepStrictEqual(actual, hits)) failures.push({ id: query, expected: hits, actual });
  }
  snapshot.close();
  return { passed: queries.length - failures.length, failures };
}
