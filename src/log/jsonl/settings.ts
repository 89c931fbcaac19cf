import { InvalidArgumentError } from "../../model/errors.js";
import type { LineLimits } from "./line.js";

/** Bytes fetched at a time. */
export const CHUNK_BYTES = 131_072;
/** Longest line that is read; a longer one is malformed. */
export const MAX_LINE_BYTES = 67_108_864;

/** A line that is no message. */
export interface JsonlIssue {
  /** Byte offset of the line. */
  readonly at: number;
  /** Counted from 1; null where the file has not been read up to its head. */
  readonly line: number | null;
  readonly reason: string;
}

export interface JsonlOptions {
  /**
   * A malformed line is passed to `onIssue` and skipped, or ends the read with `MalformedRowError`.
   * By default reported when there is an `onIssue`; otherwise it fails, so that none is lost silently.
   */
  readonly onMalformed?: "report" | "fail";
  /** Called once for each malformed line that a read passes, latest line first. */
  readonly onIssue?: (issue: JsonlIssue) => void;
  /**
   * A last line without a newline is taken as soon as it is a whole message (`take`, the default), or
   * only when its newline is there (`leave`). What is no message yet is left for a later read.
   */
  readonly unterminated?: "take" | "leave";
  /** `CHUNK_BYTES` unless given. */
  readonly chunkBytes?: number;
  /** `MAX_LINE_BYTES` unless given. */
  readonly maxLineBytes?: number;
}

/** Options that were checked, defaults filled in. */
export interface JsonlSettings {
  /** Null where a malformed line fails. */
  readonly onIssue: ((issue: JsonlIssue) => void) | null;
  readonly leaveUnterminated: boolean;
  readonly limits: LineLimits;
}

export function jsonlSettings(options: JsonlOptions): JsonlSettings {
  const { onIssue, chunkBytes = CHUNK_BYTES, maxLineBytes = MAX_LINE_BYTES } = options;
  const { onMalformed = onIssue === undefined ? "fail" : "report" } = options;
  if (onMalformed === "report" && onIssue === undefined) {
    throw InvalidArgumentError.of("onIssue", 'is needed where onMalformed is "report"');
  }
  checkPositive("chunkBytes", chunkBytes);
  checkPositive("maxLineBytes", maxLineBytes);
  return {
    onIssue: onMalformed === "fail" ? null : (onIssue ?? null),
    leaveUnterminated: options.unterminated === "leave",
    limits: { chunkBytes, maxLineBytes },
  };
}

export function checkPositive(argument: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw InvalidArgumentError.of(argument, "must be a whole number of at least 1");
}
