import { MAX_CONVERSATION_BYTES } from "../bounds.js";
import { documentValues, type NamedSource } from "../document.js";
import type { DraftItem } from "../draft.js";
import { isRecord, nonEmpty, recordField, type JsonRecord } from "../fields.js";
import { kept, skipped, type ImportItem, type Where } from "../item.js";
import { inOrder, type Order } from "../order.js";
import { peek, plainChunks, type ByteSource } from "../source.js";
import { chatgptDrafts } from "./drafts.js";
import { activePath, chatNodes } from "./path.js";

export interface ChatgptOptions {
  /** Names the source in issues. */
  readonly file?: string;
  readonly order?: Order;
}

/**
 * The `conversations.json` of a ChatGPT export: an array of conversations, an object that holds
 * one, or a single conversation. Only the path that leads to `current_node` becomes rows, root
 * first; what other branches hold is counted, one issue a conversation. The desk is the
 * conversation's id, named by its title. The user is the person `user`, the model the agent
 * `assistant`; output of tools is `system` of kind `tool`, calls of them `tool_use`, reasoning
 * `thinking`, and what was never shown `hidden`. Parts that are not text are marked in words
 * (`[image]`). One conversation's JSON is held at a time.
 */
export function readChatgpt(
  source: ByteSource,
  options: ChatgptOptions = {},
): AsyncGenerator<ImportItem> {
  const file = options.file ?? "conversations.json";
  return inOrder(chatgptItems({ source, file }), options.order);
}

const PEEK_BYTES = 4096;
const LIMITS = { maxRowBytes: MAX_CONVERSATION_BYTES };

export async function* chatgptItems({ file, source }: NamedSource): AsyncGenerator<DraftItem> {
  const { head, chunks } = await peek(await plainChunks(source, file), PEEK_BYTES);
  const paths = [pathFor(new TextDecoder().decode(head))];
  let index = 0;
  for await (const item of documentValues({ file, source: chunks }, paths, LIMITS)) {
    if (item.type === "issue") yield item;
    else {
      const where = { file, at: index++, unit: "row" } as const;
      if (isRecord(item.value) && recordField(item.value, "mapping") !== null)
        yield* conversationItems(item.value, where);
      else yield skipped(where, "malformed", "the row is not a conversation");
    }
  }
}

/** Where the conversations stand in a document that begins so. */
function pathFor(head: string): string {
  if (/^[\uFEFF\s]*\[/.test(head)) return "*";
  const before = /^([^]*?)"mapping"\s*:/.exec(head)?.[1] ?? "";
  const signs = before.replace(/"(?:[^"\\]|\\.)*"/g, "");
  const depth = (signs.match(/[[{]/g)?.length ?? 0) - (signs.match(/[\]}]/g)?.length ?? 0);
  return depth === 1 ? "" : "*.*";
}

function* conversationItems(conversation: JsonRecord, where: Where): Generator<DraftItem> {
  const own = nonEmpty(conversation, "conversation_id") ?? nonEmpty(conversation, "id");
  // Without an id its rows must not fall into the general desk, among those of others.
  const chatId = own ?? `conversation ${where.at}`;
  const name = nonEmpty(conversation, "title") ?? chatId;
  yield { type: "desk", desk: { id: chatId, name, description: null } };
  const nodes = chatNodes(recordField(conversation, "mapping") ?? {});
  const { path, broken } = activePath(nodes, nonEmpty(conversation, "current_node"));
  if (broken !== null) yield kept(where, "broken_chain", broken);
  yield* chatgptDrafts({ conversation, path, where, chatId });
  const aside = countAside(nodes.values(), new Set(path));
  if (aside > 0)
    yield skipped(where, "left_out", `messages off the active path, left out: ${aside}`);
}

function countAside(nodes: Iterable<JsonRecord>, path: ReadonlySet<JsonRecord>): number {
  let count = 0;
  for (const node of nodes) if (!path.has(node) && recordField(node, "message") !== null) count++;
  return count;
}
