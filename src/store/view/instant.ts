import { InvalidArgumentError } from "../../model/errors.js";
import { instantOfMicros, microsOfInstant } from "../instant.js";

/** An ISO instant in UTC, to the microsecond. Errors: `InvalidArgumentError` for what is none. */
export function readInstant(argument: string, text: string): string {
  const micros = microsOfInstant(text);
  if (micros !== null) return instantOfMicros(micros);
  throw InvalidArgumentError.of(argument, "must be an ISO 8601 instant with a zone, since 1970");
}

/** SQL for an instant in UTC, microseconds kept. */
export function instantSql(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The same instant without the zeros that say nothing. */
export function shortInstant(text: string): string {
  return text.replace(/\.?0+Z$/, "Z");
}
