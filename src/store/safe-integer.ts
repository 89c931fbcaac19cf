import { InvalidArgumentError } from "../model/errors.js";

/** An `int8` as a number; throws where a number cannot hold it. */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new InvalidArgumentError(`an integer of the database is beyond 2^53: ${text}`, {
      argument: "int8",
      reason: "is too large",
    });
  return value;
}
