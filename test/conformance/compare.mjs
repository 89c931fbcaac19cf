// Whether an answer is the one that a vector binds us to.
import { isDeepStrictEqual } from "node:util";
import { trimWhiteSpace } from "../../dist/core/white-space.js";
import { InvalidPatternError } from "../../dist/index.js";
import { attempt } from "./answers.mjs";

/**
 * @typedef {object} Suite
 * @property {Record<string, (input: any) => unknown>} answers
 * @property {import("../../dist/index.js").RegexEngine} regex
 */

/**
 * @param {Suite} suite
 * @param {import("./vectors.mjs").Vector} vector
 * @returns {Promise<{ expected: unknown, actual: unknown } | null>} null when they agree
 */
export async function disagreement(suite, vector) {
  const answer = suite.answers[vector.fn];
  if (answer === undefined) return { expected: vector.output, actual: `no answer to ${vector.fn}` };
  if (vector.engine_grammar === true) return compareSpan(suite, vector);
  const { expected, actual } =
    vector.fn === "score_regex"
      ? { expected: withoutNote(vector.output), actual: expression(suite, vector) }
      : { expected: vector.output, actual: await settle(vector, () => answer(vector.input)) };
  return isDeepStrictEqual(actual, eitherExcerpt(expected, actual)) ? null : { expected, actual };
}

/** Where only RE2's reading binds: its span, none, or a refusal. @param {Suite} suite @param {import("./vectors.mjs").Vector} vector */
function compareSpan(suite, vector) {
  const actual = span(suite, vector.input);
  return isDeepStrictEqual(actual, vector.re2) ? null : { expected: vector.re2, actual };
}

/** @param {Suite} suite @param {import("./vectors.mjs").Vector} vector */
function expression(suite, { input }) {
  const scored = attempt(() => suite.answers["score_regex"]?.(input));
  return "error" in scored ? scored : { ...scored, span: span(suite, input) };
}

/** The span in characters of the trimmed text. @param {Suite} suite @param {any} input */
function span({ regex }, { source, text }) {
  const trimmed = trimWhiteSpace(text);
  try {
    const matcher = regex.compile(source);
    const found = matcher.find(trimmed);
    matcher.close();
    return found === null ? null : found.map((at) => Array.from(trimmed.slice(0, at)).length);
  } catch (error) {
    if (error instanceof InvalidPatternError) return "E";
    throw error;
  }
}

/** A bare rank or picker vector answers with {error} where its expression does not compile. @param {import("./vectors.mjs").Vector} vector @param {() => unknown} answer */
async function settle(vector, answer) {
  if (vector.input.pattern?.type !== "regex" || vector.fn.startsWith("search_")) return answer();
  const settled = attempt(answer);
  return "error" in settled ? settled : settled.ok;
}

/** @param {any} output */
function withoutNote({ note: _, ...rest }) {
  return rest;
}

/**
 * Two versions of the reference cut an excerpt behind an İ apart; either is right.
 * @param {any} expected @param {any} actual @returns {any}
 */
function eitherExcerpt(expected, actual) {
  if (Array.isArray(expected))
    return expected.map((each, index) => eitherExcerpt(each, actual?.[index]));
  if (typeof expected !== "object" || expected === null) return expected;
  const { excerpt_raw: raw, ...rest } = expected;
  if (raw !== undefined && actual?.excerpt === raw) return { ...rest, excerpt: raw };
  return Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, eitherExcerpt(each, actual?.[key])]),
  );
}
