import { createRe2WasmEngine } from "backread/regex";
import { doors, re2, sample } from "./given.mjs";
import { answerQueries, QUERIES_OF_SECOND } from "./queries.mjs";

/**
 * @typedef {object} Report What a runtime says of itself; plain data.
 * @property {import("./queries.mjs").Answers} answers
 * @property {import("./queries.mjs").Answers} second to the first `QUERIES_OF_SECOND`, by the second engine
 * @property {Readonly<Record<string, readonly string[]>>} names what each door gives, sorted
 */

/** @returns {Promise<Report>} */
export async function report() {
  const names = Object.fromEntries(
    Object.entries(doors).map(([door, opened]) => [door, Object.keys(opened).sort()]),
  );
  const engine = await createRe2WasmEngine(re2 === undefined ? {} : { module: re2 });
  const second = await answerQueries({ sample, engine, count: QUERIES_OF_SECOND });
  return { names, second, answers: await answerQueries({ sample }) };
}
