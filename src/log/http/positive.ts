import { InvalidArgumentError } from "../../model/errors.js";

/** An option that counts something. */
export function positive(
  name: string,
  value: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value > 0 && value <= most) return value;
  throw InvalidArgumentError.of(name, `must be a whole number from 1 to ${most}`);
}
