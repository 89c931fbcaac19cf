import type { Message } from "../model/message.js";
import type { Desk } from "../model/roster.js";

/** What is wrong, as a stable word. */
export type IssueCode =
  | "malformed"
  | "too_large"
  | "invalid_utf8"
  | "broken_off"
  | "missing_time"
  | "missing_root"
  | "repeated_id"
  | "repeated_broadcast"
  | "empty_author"
  | "unknown_author_type"
  | "unusable_sequence"
  | "out_of_order"
  | "left_out"
  | "unknown_line"
  | "not_read";

/**
 * What became of what the issue is about: the row was kept, or skipped, or the rest of the file
 * (how many rows that is cannot be known) was not read.
 */
export type IssueEffect = "kept" | "skipped" | "stopped";

/** Where in a source. */
export interface Where {
  /** The name or path that the caller gave, or the path inside a zip. */
  readonly file: string;
  /** Byte offset of the line, or index of the row (from 0) in its JSON array. */
  readonly at: number;
  readonly unit: "byte" | "row";
  /** Line from 1, where the source has lines. */
  readonly line?: number;
}

/** Something of a source that could not be taken as it stands. Holds no text of the source. */
export interface ImportIssue extends Where {
  readonly code: IssueCode;
  readonly reason: string;
  readonly effect: IssueEffect;
}

/** One thing that a reader found. Messages come in ascending order of their sequences. */
export type ImportItem =
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "desk"; readonly desk: Desk }
  | { readonly type: "issue"; readonly issue: ImportIssue };

export type IssueItem = Extract<ImportItem, { type: "issue" }>;
export type DeskItem = Extract<ImportItem, { type: "desk" }>;

/** An issue about a row that stays. */
export function kept(where: Where, code: IssueCode, reason: string): IssueItem {
  return issue(where, { code, reason, effect: "kept" });
}

/** An issue about a row that is left out. */
export function skipped(where: Where, code: IssueCode, reason: string): IssueItem {
  return issue(where, { code, reason, effect: "skipped" });
}

/** An issue that ends the reading of its file. */
export function stopped(where: Where, code: IssueCode, reason: string): IssueItem {
  return issue(where, { code, reason, effect: "stopped" });
}

function issue(
  where: Where,
  what: { readonly code: IssueCode; readonly reason: string; readonly effect: IssueEffect },
): IssueItem {
  return { type: "issue", issue: { ...where, ...what } };
}
