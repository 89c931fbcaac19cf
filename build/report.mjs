// How a check says what it found.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { files } from "./fresh.mjs";
import { fromRoot } from "./paths.mjs";

/** @typedef {{ problems: string[], summary: string }} Report */

/** Runs a check when its file is the program, and leaves it alone when a test imports it. @param {string} url @param {() => Report | Promise<Report>} check */
export async function reportWhenMain(url, check) {
  if (process.argv[1] !== fileURLToPath(url)) return;
  const { problems, summary } = await check();
  for (const problem of problems) console.log(problem);
  console.log(summary);
  if (problems.length > 0) process.exitCode = 1;
}

/** Texts by path from the root. @param {readonly string[]} folders @param {RegExp} ending @returns {Map<string, string>} */
export function readTexts(folders, ending) {
  const paths = folders.flatMap((path) => files(path)).filter((path) => ending.test(path));
  return new Map(paths.map((path) => [path, readFileSync(fromRoot(path), "utf8")]));
}

/** @param {string} path @returns {unknown} */
export function readJson(path) {
  return JSON.parse(readFileSync(fromRoot(path), "utf8"));
}
