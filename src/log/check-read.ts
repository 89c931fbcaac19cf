import { InvalidArgumentError } from "../model/errors.js";
import type { Sequence } from "../model/message.js";

/** Refuses a read that no log has an answer for, before it costs anything. */
export function checkRead(before: Sequence | null, limit: number): void {
  if (before !== null && !isSequence(before))
    throw InvalidArgumentError.of("before", "must be null or a whole number from 0 to 2^53-1");
  if (!isSequence(limit) || limit === 0)
    throw InvalidArgumentError.of("limit", "must be a whole number of at least 1");
}

/** Whether a number can stand for a row. */
export function isSequence(value: number): value is Sequence {
  return Number.isSafeInteger(value) && value >= 0;
}
