import { UnknownFormatError } from "../model/import-errors.js";
import { field, isRecord, type JsonRecord } from "./fields.js";
import { parseIrcLine } from "./irc.js";
import { startsWith } from "./source.js";

/** What a single source can be; a Slack export comes as a folder or as its zip. */
export type Format = "rows" | "slack-zip" | "discord" | "telegram" | "irc";

/** What the readers understand, in words. */
export const UNDERSTOOD: readonly string[] = [
  "JSON Lines or a JSON array of messages (our own shape, a known one, or any with a field map)",
  "a Slack workspace export, zipped or as a folder",
  "a DiscordChatExporter JSON file",
  "a Telegram result.json",
  "an IRC log",
];

const ZIP_MAGICS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];

/**
 * Which reader fits, by the first bytes (gzip undone; `HEAD_BYTES` of them do) and, where they
 * leave it open, by the name. Errors: `UnknownFormatError` with what is understood.
 */
export function detect(name: string, head: Uint8Array): Format {
  if (ZIP_MAGICS.some((magic) => startsWith(head, magic))) return "slack-zip";
  const text = new TextDecoder().decode(head).trimStart();
  const format = hasRowsName(name) ? "rows" : formatOf(text);
  if (format !== null) return format;
  const reason = text === "" ? "it is empty" : "its format is not known";
  const message = `${name}: ${reason}; understood are: ${UNDERSTOOD.join("; ")}`;
  throw new UnknownFormatError(message, { file: name, reason, understood: UNDERSTOOD });
}

function hasRowsName(name: string): boolean {
  return /\.(jsonl|ndjson)(\.gz)?$/i.test(name);
}

function formatOf(text: string): Format | null {
  // A log's line begins with a bracket too, so it is asked for before the JSON array.
  if (isIrc(text)) return "irc";
  if (text.startsWith("[")) return "rows";
  return text.startsWith("{") ? objectFormat(text) : null;
}

/** Lines looked at, since a log may begin with a remark of its client. */
const IRC_LINES = 5;

function isIrc(text: string): boolean {
  const lines = text.split(/\r?\n/, IRC_LINES);
  // Without a time of day, `* word` could be a list in any text.
  return lines.some((line) => /^(\[?\d|===)/.test(line) && parseIrcLine(line) !== null);
}

/** A whole object on the first line can be looked into; of a longer one only the front is there. */
function objectFormat(text: string): Format | null {
  const line = parseRecord(/^.*/.exec(text)?.[0] ?? "") ?? parseRecord(text);
  if (line === null) return frontFormat(text);
  if (isRecord(field(line, "channel")) && Array.isArray(field(line, "messages"))) return "discord";
  return isTelegram(line) ? "telegram" : "rows";
}

function isTelegram(document: JsonRecord): boolean {
  if (isRecord(field(document, "chats")) || isRecord(field(document, "left_chats"))) return true;
  return Array.isArray(field(document, "messages")) && Object.hasOwn(document, "type");
}

/** Both exporters write their documents' members in one order. */
function frontFormat(text: string): Format | null {
  const first = /^\{\s*"(\w+)"\s*:\s*(["{[\d]?)/.exec(text);
  const [, name, value] = first ?? [];
  if (name === "guild" && value === "{") return "discord";
  if (name === "about" || name === "personal_information" || name === "chats") return "telegram";
  if (/"messages"\s*:\s*\[/.test(text)) {
    if (/"channel"\s*:\s*\{/.test(text)) return "discord";
    if (/"type"\s*:\s*"/.test(text)) return "telegram";
  }
  return null;
}

function parseRecord(text: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
