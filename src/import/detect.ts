import { UnknownFormatError } from "../model/import-errors.js";
import { isSessionLine, LOGLINES } from "./claude-code/claude-code.js";
import { field, isRecord, type JsonRecord } from "./fields.js";
import { parseIrcLine } from "./irc.js";
import { isMailSeparator } from "./mbox/mails.js";
import { startsWith } from "./source.js";
import { parseHeader } from "./whatsapp/header.js";

/** What a single source can be. A zip is a Slack export, or holds the files of another format. */
export type Format =
  | "rows"
  | "slack-zip"
  | "discord"
  | "telegram"
  | "irc"
  | "chatgpt"
  | "claude-code"
  | "whatsapp"
  | "mbox";

/** What the readers understand, in words. */
export const UNDERSTOOD: readonly string[] = [
  "JSON Lines or a JSON array of messages (our own shape, a known one, or any with a field map)",
  "a Slack workspace export, zipped or as a folder",
  "a DiscordChatExporter JSON file",
  "a Telegram result.json",
  "an IRC log",
  "a ChatGPT conversations.json",
  "a Claude Code session (JSONL)",
  "a WhatsApp chat (text, or zipped)",
  "a mailbox (mbox)",
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
  const format = isSession(text)
    ? "claude-code"
    : hasRowsName(name)
      ? "rows"
      : formatOf(text, name);
  if (format !== null) return format;
  const reason = text === "" ? "it is empty" : "its format is not known";
  const message = `${name}: ${reason}; understood are: ${UNDERSTOOD.join("; ")}`;
  throw new UnknownFormatError(message, { file: name, reason, understood: UNDERSTOOD });
}

function hasRowsName(name: string): boolean {
  return /\.(jsonl|ndjson)(\.gz)?$/i.test(name);
}

/** Lines looked at, for the first may be torn. */
const SESSION_LINES = 5;

function isSession(text: string): boolean {
  if (LOGLINES.test(text)) return true;
  const lines = text.split(/\r?\n/, SESSION_LINES);
  // The first prompt may be longer than the head; what stands before it tells.
  const front = /^\{"parentUuid":(?:null|"[\w-]+"),[^]*"sessionId":"/.test(lines[0] ?? "");
  return front || lines.some((line) => isSessionLine(parseRecord(line)));
}

function formatOf(text: string, name: string): Format | null {
  // A log's line begins with a bracket too, so it is asked for before the JSON array.
  if (isIrc(text)) return "irc";
  if (isWhatsapp(text, name)) return "whatsapp";
  if (isMailSeparator(/^.*/.exec(text)?.[0] ?? "")) return "mbox";
  if (CONVERSATIONS.test(text)) return "chatgpt";
  if (text.startsWith("[")) return "rows";
  return text.startsWith("{") ? objectFormat(text) : null;
}

/** A conversation's nodes, in an array or an object; a text would show its quotes escaped. */
const CONVERSATIONS = /^[[{][^]*?"mapping"\s*:\s*\{/;

/** Lines looked at, since a file may begin inside a message. */
const WHATSAPP_LINES = 20;

function isWhatsapp(text: string, name: string): boolean {
  const headers = text.split("\n", WHATSAPP_LINES).map(parseHeader);
  if (/whatsapp|_chat\.txt/i.test(name)) return headers.some((header) => header !== null);
  // A date that begins with its year and has no comma behind it is any program's log; a nick is IRC's.
  return headers.some(
    (header) =>
      header !== null &&
      (!header.date.yearFirst || header.at.includes(",")) &&
      !/^[<*]/.test(header.rest),
  );
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
