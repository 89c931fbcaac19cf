import type { Sequence } from "../model/message.js";
import {
  CursorAfterOldestError,
  CursorDidNotAdvanceError,
  DuplicateSequenceError,
  EmptyPageCursorError,
  MalformedPageError,
  PageNotDescendingError,
  PageOutOfRangeError,
  PageTooLargeError,
} from "../model/page-errors.js";
import { isSequence } from "./check-read.js";
import type { Page } from "./port.js";

/** What was asked of the log when it answered with a page. */
export interface PageRequest {
  readonly before: Sequence | null;
  readonly limit: number;
}

/**
 * Throws the first way in which a page breaks the contract; otherwise adds its rows to `seen`, the
 * sequences of the walk so far. The order of the checks is part of the contract: size, cursor of an
 * empty page, then row by row (repeated before out of range before order), then the next cursor.
 */
export function validatePage(page: Page, request: PageRequest, seen: Set<Sequence>): void {
  checkShape(page);
  const { messages, nextBefore } = page;
  if (messages.length > request.limit) throw PageTooLargeError.of(request.limit, messages.length);
  if (messages.length === 0) {
    if (nextBefore !== null) throw EmptyPageCursorError.of(nextBefore);
    return;
  }
  const oldest = checkRows(page, request.before, seen);
  if (nextBefore === null) return;
  if (request.before !== null && nextBefore >= request.before)
    throw CursorDidNotAdvanceError.of(request.before, nextBefore);
  if (nextBefore > oldest) throw CursorAfterOldestError.of(nextBefore, oldest);
}

function checkRows(page: Page, before: Sequence | null, seen: Set<Sequence>): Sequence {
  let previous: Sequence | null = null;
  for (const { sequence } of page.messages) {
    if (seen.has(sequence)) throw DuplicateSequenceError.of(sequence);
    if (before !== null && sequence >= before) throw PageOutOfRangeError.of(sequence, before);
    if (previous !== null && sequence >= previous)
      throw PageNotDescendingError.of(previous, sequence);
    seen.add(sequence);
    previous = sequence;
  }
  return previous ?? 0;
}

/** A host in plain JavaScript can answer anything; what is not a page must not be read as one. */
function checkShape(page: Page): void {
  const answer: unknown = page;
  if (typeof answer !== "object" || answer === null || !Array.isArray(page.messages))
    throw MalformedPageError.of("it is not {messages, nextBefore}");
  if (page.nextBefore !== null && !isSequence(page.nextBefore))
    throw MalformedPageError.of("nextBefore is neither null nor a safe integer >= 0");
  for (const [index, message] of page.messages.entries()) {
    const reason = malformed(message);
    if (reason !== null) throw MalformedPageError.of(`row ${index}: ${reason}`);
  }
}

function malformed(row: unknown): string | null {
  if (!isRecord(row)) return "not an object";
  const { sequence, parent, chatId, content, author } = row;
  if (!isSequence(sequence)) return "sequence is not a safe integer >= 0";
  if (parent !== null && !isSequence(parent)) return "parent is neither null nor a sequence";
  if (chatId !== null && typeof chatId !== "string") return "chatId is neither null nor a string";
  if (typeof content !== "string") return "content is not a string";
  if (!isRecord(author)) return "author is not an object";
  return null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
