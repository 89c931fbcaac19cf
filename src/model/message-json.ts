import { parseExactJson } from "./exact-json.js";
import type { Author, Message, Sequence } from "./message.js";

/** A message as JSON: a line of a JSONL log, or an element of an HTTP page. */
export interface MessageJson {
  readonly sequence: Sequence;
  readonly chat_id: string | null;
  readonly parent: Sequence | null;
  readonly author: Author;
  readonly content: string;
  readonly at?: string;
  readonly source_id?: string;
}

export type DecodedMessage =
  | { readonly ok: true; readonly message: Message }
  /** `reason` names the field that does not fit, and never quotes what stands in it. */
  | { readonly ok: false; readonly reason: string };

/**
 * Reads one message object. Unknown keys are ignored; `chat_id` and `parent` may be missing. Ids and
 * `at` may also be whole numbers and become text. Text is kept as it is, sequences are never rounded.
 */
export function decodeMessage(value: unknown): DecodedMessage {
  try {
    return { ok: true, message: readMessage(asRecord(value, "message")) };
  } catch (error) {
    if (error instanceof Misfit) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Reads one line of JSON; integers above 2^53-1 are not rounded on the way. */
export function parseMessageLine(line: string): DecodedMessage {
  let value: unknown;
  try {
    value = parseExactJson(line);
  } catch {
    return { ok: false, reason: "line is not valid JSON" };
  }
  return decodeMessage(value);
}

/** The plain object that `decodeMessage` reads back as an equal message. */
export function encodeMessage(message: Message): MessageJson {
  return {
    sequence: message.sequence,
    chat_id: message.chatId,
    parent: message.parent,
    author: encodeAuthor(message.author),
    content: message.content,
    ...(message.at === undefined ? {} : { at: message.at }),
    ...(message.sourceId === undefined ? {} : { source_id: message.sourceId }),
  };
}

/** One line of a JSONL log, without its newline. A lone surrogate is written as a `\u` escape. */
export function formatMessageLine(message: Message): string {
  return JSON.stringify(encodeMessage(message));
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** Leaves the nested readers; never leaves this file. */
class Misfit extends Error {}

function readMessage(record: JsonRecord): Message {
  const sequence = sequenceOf(own(record, "sequence"), "sequence");
  const parent = own(record, "parent") ?? null;
  const chatId = own(record, "chat_id") ?? null;
  const at = own(record, "at") ?? null;
  const sourceId = own(record, "source_id") ?? null;
  return {
    sequence,
    chatId: chatId === null ? null : idOf(chatId, "chat_id"),
    parent: parent === null ? null : sequenceOf(parent, "parent"),
    author: readAuthor(asRecord(own(record, "author"), "author")),
    content: textOf(own(record, "content"), "content"),
    ...(at === null ? {} : { at: idOf(at, "at") }),
    ...(sourceId === null ? {} : { sourceId: idOf(sourceId, "source_id") }),
  };
}

function readAuthor(record: JsonRecord): Author {
  const type = own(record, "type");
  switch (type) {
    case "operator":
      return { type };
    case "person":
    case "agent":
      return {
        type,
        id: idOf(own(record, "id"), "author.id"),
        label: textOf(own(record, "label"), "author.label"),
      };
    case "system":
      return {
        type,
        kind: textOf(own(record, "kind"), "author.kind"),
        label: textOf(own(record, "label"), "author.label"),
      };
    default:
      throw new Misfit("author.type must be operator, person, agent or system");
  }
}

function encodeAuthor(author: Author): Author {
  const { type } = author;
  if (type === "operator") return { type };
  if (type === "system") return { type, kind: author.kind, label: author.label };
  return { type, id: author.id, label: author.label };
}

function asRecord(value: unknown, field: string): JsonRecord {
  if (!isRecord(value)) throw new Misfit(`${field} must be an object`);
  return value;
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the object itself says; an inherited key says nothing about a message. */
function own(record: JsonRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function sequenceOf(value: unknown, field: string): Sequence {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new Misfit(`${field} must be a whole number from 0 to 2^53-1`);
  }
  // JSON can spell -0, which is 0 here but prints and compares as something else elsewhere.
  return value === 0 ? 0 : value;
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== "string") throw new Misfit(`${field} must be text`);
  return value;
}

function idOf(value: unknown, field: string): string {
  if (typeof value === "string") return value;
  if (Number.isSafeInteger(value)) return String(value);
  throw new Misfit(`${field} must be text or a whole number`);
}
