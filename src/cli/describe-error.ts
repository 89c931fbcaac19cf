import { BackreadError } from "../model/error-base.js";
import {
  AbortedError,
  InvalidPatternError,
  RegexBudgetError,
  RowOutOfOrderError,
} from "../model/errors.js";
import { UnknownFormatError } from "../model/import-errors.js";
import { ReadError } from "../model/page-errors.js";
import { EXIT, type ExitCode } from "./io.js";
import { printable } from "./printable.js";
import { coverageText } from "./render-coverage.js";
import { UsageError } from "./usage-error.js";

export interface DescribedError {
  /** What is wrong and what to do about it. */
  readonly line: string;
  readonly code: ExitCode;
}

export function describeError(error: unknown): DescribedError {
  if (error instanceof AbortedError) {
    const covered = coverageText(error.data.coverage, (before) => `add --before ${before}`);
    return { line: covered, code: EXIT.interrupted };
  }
  const advice = adviceFor(error);
  const line = printable(`${messageOf(error)}${advice === null ? "" : `; ${advice}`}`);
  return { line, code: EXIT.bad };
}

function messageOf(error: unknown): string {
  // "session log read failed" says less than why it did.
  if (error instanceof ReadError && error.cause instanceof Error) return messageOf(error.cause);
  if (error instanceof UnknownFormatError) return `${error.data.file}: ${error.data.reason}`;
  return error instanceof Error ? error.message : String(error);
}

function adviceFor(error: unknown): string | null {
  if (error instanceof UsageError) return error.advice;
  if (error instanceof ReadError) return adviceFor(error.cause);
  if (error instanceof InvalidPatternError)
    return "expressions are in RE2 syntax; without the slashes a query is text";
  if (error instanceof RegexBudgetError)
    return error.data.budget === "work"
      ? "--desk narrows a search"
      : "make it shorter, or repeat less";
  if (error instanceof RowOutOfOrderError)
    return "--format rows reads it whole and lists what is out of order";
  if (error instanceof UnknownFormatError)
    return `understood are: ${error.data.understood.join("; ")}`;
  return error instanceof BackreadError ? null : "BACKREAD_DEBUG=1 shows where";
}
