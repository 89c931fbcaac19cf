import { InvalidArgumentError } from "../model/errors.js";

/** The longest time that a timer keeps; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** An option that counts something. */
export function positive(name: string, value: number): number {
  return upTo(Number.MAX_SAFE_INTEGER, name, value);
}

/** An option that is a time to wait. */
export function milliseconds(name: string, value: number): number {
  return upTo(LONGEST_TIMER_MS, name, value);
}

function upTo(most: number, name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0 && value <= most) return value;
  throw InvalidArgumentError.of(name, `must be a whole number from 1 to ${most}`);
}
