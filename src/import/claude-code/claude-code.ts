import { documentValues, rowIndex, type NamedSource } from "../document.js";
import type { DraftItem } from "../draft.js";
import { isRecord, nonEmpty, recordField, textField, type JsonRecord } from "../fields.js";
import { kept, skipped, type ImportItem, type IssueItem, type Where } from "../item.js";
import { inOrder, type Order } from "../order.js";
import { rawRows, type RawRow } from "../raw-rows.js";
import { peek, plainChunks, type ByteSource } from "../source.js";
import { sessionDrafts } from "./drafts.js";
import { Sidechains } from "./sidechains.js";

export interface ClaudeCodeOptions {
  /** Names the source in issues, and the desk of lines that name no session. */
  readonly file?: string;
  readonly order?: Order;
}

/**
 * A Claude Code session file: one JSON object a line. The desk is the session's id; each sidechain
 * is a desk of its own. What the user typed is the person `user`'s, the model's text the agent
 * `assistant`'s; every other part is a `system` row, so that nobody is credited with it:
 * `tool_use`, `tool_result`, `thinking`, `summary`, `meta`, `command_output`, `prompt` (what a
 * sidechain was told), `api_error`, and the client's own notices by their subtype. A row's source id
 * is the line's `uuid`, with `#` and the index of its first part where a line makes several. A line
 * whose uuid was there before is skipped; a line that is broken, or whose parent was not there
 * before it, is reported with its place, and reading goes on.
 */
export function readClaudeCode(
  source: ByteSource,
  options: ClaudeCodeOptions = {},
): AsyncGenerator<ImportItem> {
  const file = options.file ?? "session.jsonl";
  return inOrder(claudeCodeItems({ source, file }), options.order);
}

export async function* claudeCodeItems(input: NamedSource): AsyncGenerator<DraftItem> {
  const session = new Session(input.file);
  for await (const item of sessionRows(input)) {
    if (item.type === "issue") yield session.lose(item);
    else yield* session.take(item);
  }
  yield* session.report();
}

/** Whether a JSON value is a line of a session file. */
export function isSessionLine(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  if (textField(value, "type") === "summary") return has("leafUuid");
  const message = recordField(value, "message");
  if (message !== null) return Object.hasOwn(message, "role") && (has("uuid") || has("sessionId"));
  return has("parentUuid") && has("sessionId") && has("type");
}

const PEEK_BYTES = 512;

/** The lines; or the `loglines` of one document, as sessions are saved elsewhere. */
async function* sessionRows({ file, source }: NamedSource): AsyncGenerator<RawRow | IssueItem> {
  const { head, chunks } = await peek(await plainChunks(source, file), PEEK_BYTES);
  if (!LOGLINES.test(new TextDecoder().decode(head))) {
    yield* rawRows({ file, source: chunks });
    return;
  }
  for await (const item of documentValues({ file, source: chunks }, ["loglines.*"])) {
    if (item.type === "issue") yield item;
    else
      yield {
        type: "row",
        value: item.value,
        where: { file, at: rowIndex(item.place) ?? 0, unit: "row" },
      };
  }
}

/** The front of a document that holds a session's lines in an array. */
export const LOGLINES: RegExp = /^[\uFEFF\s]*\{\s*"loglines"\s*:\s*\[/;

class Session {
  readonly #sidechains = new Sidechains();
  readonly #uuids = new Set<string>();
  readonly #desks = new Set<string>();
  readonly #others = new Map<string, { readonly where: Where; count: number }>();
  #session: string;
  /** Lines were lost since the last one that could be read. */
  #lost = false;

  constructor(file: string) {
    this.#session = file.slice(file.lastIndexOf("/") + 1).replace(/\.jsonl?(\.gz)?$/i, "");
  }

  lose(item: IssueItem): IssueItem {
    if (item.issue.effect !== "kept") this.#lost = true;
    return item;
  }

  *take({ value, where }: RawRow): Generator<DraftItem> {
    if (!isRecord(value)) {
      yield this.lose(skipped(where, "malformed", "the line is not an object"));
      return;
    }
    const uuid = nonEmpty(value, "uuid");
    if (uuid !== null && this.#uuids.has(uuid)) {
      yield skipped(where, "repeated_id", "a line of the same uuid is there before");
      return;
    }
    yield* this.#gap(value, where);
    if (uuid !== null) this.#uuids.add(uuid);
    this.#session = nonEmpty(value, "sessionId") ?? this.#session;
    yield* this.#rows(value, where);
  }

  *report(): Generator<IssueItem> {
    for (const [type, { where, count }] of this.#others)
      yield skipped(where, "left_out", `lines of type ${type}, which hold no message: ${count}`);
  }

  *#gap(line: JsonRecord, where: Where): Generator<IssueItem> {
    const parent = nonEmpty(line, "parentUuid");
    const missing = parent !== null && !this.#uuids.has(parent);
    const reason = missing
      ? "the line that it follows is not there before it"
      : "lines before it could not be read";
    if (missing || this.#lost) yield kept(where, "gap", reason);
    this.#lost = false;
  }

  *#rows(line: JsonRecord, where: Where): Generator<DraftItem> {
    const side = this.#sidechains.of(line);
    const chatId = side === null ? this.#session : `${this.#session}/sidechain/${side}`;
    const drafts = sessionDrafts(line, { where, chatId, sidechain: side !== null });
    if (drafts === null) {
      this.#leaveOut(textField(line, "type") ?? "unknown", where);
      return;
    }
    if (drafts.length > 0 && !this.#desks.has(chatId)) {
      this.#desks.add(chatId);
      yield { type: "desk", desk: { id: chatId, name: chatId, description: null } };
    }
    for (const draft of drafts) yield { type: "draft", draft };
  }

  #leaveOut(type: string, where: Where): void {
    // A word of the client's, or not shown at all: issues quote no text of a source.
    const word = /^[\w-]{1,40}$/.test(type) ? type : "unknown";
    const other = this.#others.get(word);
    if (other === undefined) this.#others.set(word, { where, count: 1 });
    else other.count++;
  }
}
