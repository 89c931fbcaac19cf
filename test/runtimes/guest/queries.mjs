// 500 seeded questions to the installed package, and their answers as text and as one hash.
import { BackreadError, createCore, createRecall } from "backread";
import { createRe2jsEngine } from "backread/regex";
import { drawCorpus } from "./corpus.mjs";
import { OPERATIONS } from "./operations.mjs";
import { seeded } from "./random.mjs";

export const QUERIES = 500;
/** Those of them that are put to the second engine of expressions too. */
export const QUERIES_OF_SECOND = 96;
export const SEED = 20_260_309;

/**
 * @typedef {object} Answers
 * @property {"wasm" | "reference"} kind the core that ran
 * @property {string} hash SHA-256, in hexadecimal, of the lines joined by line feeds
 * @property {readonly string[]} lines one for each question, canonical JSON: operation, question, answer
 */

/**
 * @typedef {object} QueryOptions
 * @property {string} sample the text of `demo/sample.jsonl`
 * @property {"wasm" | "reference"} [kind] of the core; the package's own choice unless given
 * @property {import("backread").RegexEngine} [engine] re2js unless given
 * @property {number} [seed]
 * @property {number} [count] of questions
 */

/** @param {QueryOptions} options @returns {Promise<Answers>} */
export async function answerQueries(options) {
  const { sample, kind, seed = SEED, count = QUERIES, engine = createRe2jsEngine() } = options;
  const core = await createCore({ kind });
  const recall = createRecall({ core, regex: engine });
  const random = seeded(seed);
  const corpus = drawCorpus(random, sample);
  const operations = Object.entries(OPERATIONS);
  /** @type {string[]} */
  const lines = [];
  while (lines.length < count)
    for (const [operation, ask] of operations.slice(0, count - lines.length)) {
      const { asked, answer } = ask(random, recall, corpus);
      lines.push(canonical({ operation, asked, answer: await settled(answer) }));
    }
  return { kind: core.kind, hash: await sha256(lines.join("\n")), lines };
}

/** What a question comes to; a typed refusal is an answer. @param {() => unknown} answer */
async function settled(answer) {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof BackreadError)) throw error;
    return { refused: error.toJSON() };
  }
}

/** JSON with the keys of each object in the order of their UTF-16 units. @param {unknown} value */
function canonical(value) {
  return JSON.stringify(value, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  );
}

/** @param {string} text */
async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
