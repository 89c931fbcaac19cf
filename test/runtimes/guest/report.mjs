import { doors, sample } from "./given.mjs";
import { answerQueries } from "./queries.mjs";

/**
 * @typedef {object} Report What a runtime says of itself; plain data.
 * @property {import("./queries.mjs").Answers} answers
 * @property {Readonly<Record<string, readonly string[]>>} names what each door gives, sorted
 */

/** @returns {Promise<Report>} */
export async function report() {
  const names = Object.fromEntries(
    Object.entries(doors).map(([door, opened]) => [door, Object.keys(opened).sort()]),
  );
  return { names, answers: await answerQueries({ sample }) };
}
