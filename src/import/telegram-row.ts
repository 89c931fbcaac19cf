import { service, speaker, timeSource, type Draft } from "./draft.js";
import {
  asText,
  field,
  nonEmpty,
  recordField,
  recordsField,
  textField,
  type JsonRecord,
} from "./fields.js";
import type { Where } from "./item.js";
import type { LeftOut } from "./left-out.js";
import { telegramText } from "./telegram-text.js";
import { microsOfIso, microsOfSeconds } from "./time.js";

/** A row of `messages`; null for an object that is neither a message nor a service row. */
export function telegramDraft(row: JsonRecord, where: Where, leftOut: LeftOut): Draft | null {
  const type = field(row, "type");
  if (type !== "message" && type !== "service") return null;
  const date = textField(row, "date");
  const unix = textField(row, "date_unixtime");
  const rest = {
    where,
    micros: timeOf(date, unix),
    chatId: null,
    at: date ?? unix,
    sourceId: textField(row, "id"),
    replyTo: answered(row),
    source: unix === null ? timeSource(date) : {},
  };
  if (type === "service")
    return { ...rest, author: serviceAuthor(row), content: serviceContent(row) };
  const author = speaker("person", textField(row, "from_id") ?? "", nonEmpty(row, "from"));
  return { ...rest, author, content: contentOf(row, () => leftOut.note(where)) };
}

/** An answer to a row of another chat names that chat; no row here has such a key. */
function answered(row: JsonRecord): string | null {
  const id = textField(row, "reply_to_message_id");
  const elsewhere = textField(row, "reply_to_peer_id");
  return id === null || elsewhere === null ? id : `${elsewhere}/${id}`;
}

function timeOf(date: string | null, unix: string | null): number | null {
  const exact = unix === null ? null : microsOfSeconds(unix);
  return exact ?? (date === null ? null : microsOfIso(date));
}

function serviceAuthor(row: JsonRecord): Draft["author"] {
  return service(textField(row, "action") ?? "service", nonEmpty(row, "actor"));
}

/** Service rows mostly have no text; what they tell is put together from their members. */
function serviceContent(row: JsonRecord): string {
  const text = textOf(row);
  if (text !== "") return text;
  const action = textField(row, "action") ?? "service";
  const members = field(row, "members");
  const told = [
    nonEmpty(row, "title"),
    nonEmpty(row, "new_title"),
    Array.isArray(members)
      ? members
          .map(asText)
          .filter((name) => name !== null)
          .join(", ")
      : null,
    textField(row, "message_id"),
  ].filter((part) => part !== null && part !== "");
  return told.length === 0 ? action : `${action}: ${told.join(" ")}`;
}

function contentOf(row: JsonRecord, noteLeftOut: () => void): string {
  const text = textOf(row);
  const media = mediaLines(row);
  if (text !== "" && media.length > 0) noteLeftOut();
  const body = text === "" ? media.join("\n") : text;
  const forwarded = forwardedFrom(row);
  // Somebody else's words: the mark keeps them from reading as the forwarder's own.
  return forwarded === null ? body : `${forwarded}\n${body}`;
}

function forwardedFrom(row: JsonRecord): string | null {
  if (!Object.hasOwn(row, "forwarded_from") && !Object.hasOwn(row, "forwarded_from_id"))
    return null;
  const from = nonEmpty(row, "forwarded_from") ?? nonEmpty(row, "forwarded_from_id");
  return from === null ? "[forwarded]" : `[forwarded from ${from}]`;
}

function textOf(row: JsonRecord): string {
  const text = field(row, "text");
  return telegramText(text === undefined ? field(row, "text_entities") : text);
}

const FILE_FIELDS = ["file_name", "file", "photo"];

function mediaLines(row: JsonRecord): string[] {
  const path = FILE_FIELDS.map((name) => nonEmpty(row, name)).find((name) => name !== null);
  const poll = recordField(row, "poll");
  const place = recordField(row, "location_information");
  const contact = recordField(row, "contact_information");
  return [
    nonEmpty(row, "sticker_emoji"),
    path?.slice(path.lastIndexOf("/") + 1) ?? nonEmpty(row, "media_type"),
    ...(poll === null ? [] : [nonEmpty(poll, "question"), ...options(poll)]),
    nonEmpty(row, "place_name"),
    place === null ? null : `${textField(place, "latitude")}, ${textField(place, "longitude")}`,
    contact === null ? null : nonEmpty(contact, "first_name"),
  ].filter((line) => line !== null && line !== undefined);
}

function options(poll: JsonRecord): (string | null)[] {
  return recordsField(poll, "answers").map((answer) => nonEmpty(answer, "text"));
}
