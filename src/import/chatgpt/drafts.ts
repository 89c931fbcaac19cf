import type { Author } from "../../model/message.js";
import { service, speaker, type Draft, type DraftItem } from "../draft.js";
import { field, nonEmpty, recordField, textField, type JsonRecord } from "../fields.js";
import { kept, type Where } from "../item.js";
import { microsOfSeconds } from "../time.js";
import { chatgptText } from "./text.js";

/** A conversation whose path is known. */
export interface ChatgptConversation {
  readonly conversation: JsonRecord;
  readonly path: readonly JsonRecord[];
  readonly where: Where;
  readonly chatId: string;
}

/**
 * The rows of a path. A row stands where the path has it: one without a time, or older than the row
 * before it, is placed at that row's time.
 */
export function* chatgptDrafts(input: ChatgptConversation): Generator<DraftItem> {
  const { where } = input;
  let last = timeOf(input.conversation);
  let marked = 0;
  for (const node of input.path) {
    const message = recordField(node, "message");
    if (message === null) continue;
    const { content, unread } = chatgptText(recordField(message, "content") ?? {});
    if (unread) marked++;
    if (content === "") continue;
    const own = timeOf(message);
    if (own === null && last !== null)
      yield kept(where, "missing_time", "no time: kept behind the row before it");
    else if (own !== null && own < (last ?? 0))
      yield kept(where, "out_of_order", "older than the row that it answers, put behind it");
    last = own === null || last === null ? (own ?? last) : Math.max(own, last);
    yield { type: "draft", draft: draftOf(node, input, { content, own, micros: last }) };
  }
  if (marked > 0)
    yield kept(where, "left_out", `messages with parts that are no text, marked: ${marked}`);
}

function draftOf(
  node: JsonRecord,
  { conversation, where, chatId }: ChatgptConversation,
  said: { readonly content: string; readonly own: number | null; readonly micros: number | null },
): Draft {
  const message = recordField(node, "message") ?? {};
  const chatName = nonEmpty(conversation, "title");
  return {
    where,
    micros: said.micros,
    chatId,
    author: authorOf(message),
    content: said.content,
    at: textField(message, "create_time"),
    sourceId: nonEmpty(message, "id") ?? nonEmpty(node, "id"),
    replyTo: null,
    source: { sentAt: said.own, ...(chatName === null ? {} : { chatName }) },
  };
}

const THINKING: ReadonlySet<string> = new Set(["thoughts", "reasoning_recap"]);

/** Only what was said and shown is anybody's speech. */
function authorOf(message: JsonRecord): Author {
  const who = recordField(message, "author") ?? {};
  const role = nonEmpty(who, "role") ?? "unknown";
  const name = nonEmpty(who, "name");
  const recipient = nonEmpty(message, "recipient") ?? "all";
  const type = nonEmpty(recordField(message, "content") ?? {}, "content_type") ?? "text";
  if (role === "tool") return service("tool", name);
  if (role === "assistant" && recipient !== "all") return service("tool_use", recipient);
  if (THINKING.has(type)) return service("thinking", null);
  if (isHidden(message)) return service("hidden", role);
  if (role === "user") return speaker("person", "user", name);
  return role === "assistant" ? speaker("agent", "assistant", name) : service(role, name);
}

function isHidden(message: JsonRecord): boolean {
  const metadata = recordField(message, "metadata") ?? {};
  return (
    field(metadata, "is_visually_hidden_from_conversation") === true ||
    field(metadata, "is_user_system_message") === true
  );
}

/** Seconds, written as a double's shortest text: seven decimals happen, and six are a microsecond. */
function timeOf(record: JsonRecord): number | null {
  const text = textField(record, "create_time");
  return text === null ? null : microsOfSeconds(text.replace(/(\.\d{6})\d+$/, "$1"));
}
