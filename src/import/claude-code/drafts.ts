import type { Author } from "../../model/message.js";
import { service, speaker, type Draft } from "../draft.js";
import { field, nonEmpty, recordField, textField, type JsonRecord } from "../fields.js";
import type { Where } from "../item.js";
import { microsOfIso } from "../time.js";
import { blockParts, type Part } from "./parts.js";

export interface LineContext {
  readonly where: Where;
  readonly chatId: string;
  readonly sidechain: boolean;
}

/** The rows of a line, empty parts left out; null for a line that is no message at all. */
export function sessionDrafts(line: JsonRecord, context: LineContext): Draft[] | null {
  const parts = partsOf(line);
  if (parts === null) return null;
  const uuid = nonEmpty(line, "uuid");
  const at = textField(line, "timestamp");
  const author = authorOf(line, context.sidechain);
  return parts.map(({ index, kind, label, text }, nth) => ({
    where: context.where,
    micros: at === null ? null : microsOfIso(at),
    chatId: context.chatId,
    author: kind === "text" ? ownerOf(author, text) : service(kind, label),
    content: text,
    at,
    // The first row keeps the line's own id, so that what names the line finds it.
    sourceId: uuid === null || nth === 0 ? uuid : `${uuid}#${index}`,
    replyTo: null,
  }));
}

function partsOf(line: JsonRecord): Part[] | null {
  const message = recordField(line, "message");
  if (message !== null) return blockParts(field(message, "content"));
  const type = textField(line, "type");
  if (type === "summary") return blockParts(textField(line, "summary"));
  return type === "system" ? blockParts(textField(line, "content")) : null;
}

/** Who the text of a line is by. */
function authorOf(line: JsonRecord, sidechain: boolean): Author {
  const message = recordField(line, "message") ?? {};
  const type = nonEmpty(line, "type") ?? nonEmpty(message, "role") ?? "unknown";
  const is = (flag: string): boolean => field(line, flag) === true;
  if (type === "user") {
    if (is("isCompactSummary")) return service("summary", null);
    if (is("isMeta")) return service("meta", null);
    return sidechain ? service("prompt", null) : speaker("person", "user", null);
  }
  if (type === "assistant")
    return is("isApiErrorMessage") || nonEmpty(message, "model") === "<synthetic>"
      ? service("api_error", null)
      : speaker("agent", "assistant", null);
  return service(type === "system" ? (nonEmpty(line, "subtype") ?? type) : type, null);
}

/** The client writes what a command printed as if the user had said it. */
const COMMAND_OUTPUT = /^<(?:local-command|bash)-std(?:out|err)>/;

function ownerOf(author: Author, text: string): Author {
  return author.type === "person" && COMMAND_OUTPUT.test(text)
    ? service("command_output", null)
    : author;
}
