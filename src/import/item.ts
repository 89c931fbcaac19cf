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
  | "ambiguous_date"
  | "broken_chain"
  | "gap"
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

/**
 * Who could read the chat that a row was written to, in the source's own terms: everybody of the
 * workspace, server or group that the export is of (`public`: not the world), the members of a
 * closed channel, two people, or a closed circle of more.
 */
export type SourceAudience = "public" | "private" | "dm" | "group_dm";

/**
 * What a source tells of a row beside the row itself. A member that is not there is not known; none
 * is ever guessed.
 */
export interface MessageSource {
  /** The chat's name as people see it. */
  readonly chatName?: string;
  /**
   * Microseconds since 1970 of the time that the source itself gives the row; its sequence may
   * differ, for rows stand in one order and no two share a number.
   */
  readonly sentAt?: number;
  /**
   * Where a row without an id stands in a folder or zip: `PATH:N`, the Nth row (from 1) of the file
   * at that path in it. What else lies there does not change it, as it changes sequences.
   */
  readonly place?: string;
  /** `YYYY-MM-DDTHH:MM[:SS]` where the source gives a date and a time of day and no zone. */
  readonly localTime?: string;
  /** The source id of what the row answers, also where that row is not there. */
  readonly replyTo?: string;
  /** The source's own name of the thread that the row is of, its root included. */
  readonly threadKey?: string;
  /** The subject line of a mail. */
  readonly subject?: string;
  /** Words that the row repeats from somebody else, as written; no part of `content`. */
  readonly quoted?: string;
  readonly audience?: SourceAudience;
  /** Author ids of the chat's members at the time of the export. */
  readonly readers?: readonly string[];
  /** Of the readers, those who are guests or of another workspace. */
  readonly guests?: readonly string[];
  /** Of the readers, those whose account was closed. */
  readonly departed?: readonly string[];
}

/** One thing that a reader found. Messages come in ascending order of their sequences. */
export type ImportItem =
  | { readonly type: "message"; readonly message: Message; readonly source?: MessageSource }
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
