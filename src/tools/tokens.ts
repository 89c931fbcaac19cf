import { InvalidArgumentError } from "../model/errors.js";
import { BYTES_PER_TOKEN } from "./bounds.js";

export type CountTokens = (json: string) => number;

/** The counter that bounds and tests use: a third of the text's UTF-8 bytes, rounded up. */
export function estimateTokens(json: string): number {
  return Math.ceil(new TextEncoder().encode(json).length / BYTES_PER_TOKEN);
}

/** The caller's counter, checked: a bound that compares with NaN holds nothing. */
export function checkedCounter(count: CountTokens = estimateTokens): CountTokens {
  return (json) => {
    const tokens = count(json);
    if (tokens >= 0) return tokens;
    throw InvalidArgumentError.of("countTokens", "must return a number of at least 0");
  };
}
