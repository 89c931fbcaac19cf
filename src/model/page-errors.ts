import { BackreadError } from "./error-base.js";
import type { Sequence } from "./message.js";

/** The host's log failed to answer a read; `cause` is what it threw. */
export class ReadError extends BackreadError<{ readonly source: string }> {
  readonly code = "read_failed";
  static of(cause: unknown): ReadError {
    const source = cause instanceof Error ? cause.message : textOf(cause);
    return new ReadError("session log read failed", { source }, { cause });
  }
}

/** An object without a prototype, or with one of its own, may not be made a text. */
function textOf(cause: unknown): string {
  try {
    return String(cause);
  } catch {
    return Object.prototype.toString.call(cause);
  }
}

/** A page holds more rows than were asked for. */
export class PageTooLargeError extends BackreadError<{
  readonly requested: number;
  readonly actual: number;
}> {
  readonly code = "page_too_large";
  static of(requested: number, actual: number): PageTooLargeError {
    const message = `session page returned ${actual} rows when at most ${requested} were requested`;
    return new PageTooLargeError(message, { requested, actual });
  }
}

/** A page without rows carries a cursor, so a walk could go on for ever. */
export class EmptyPageCursorError extends BackreadError<{ readonly nextBefore: Sequence }> {
  readonly code = "empty_page_cursor";
  static of(nextBefore: Sequence): EmptyPageCursorError {
    return new EmptyPageCursorError(`empty session page has next cursor ${nextBefore}`, {
      nextBefore,
    });
  }
}

/** A row was served twice in one walk. */
export class DuplicateSequenceError extends BackreadError<{ readonly sequence: Sequence }> {
  readonly code = "duplicate_sequence";
  static of(sequence: Sequence): DuplicateSequenceError {
    return new DuplicateSequenceError(`duplicate session sequence ${sequence}`, { sequence });
  }
}

/** A row is not older than the cursor that asked for it. */
export class PageOutOfRangeError extends BackreadError<{
  readonly sequence: Sequence;
  readonly before: Sequence;
}> {
  readonly code = "page_out_of_range";
  static of(sequence: Sequence, before: Sequence): PageOutOfRangeError {
    const message = `page row ${sequence} is not before exclusive cursor ${before}`;
    return new PageOutOfRangeError(message, { sequence, before });
  }
}

/** Rows of a page are not newest first. */
export class PageNotDescendingError extends BackreadError<{
  readonly previous: Sequence;
  readonly next: Sequence;
}> {
  readonly code = "page_not_descending";
  static of(previous: Sequence, next: Sequence): PageNotDescendingError {
    const message = `page rows are not strictly descending at ${previous} then ${next}`;
    return new PageNotDescendingError(message, { previous, next });
  }
}

/** The next cursor is not older than the one that was just used. */
export class CursorDidNotAdvanceError extends BackreadError<{
  readonly before: Sequence;
  readonly nextBefore: Sequence;
}> {
  readonly code = "cursor_did_not_advance";
  static of(before: Sequence, nextBefore: Sequence): CursorDidNotAdvanceError {
    const message = `session cursor did not advance from ${before} to ${nextBefore}`;
    return new CursorDidNotAdvanceError(message, { before, nextBefore });
  }
}

/** The next cursor is newer than the page's oldest row, so rows would come twice. */
export class CursorAfterOldestError extends BackreadError<{
  readonly nextBefore: Sequence;
  readonly oldest: Sequence;
}> {
  readonly code = "cursor_after_oldest";
  static of(nextBefore: Sequence, oldest: Sequence): CursorAfterOldestError {
    const message = `next cursor ${nextBefore} is newer than oldest row ${oldest}`;
    return new CursorAfterOldestError(message, { nextBefore, oldest });
  }
}

/** What a host answered with is not a page of messages at all. */
export class MalformedPageError extends BackreadError<{ readonly reason: string }> {
  readonly code = "malformed_page";
  static of(reason: string): MalformedPageError {
    return new MalformedPageError(`the log did not answer with a page: ${reason}`, { reason });
  }
}
