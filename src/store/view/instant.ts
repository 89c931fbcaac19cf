import { InvalidArgumentError } from "../../model/errors.js";

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** Whether a text is an ISO 8601 instant: a calendar date that exists, a time and a zone. */
export function isInstant(text: string): boolean {
  const [, year, month, day] = INSTANT.exec(text) ?? [];
  if (year === undefined || year === "0000") return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/** Errors: `InvalidArgumentError` for a text that is no instant. */
export function checkInstant(argument: string, text: string): string {
  if (isInstant(text)) return text;
  throw InvalidArgumentError.of(argument, "must be an ISO 8601 instant with a zone");
}

/** SQL for an instant in UTC, microseconds kept. */
export function instantSql(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The same instant without the zeros that say nothing. */
export function shortInstant(text: string): string {
  return text.replace(/(\.\d*?)0*Z$/, "$1Z").replace(".Z", "Z");
}
