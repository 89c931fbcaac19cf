import { BackreadError } from "../model/error-base.js";
import { emptyAnswer, type ToolAnswer } from "./answer.js";
import type { ToolOptions } from "./options.js";

/** Errors that say what is wrong with the caller's own words, and hold nothing of a row. */
const REQUEST_ERRORS: ReadonlySet<string> = new Set([
  "invalid_pattern",
  "regex_unsupported",
  "regex_budget",
]);

/** Why a turn that has seen all it may gets nothing more. */
export const EXHAUSTED = "this turn has seen as many messages as it may; answer from those";

export type Reading<Value> = { readonly value: Value } | { readonly failure: ToolAnswer };

/**
 * What the store answers, or a failed answer. Only the caller's own abort rejects. A time-out or an
 * error of the database becomes `unavailable` without a figure or a word of it: how far a search came
 * can depend on rows that must not show.
 */
export async function readStore<Value>(
  read: () => Promise<Value>,
  { signal, onError }: ToolOptions,
): Promise<Reading<Value>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof BackreadError && REQUEST_ERRORS.has(error.code))
      return { failure: emptyAnswer("invalid_request", error.message) };
    if (error instanceof BackreadError && error.code === "ledger_full")
      return { failure: emptyAnswer("search_budget_exhausted", EXHAUSTED) };
    onError?.(error);
    return { failure: emptyAnswer("unavailable", "the transcript cannot be read at the moment") };
  }
}
