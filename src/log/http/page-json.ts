import { parseExactJson } from "../../model/exact-json.js";
import type { Message, Sequence } from "../../model/message.js";
import { decodeMessage, formatMessageLine } from "../../model/message-json.js";
import { MalformedPageError } from "../../model/page-errors.js";
import type { Page } from "../port.js";

/**
 * The page as JSON. Once its rows fill `budget` bytes the page ends, at least one row in, with a
 * cursor to go on from: a reader takes a short page, but not an endless one.
 */
export function encodePage({ messages, nextBefore }: Page, budget: number): string {
  const rows: string[] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  let cursor = nextBefore;
  for (const message of messages) {
    const row = formatMessageLine(message);
    bytes += encoder.encode(row).length + 1;
    if (bytes > budget && rows.length > 0) {
      cursor = messages[rows.length - 1]?.sequence ?? null;
      break;
    }
    rows.push(row);
  }
  return `{"messages":[${rows.join(",")}],"next_before":${JSON.stringify(cursor)}}`;
}

/** Reads a page back; throws `MalformedPageError` for anything else. No inherited key is read. */
export function decodePage(text: string): Page {
  const page = parse(text);
  if (!isRecord(page)) throw MalformedPageError.of("it is not an object");
  if (!Object.hasOwn(page, "messages") || !Array.isArray(page["messages"]))
    throw MalformedPageError.of("it has no list of messages");
  const rows: readonly unknown[] = page["messages"];
  const messages = rows.map((row, index) => decodeRow(row, index));
  return { messages, nextBefore: decodeCursor(page) };
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw MalformedPageError.of("it is not JSON");
  }
}

function decodeRow(value: unknown, index: number): Message {
  const decoded = decodeMessage(value);
  if (!decoded.ok) throw MalformedPageError.of(`row ${index}: ${decoded.reason}`);
  return decoded.message;
}

function decodeCursor(page: Readonly<Record<string, unknown>>): Sequence | null {
  const cursor = Object.hasOwn(page, "next_before") ? page["next_before"] : undefined;
  if (cursor === null) return null;
  // A missing cursor is not the end of a log: an answer that was cut or renamed must not look whole.
  if (typeof cursor !== "number" || !Number.isSafeInteger(cursor) || cursor < 0)
    throw MalformedPageError.of("next_before is neither null nor a safe integer >= 0");
  return cursor;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
