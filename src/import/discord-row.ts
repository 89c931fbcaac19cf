import { service, speaker, type Draft } from "./draft.js";
import {
  field,
  nonEmpty,
  recordField,
  recordsField,
  textField,
  type JsonRecord,
} from "./fields.js";
import type { Where } from "./item.js";
import type { LeftOut } from "./left-out.js";
import { microsOfIso } from "./time.js";

/** Types that somebody wrote; the exporter names some and leaves others as Discord's numbers. */
const SPEECH: ReadonlySet<string> = new Set([
  "Default",
  "0",
  "Reply",
  "19",
  "ChatInputCommand",
  "ApplicationCommand",
  "20",
  "ContextMenuCommand",
  "23",
]);
const REPLY: ReadonlySet<string> = new Set(["Reply", "19"]);

/** A row of `messages`; null for an object that has nothing of a message. */
export function discordDraft(row: JsonRecord, where: Where, leftOut: LeftOut): Draft | null {
  const id = textField(row, "id");
  if (id === null && textField(row, "content") === null) return null;
  const type = textField(row, "type") ?? "Default";
  const at = textField(row, "timestamp");
  return {
    where,
    micros: at === null ? null : microsOfIso(at),
    chatId: null,
    author: authorOf(row, type),
    content: contentOf(row, () => leftOut.note(where)),
    at,
    sourceId: id,
    replyTo: REPLY.has(type) ? answered(row) : null,
  };
}

function authorOf(row: JsonRecord, type: string): Draft["author"] {
  const author = recordField(row, "author") ?? {};
  const name = nonEmpty(author, "nickname") ?? nonEmpty(author, "name");
  if (!SPEECH.has(type)) return service(type, name);
  const kind = field(author, "isBot") === true ? "agent" : "person";
  return speaker(kind, textField(author, "id") ?? "", name);
}

/** A reply whose target is gone still is a reply, and no row has the empty id. */
function answered(row: JsonRecord): string {
  return textField(recordField(row, "reference") ?? {}, "messageId") ?? "";
}

function contentOf(row: JsonRecord, noteLeftOut: () => void): string {
  const forwarded = forwardOf(row);
  const text = textField(row, "content") ?? "";
  const extras = attached(row);
  if (forwarded !== null) {
    // Somebody else's words: the mark keeps them from reading as the forwarder's own.
    const body = textField(forwarded, "content") ?? "";
    const lines = body === "" ? attached(forwarded) : [body];
    return [...(text === "" ? [] : [text]), "[forwarded]", ...lines].join("\n");
  }
  if (text === "") return extras.join("\n");
  if (extras.length > 0) noteLeftOut();
  return text;
}

/** The forwarded message; empty where the exporter only says that there was one. */
function forwardOf(row: JsonRecord): JsonRecord | null {
  const forwarded = recordField(row, "forwardedMessage");
  if (forwarded !== null) return forwarded;
  const reference = recordField(row, "reference") ?? {};
  return field(reference, "type") === "Forward" ? {} : null;
}

/** What a row carries besides its text, as text: file names, embeds, sticker names. */
function attached(row: JsonRecord): string[] {
  return [
    ...recordsField(row, "attachments").map((file) => nonEmpty(file, "fileName")),
    ...recordsField(row, "embeds").flatMap(embedLines),
    ...recordsField(row, "stickers").map((sticker) => nonEmpty(sticker, "name")),
  ].filter((line) => line !== null);
}

function embedLines(embed: JsonRecord): (string | null)[] {
  const fields = recordsField(embed, "fields").flatMap((entry) => [
    nonEmpty(entry, "name"),
    nonEmpty(entry, "value"),
  ]);
  const footer = nonEmpty(recordField(embed, "footer") ?? {}, "text");
  const said = [nonEmpty(embed, "title"), nonEmpty(embed, "description"), ...fields, footer];
  const name = nonEmpty(recordField(embed, "author") ?? {}, "name");
  const lines = [name, ...said].filter((line) => line !== null);
  return lines.length > 0 ? lines : [nonEmpty(embed, "url")];
}
