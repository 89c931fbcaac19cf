import type { NamedSource } from "../document.js";
import type { Draft, DraftItem } from "../draft.js";
import { kept, type ImportItem, type IssueItem, type Where } from "../item.js";
import { orderBySource } from "../order.js";
import type { ByteSource } from "../source.js";
import { chatEntries, type ChatEntry } from "./entries.js";
import { dateOrder, localTime } from "./dates.js";
import { chatIdOf, chatNameOf } from "./chat-name.js";
import { colonNames } from "./colon-names.js";
import { speakerOf } from "./speaker.js";

export interface WhatsappOptions {
  /**
   * Names the source in issues; the desk of its rows is this name without extension, or that of the
   * folder or zip around a `_chat.txt`.
   */
  readonly file?: string;
}

/**
 * A WhatsApp chat export (`_chat.txt`, `WhatsApp Chat with ….txt`): `[date, time] Name: text` or
 * `date, time - Name: text` in the forms that phones write, lines without a header going on with
 * the message before. Its times name no zone, so rows are numbered 1, 2, 3 … as they stand, `at` is
 * the date and time as written, and `localTime` stands beside the row where the file tells day and
 * month apart; where it does not, that is an issue. A name is its author's id: it means a person
 * inside this chat only. Lines without a name are `system` of kind `notice`, withdrawn messages of
 * kind `deleted`. Direction marks before lines, names and notices are left out, those inside a text
 * stay. All rows are held until the file ends.
 */
export function readWhatsapp(
  source: ByteSource,
  options: WhatsappOptions = {},
): AsyncGenerator<ImportItem> {
  return orderBySource(whatsappItems({ source, file: options.file ?? "_chat.txt" }));
}

export async function* whatsappItems(input: NamedSource): AsyncGenerator<DraftItem> {
  const entries: ChatEntry[] = [];
  for await (const item of chatEntries(input)) {
    if (item.type === "issue") yield item;
    else entries.push(item);
  }
  const [first] = entries;
  if (first === undefined) return;
  const [id, name] = [chatIdOf(input.file), chatNameOf(input.file)];
  yield { type: "desk", desk: { id, name: name ?? id, description: null } };
  yield* drafts(entries, { first: first.where, id, name });
}

interface Chat {
  readonly first: Where;
  readonly id: string;
  readonly name: string | null;
}

function* drafts(entries: readonly ChatEntry[], chat: Chat): Generator<DraftItem> {
  const order = dateOrder(entries.map(({ header }) => header.date));
  if (order === null) yield undecided(chat.first);
  const names = colonNames(entries, chat.name);
  let edited: { readonly where: Where; count: number } | null = null;
  for (const { header, text, where } of entries) {
    const body = withoutEditMark(text);
    if (body !== text) {
      edited ??= { where, count: 0 };
      edited.count++;
    }
    const { author, content } = speakerOf(body, names);
    const time = localTime(header, order);
    const source: Draft["source"] = {
      ...(chat.name === null ? {} : { chatName: chat.name }),
      ...(time === null ? {} : { localTime: time }),
    };
    const rest = { where, chatId: chat.id, author, content, at: header.at, source };
    yield { type: "draft", draft: { ...rest, micros: null, sourceId: null, replyTo: null } };
  }
  if (edited !== null)
    yield kept(edited.where, "left_out", `rows whose mark of an edit is left out: ${edited.count}`);
}

/** The client's words, not the writer's; they end a message. */
const EDITED = /[ \n]?[\u200E\u200F]{0,4}<This message was edited>[\u200E\u200F]{0,4}$/;
const EDITED_LENGTH = 40;

function withoutEditMark(text: string): string {
  const end = text.slice(-EDITED_LENGTH);
  return text.slice(0, text.length - end.length) + end.replace(EDITED, "");
}

function undecided(where: Where): IssueItem {
  const reason = "nothing in the file tells day and month apart: no row has a full time";
  return kept(where, "ambiguous_date", reason);
}
