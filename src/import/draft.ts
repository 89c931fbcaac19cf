import type { Author, Message, Sequence } from "../model/message.js";
import {
  kept,
  skipped,
  type DeskItem,
  type ImportItem,
  type IssueItem,
  type MessageSource,
  type Where,
} from "./item.js";
import { Threads } from "./threads.js";
import { localTimeOf } from "./time.js";

/** A row that has everything but its number and the number of its root. */
export interface Draft {
  readonly where: Where;
  /** Microseconds since 1970; null where the source has no full time. */
  readonly micros: number | null;
  readonly chatId: string | null;
  readonly author: Author;
  readonly content: string;
  readonly at: string | null;
  readonly sourceId: string | null;
  /** What replies name this row by, where that is not its source id. */
  readonly key?: string | null;
  /** The `key` (or source id), in the same desk, of what the row answers. */
  readonly replyTo: string | null;
  /** What else is known; `sentAt` is `micros` and `replyTo` the draft's unless they are given. */
  readonly source?: DraftSource;
}

/** A time that places a row among others and is not its own says so by a null. */
export type DraftSource = Omit<MessageSource, "sentAt"> & { readonly sentAt?: number | null };

/** A time without a zone orders rows, and is no instant: it is told as what it is. */
export function timeSource(at: string | null): DraftSource {
  const localTime = at === null ? null : localTimeOf(at);
  return localTime === null ? {} : { sentAt: null, localTime };
}

/** What a reader makes of a source before the rows are put in order. */
export type DraftItem = { readonly type: "draft"; readonly draft: Draft } | IssueItem | DeskItem;

/** Numbers rows as they come, each above the last, and finds their roots. */
export class Numbering {
  readonly #threads = new Threads();
  #last: Sequence;

  /** Numbers begin above `after`. */
  constructor(after: Sequence = 0) {
    this.#last = after;
  }

  get last(): Sequence {
    return this.#last;
  }

  /** False when the last number is the greatest there is. */
  get hasNext(): boolean {
    return this.#last < Number.MAX_SAFE_INTEGER;
  }

  /** Gives the row `wished`, or the next free number above the last one when that is higher. */
  *number(draft: Draft, wished: Sequence): Generator<ImportItem> {
    const { where } = draft;
    if (!this.hasNext) {
      yield skipped(where, "unusable_sequence", "no number is left above the row before");
      return;
    }
    const sequence = Math.max(wished, this.#last + 1);
    this.#last = sequence;
    const { chatId, key = draft.sourceId, replyTo } = draft;
    const placed = this.#threads.place({ chatId, key, replyTo }, sequence);
    if (placed.repeated) yield kept(where, "repeated_id", "an earlier row has the same id");
    if (placed.orphaned)
      yield kept(where, "missing_root", "the row that it answers is not there before it");
    const source = sourceOf(draft);
    const message = finish(draft, sequence, placed.parent);
    yield { type: "message", message, ...(source === null ? {} : { source }) };
  }
}

function sourceOf({ micros, replyTo, source = {} }: Draft): MessageSource | null {
  const { sentAt = micros, ...rest } = source;
  const known = {
    ...(sentAt === null ? {} : { sentAt }),
    // A reply whose target has no name is marked by an empty one.
    ...(replyTo === null || replyTo === "" ? {} : { replyTo }),
    ...rest,
  };
  return Object.keys(known).length === 0 ? null : known;
}

function finish(draft: Draft, sequence: Sequence, parent: Sequence | null): Message {
  return {
    sequence,
    chatId: draft.chatId,
    parent,
    author: draft.author,
    content: draft.content,
    ...(draft.at === null ? {} : { at: draft.at }),
    ...(draft.sourceId === null ? {} : { sourceId: draft.sourceId }),
  };
}

/** The issue of a row whose author cannot be told from others. */
export function* actorIssues({ author, where }: Draft): Generator<IssueItem> {
  if (hasNoActor(author)) yield kept(where, "empty_author", "the author has no id");
}

/** A finished draft, behind what is to be said about it. */
export function* draftItems(draft: Draft): Generator<DraftItem> {
  yield* actorIssues(draft);
  yield { type: "draft", draft };
}

export function hasNoActor(author: Author): boolean {
  return (author.type === "person" || author.type === "agent") && author.id === "";
}

/** The label falls back to the id; an empty id stays empty. */
export function speaker(type: "person" | "agent", id: string, label: string | null): Author {
  return { type, id, label: label === null || label === "" ? id : label };
}

/** A service row: `kind` is the source's own word for it, the label who it is about. */
export function service(kind: string, label: string | null): Author {
  return { type: "system", kind, label: label === null || label === "" ? kind : label };
}
