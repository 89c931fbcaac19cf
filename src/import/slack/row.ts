import type { Author } from "../../model/message.js";
import { service, speaker, type Draft, type DraftSource } from "../draft.js";
import {
  field,
  nonEmpty,
  recordField,
  recordsField,
  textField,
  type JsonRecord,
} from "../fields.js";
import type { Where } from "../item.js";
import type { LeftOut } from "../left-out.js";
import { microsOfSeconds } from "../time.js";
import { blockTexts } from "./blocks.js";
import { nameOf, SLACKBOT, type SlackUsers } from "./users.js";

/** Subtypes of rows that somebody said; every other subtype is a service row. */
const SPEECH: ReadonlySet<string> = new Set([
  "bot_message",
  "file_comment",
  "file_mention",
  "file_share",
  "me_message",
  "reply_broadcast",
  "slackbot_response",
  "thread_broadcast",
]);

export interface SlackContext {
  readonly where: Where;
  readonly chatId: string;
  readonly users: SlackUsers;
  readonly leftOut: LeftOut;
  /** What is known of the channel. */
  readonly source: DraftSource;
}

/** A row with the time that every row of an export has. */
export interface TimedDraft extends Draft {
  readonly micros: number;
  readonly at: string;
}

/** A row of a day file; null where `ts`, which is its time and its id, is not there or no time. */
export function slackDraft(row: JsonRecord, context: SlackContext): TimedDraft | null {
  const ts = textField(row, "ts");
  const micros = ts === null ? null : microsOfSeconds(ts);
  if (ts === null || micros === null) return null;
  const thread = nonEmpty(row, "thread_ts");
  return {
    where: context.where,
    micros,
    chatId: context.chatId,
    author: authorOf(row, context.users),
    content: contentOf(row, context),
    at: ts,
    sourceId: ts,
    replyTo: thread === ts ? null : thread,
    source: thread === null ? context.source : { ...context.source, threadKey: thread },
  };
}

export function isBroadcast(row: JsonRecord): boolean {
  return textField(row, "subtype") === "thread_broadcast";
}

function authorOf(row: JsonRecord, users: SlackUsers): Author {
  const subtype = nonEmpty(row, "subtype");
  // A comment on a file names its author only inside.
  const user = nonEmpty(row, "user") ?? nonEmpty(recordField(row, "comment") ?? {}, "user");
  const known = user === null ? undefined : users.get(user);
  if (subtype !== null && !SPEECH.has(subtype)) return service(subtype, known?.label ?? user);
  const bot = nonEmpty(row, "bot_id") ?? nonEmpty(recordField(row, "bot_profile") ?? {}, "id");
  const isAgent =
    known?.bot === true ||
    subtype === "bot_message" ||
    user === SLACKBOT ||
    (known === undefined && bot !== null);
  const label = known?.label ?? labelIn(row);
  return speaker(isAgent ? "agent" : "person", user ?? bot ?? "", label);
}

/** The name that a row itself gives its author. */
function labelIn(row: JsonRecord): string | null {
  return (
    nonEmpty(row, "username") ??
    nameOf({ profile: recordField(row, "user_profile") ?? {} }) ??
    nonEmpty(recordField(row, "bot_profile") ?? {}, "name")
  );
}

/** The text as Slack wrote it; where there is none, what the row shows instead. */
function contentOf(row: JsonRecord, { where, leftOut }: SlackContext): string {
  const text = textField(row, "text") ?? "";
  const attachments = recordsField(row, "attachments");
  const files = [...recordsField(row, "files"), recordField(row, "file") ?? {}]
    .map((file) => nonEmpty(file, "name") ?? nonEmpty(file, "title"))
    .filter((name) => name !== null);
  if (text === "")
    return [...blockTexts(field(row, "blocks")), ...attachments.flatMap(lines), ...files].join(
      "\n",
    );
  if (files.length > 0 || attachments.length > 0) leftOut.note(where);
  return text;
}

function lines(attachment: JsonRecord): string[] {
  const said = [
    nonEmpty(attachment, "pretext"),
    nonEmpty(attachment, "title"),
    nonEmpty(attachment, "text"),
    ...blockTexts(field(attachment, "blocks")),
  ].filter((line) => line !== null);
  const fallback = nonEmpty(attachment, "fallback");
  return said.length > 0 || fallback === null ? said : [fallback];
}
