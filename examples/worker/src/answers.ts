import { AbortedError, BackreadError, InvalidPatternError, RegexBudgetError } from "backread";
import { coverage } from "backread/wire";
import { BadParameterError } from "./query.js";

export function answerJson(status: number, body: unknown): Response {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 405 ? { allow: "GET" } : {}),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * 400 for what the caller can mend, with the place; 504 for a search that took too long, with what it
 * had read; 502 for the log. Only a code is told of a log's failure: its text may quote rows or addresses.
 */
export function errorAnswer(error: unknown): Response {
  if (error instanceof AbortedError) {
    const data = { coverage: coverage.encode(error.data.coverage) };
    return refusal(504, { code: error.code, message: "the search took too long", data });
  }
  if (error instanceof InvalidPatternError) {
    const { code, message } = error;
    const { reason, position } = error.data;
    return refusal(400, { code, message, data: { reason, position } });
  }
  if (error instanceof RegexBudgetError) {
    const { code, message } = error;
    const { programSize, chars, limit, budget } = error.data;
    return refusal(400, {
      code,
      message,
      data: { program_size: programSize, chars, limit, budget },
    });
  }
  if (error instanceof BadParameterError) {
    const { code, message } = error;
    return refusal(400, { code, message, data: error.data });
  }
  console.error(error);
  if (error instanceof BackreadError)
    return refusal(502, { code: error.code, message: "the log cannot be read" });
  return refusal(500, { code: "internal", message: "the search failed" });
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly data?: unknown;
}

function refusal(status: number, error: Refusal): Response {
  return answerJson(status, { error });
}
