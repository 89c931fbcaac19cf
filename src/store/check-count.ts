import { InvalidArgumentError } from "../model/errors.js";

/** Errors: `InvalidArgumentError` for what is no whole number from `least` on. */
export function checkCount(argument: string, count: number, least = 1): void {
  if (Number.isSafeInteger(count) && count >= least) return;
  throw InvalidArgumentError.of(argument, `must be a whole number of at least ${least}`);
}
