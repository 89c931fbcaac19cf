import { documentValues, rowIndex, type NamedSource } from "./document.js";
import { draftItems, type Draft, type DraftItem, type DraftSource } from "./draft.js";
import { asText, isRecord } from "./fields.js";
import { skipped, type ImportItem, type SourceAudience } from "./item.js";
import type { Place } from "./json-stream.js";
import { LeftOut } from "./left-out.js";
import { orderByTime } from "./order.js";
import type { ByteSource } from "./source.js";
import { telegramDraft } from "./telegram-row.js";

export interface TelegramOptions {
  /** Names the source in issues. */
  readonly file?: string;
}

/**
 * Telegram Desktop's `result.json`, of one chat or of an account. Rows are ordered by
 * `date_unixtime` (`date` read as UTC where that is missing), and numbered by it in microseconds;
 * all rows are held until the file ends. The desk is the chat's id, `at` the text of `date`.
 * Replies hang from the root of their chain; service rows become `system` of their `action`. The
 * export does not tell bots apart, but the other side of a chat with a bot is an agent. A row
 * without text has its media named as content. A forwarded text stands below a line
 * `[forwarded from …]`, so that nobody seems to say another's words.
 */
export function readTelegram(
  source: ByteSource,
  options: TelegramOptions = {},
): AsyncGenerator<ImportItem> {
  return orderByTime(telegramDrafts({ source, file: options.file ?? "result.json" }));
}

const CHAT_PATHS = ["", "chats.list.*.", "left_chats.list.*."];
const PATHS = CHAT_PATHS.flatMap((chat) => [
  `${chat}name`,
  `${chat}type`,
  `${chat}id`,
  `${chat}messages.*`,
]);

interface Chat {
  name: string | null;
  type: string | null;
  id: string | null;
  readonly drafts: Draft[];
}

export async function* telegramDrafts(input: NamedSource): AsyncGenerator<DraftItem> {
  const chats = new Map<string, Chat>();
  const leftOut = new LeftOut();
  for await (const item of documentValues(input, PATHS)) {
    if (item.type === "issue") {
      yield item;
      continue;
    }
    const { chat, member } = locate(chats, item.place);
    const at = rowIndex(item.place);
    if (at === null) {
      if (member === "name" || member === "type" || member === "id")
        chat[member] = asText(item.value);
      continue;
    }
    const list = item.place.length > 2 ? `#${item.place.slice(0, -2).join(".")}` : "";
    const where = { file: input.file + list, at, unit: "row" } as const;
    const draft = isRecord(item.value) ? telegramDraft(item.value, where, leftOut) : null;
    if (draft === null) yield skipped(where, "malformed", "the row is not a message object");
    else chat.drafts.push(draft);
  }
  // A chat's own names may stand behind its messages, so no row leaves before the end.
  for (const chat of chats.values()) yield* finished(chat);
  yield* leftOut.report();
}

function locate(chats: Map<string, Chat>, place: Place): { chat: Chat; member: unknown } {
  const isRow = typeof place.at(-1) === "number";
  const above = place.slice(0, isRow ? -2 : -1);
  const key = above.join(".");
  let chat = chats.get(key);
  if (chat === undefined) {
    chat = { name: null, type: null, id: null, drafts: [] };
    chats.set(key, chat);
  }
  return { chat, member: place.at(-1) };
}

function* finished(chat: Chat): Generator<DraftItem> {
  const { id, name } = chat;
  if (id !== null) yield { type: "desk", desk: { id, name: name ?? id, description: null } };
  const source = sourceOf(chat);
  const bot = chat.type === "bot_chat" && id !== null ? `user${id}` : null;
  for (const draft of chat.drafts) {
    const { author } = draft;
    const isBot = author.type === "person" && author.id === bot;
    const who = isBot ? { ...author, type: "agent" as const } : author;
    yield* draftItems({
      ...draft,
      chatId: id,
      author: who,
      source: { ...source, ...draft.source },
    });
  }
}

/** The export names a chat's kind, not its members. */
const AUDIENCES: ReadonlyMap<string, SourceAudience> = new Map([
  ["personal_chat", "dm"],
  ["bot_chat", "dm"],
  ["saved_messages", "dm"],
  ["private_group", "private"],
  ["private_supergroup", "private"],
  ["private_channel", "private"],
  ["public_supergroup", "public"],
  ["public_channel", "public"],
]);

function sourceOf({ name, type }: Chat): DraftSource {
  const audience = AUDIENCES.get(type ?? "");
  return {
    ...(name === null || name === "" ? {} : { chatName: name }),
    ...(audience === undefined ? {} : { audience }),
  };
}
