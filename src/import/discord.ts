import { discordDraft } from "./discord-row.js";
import { documentValues, rowIndex, type NamedSource } from "./document.js";
import { draftItems, type Draft, type DraftItem, type DraftSource } from "./draft.js";
import { isRecord, nonEmpty, textField, type JsonRecord } from "./fields.js";
import { skipped, type DeskItem, type ImportItem, type SourceAudience } from "./item.js";
import { LeftOut } from "./left-out.js";
import { orderByTime } from "./order.js";
import type { ByteSource } from "./source.js";

export interface DiscordOptions {
  /** Names the source in issues. */
  readonly file?: string;
}

/**
 * A DiscordChatExporter JSON file. Rows are ordered by `timestamp`, and numbered by it in
 * microseconds; all rows are held until the file ends. The desk is the channel's id, `at` the
 * timestamp's text; edits change nothing. Replies hang from the root of their chain; bots become
 * agents; joins, pins, calls and the like `system` rows of the exporter's type name. A row without
 * text has its file names, embed texts and sticker names as content, one a line. A forwarded text
 * stands below a line `[forwarded]`, so that nobody seems to say another's words.
 */
export function readDiscord(
  source: ByteSource,
  options: DiscordOptions = {},
): AsyncGenerator<ImportItem> {
  return orderByTime(discordDrafts({ source, file: options.file ?? "discord.json" }));
}

/**
 * The channel stands before the messages in what the exporter writes; where it does not, rows wait
 * for it.
 */
export async function* discordDrafts(input: NamedSource): AsyncGenerator<DraftItem> {
  const leftOut = new LeftOut();
  const waiting: Draft[] = [];
  let chatId: string | null = null;
  let source: DraftSource = {};
  for await (const item of documentValues(input, ["channel", "messages.*"])) {
    if (item.type === "issue") yield item;
    else if (item.place[0] === "channel" && isRecord(item.value)) {
      chatId = textField(item.value, "id");
      source = sourceOf(item.value);
      yield* deskItem(item.value);
    } else {
      const at = rowIndex(item.place);
      if (at === null) continue;
      const where = { file: input.file, at, unit: "row" } as const;
      const draft = isRecord(item.value) ? discordDraft(item.value, where, leftOut) : null;
      if (draft === null) yield skipped(where, "malformed", "the row is not a message object");
      else if (chatId === null) waiting.push(draft);
      else yield* draftItems({ ...draft, chatId, source });
    }
  }
  for (const draft of waiting) yield* draftItems({ ...draft, chatId, source });
  yield* leftOut.report();
}

/** Kinds of channel, by name or by Discord's number, whose readers follow from the kind alone. */
const AUDIENCES: ReadonlyMap<string, SourceAudience> = new Map([
  ["DirectTextChat", "dm"],
  ["1", "dm"],
  ["DirectGroupTextChat", "group_dm"],
  ["3", "group_dm"],
  ["GuildPrivateThread", "private"],
  ["12", "private"],
]);

/** A channel of a server may be closed to most of it, and the exporter does not say. */
function sourceOf(channel: JsonRecord): DraftSource {
  const chatName = nonEmpty(channel, "name");
  const audience = AUDIENCES.get(textField(channel, "type") ?? "");
  return {
    ...(chatName === null ? {} : { chatName }),
    ...(audience === undefined ? {} : { audience }),
  };
}

function* deskItem(channel: JsonRecord): Generator<DeskItem> {
  const id = textField(channel, "id");
  if (id === null) return;
  const name = textField(channel, "name") ?? id;
  yield { type: "desk", desk: { id, name, description: textField(channel, "topic") } };
}
