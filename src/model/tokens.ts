import { InvalidArgumentError } from "./errors.js";

/** UTF-8 bytes that count as one token where no counter is given: on the safe side for most text. */
export const BYTES_PER_TOKEN = 3;

export type CountTokens = (text: string) => number;

/** The counter that bounds and tests use: a third of the text's UTF-8 bytes, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);
}

/** The caller's counter, checked: a bound that compares with NaN holds nothing. */
export function checkedCounter(
  count: CountTokens = estimateTokens,
  argument = "countTokens",
): CountTokens {
  return (text) => {
    const tokens = count(text);
    if (tokens >= 0) return tokens;
    throw InvalidArgumentError.of(argument, "must return a number of at least 0");
  };
}
