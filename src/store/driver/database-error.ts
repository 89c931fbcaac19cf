import { BackreadError } from "../../model/error-base.js";
import { DatabaseError } from "../../model/store-errors.js";

/** Conditions whose message names only what the statement names, never a value. */
const ABOUT_NAMES: ReadonlySet<string> = new Set([
  "42501",
  "42703",
  "42704",
  "42725",
  "42883",
  "42P01",
  "42P07",
  "42710",
]);

/** Names of what happened, where PostgreSQL's number alone would tell little. */
const CONDITIONS: Readonly<Record<string, string>> = {
  "08007": "it is not known whether the transaction was committed",
  "22003": "a number is out of range",
  "22021": "text is not valid in the database's encoding",
  "22P02": "a value has not the form of its type",
  "22P05": "a character has no place in the database's encoding",
  "23502": "a value is missing",
  "23503": "a row that is named does not exist",
  "23505": "a key exists already",
  "23514": "a value is not allowed",
  "25P02": "a statement of this transaction failed before",
  "40001": "another transaction came between",
  "40P01": "two transactions waited for each other",
  "42601": "a statement is malformed",
  "53300": "the server has no connection left",
  "55P03": "a lock was not to be had",
  "57014": "a statement was cancelled",
  "57P01": "the server is shutting down",
  "57P03": "the server is starting or stopping",
};

/**
 * What a driver threw, without its cause, its detail and (mostly) its message: PostgreSQL quotes
 * rows there. An error of our own passes as it is.
 */
export function databaseError(thrown: unknown): BackreadError {
  if (thrown instanceof BackreadError) return thrown;
  const code = textOf(thrown, "code");
  if (code === null || !isSqlState(code)) return unreachable(code);
  const reason = ABOUT_NAMES.has(code) ? textOf(thrown, "message") : CONDITIONS[code];
  const where = [
    ["table", textOf(thrown, "table") ?? textOf(thrown, "table_name")],
    ["column", textOf(thrown, "column") ?? textOf(thrown, "column_name")],
    ["constraint", textOf(thrown, "constraint") ?? textOf(thrown, "constraint_name")],
  ].flatMap(([kind, name]) => (name === null ? [] : [`${kind} ${name}`]));
  const parts = [reason, ...where].filter((part) => part !== undefined && part !== null);
  return failed(code, parts.join(", "));
}

/** A condition of our own making. */
export function failed(
  sqlState: string,
  reason: string = CONDITIONS[sqlState] ?? "",
): DatabaseError {
  const about = reason === "" ? "" : `: ${reason}`;
  return new DatabaseError(`the database refused (${sqlState})${about}`, { sqlState });
}

export function stateOf(error: unknown): string | null {
  return error instanceof DatabaseError ? error.data.sqlState : null;
}

function unreachable(code: string | null): DatabaseError {
  const about = code === null ? "" : ` (${code})`;
  return new DatabaseError(`the database could not be reached, or did not answer${about}`, {
    sqlState: null,
  });
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}

function textOf(thrown: unknown, key: string): string | null {
  if (typeof thrown !== "object" || thrown === null) return null;
  const value: unknown = Reflect.get(thrown, key);
  return typeof value === "string" && value !== "" ? value : null;
}
