import { checkLimit } from "../core/ranking.js";
import { isBlank } from "../core/white-space.js";
import { inDesk, inThread } from "../log/conversation.js";
import type { SessionLog } from "../log/port.js";
import { nothingRead, walk } from "../log/walk.js";
import { SCAN_LIMIT, SESSION_WINDOW } from "../model/bounds.js";
import type { SessionQuery } from "../model/context.js";
import type {
  Conversation,
  Coverage,
  Message,
  Sequence,
  SessionMessage,
} from "../model/message.js";
import type { ReadOptions } from "./search-messages.js";

/** Rows gathered newest first until a window is met. */
interface Window {
  /** Takes a row; true once nothing older is wanted. */
  take(row: Message): boolean;
  /** The messages of the window, oldest first. */
  messages(): Message[];
}

/**
 * What a turn of a conversation is shown, oldest first. A desk shows its roots and the first reply
 * of each; a thread shows its root and direct replies. Reads at most 2,048 raw rows.
 */
export async function projectSession(
  log: SessionLog,
  query: SessionQuery,
  options: ReadOptions = {},
): Promise<{ readonly messages: readonly SessionMessage[]; readonly coverage: Coverage }> {
  const { conversation, before = null, window: size = SESSION_WINDOW } = query;
  checkLimit(size);
  if (size === 0) return { messages: [], coverage: nothingRead(before) };
  const window =
    conversation.threadRoot === null
      ? new DeskWindow(conversation, size)
      : new ThreadWindow(conversation, size);
  const coverage = await walk(log, {
    ...options,
    before,
    bound: SCAN_LIMIT,
    onPage: (page) => page.find((row) => window.take(row))?.sequence ?? null,
  });
  const messages = window
    .messages()
    .map(({ sequence, author, content }) => ({ sequence, author, content }));
  return { messages, coverage };
}

class DeskWindow implements Window {
  readonly #conversation: Conversation;
  readonly #size: number;
  readonly #newestFirst: Message[] = [];
  readonly #answered = new Set<Sequence>();
  #roots = 0;

  constructor(conversation: Conversation, size: number) {
    this.#conversation = conversation;
    this.#size = size;
  }

  take(row: Message): boolean {
    if (!inDesk(row, this.#conversation)) return false;
    this.#newestFirst.push(row);
    if (isBlank(row.content)) return false;
    if (row.parent === null) this.#roots++;
    else this.#answered.add(row.parent);
    return this.#roots + this.#answered.size >= this.#size;
  }

  messages(): Message[] {
    const rows = this.#newestFirst.toReversed();
    // A blank root is no message, but its first reply is still shown.
    const unanswered = new Set(rows.filter(isRoot).map(({ sequence }) => sequence));
    return rows.filter(({ parent, content }) => {
      if (isBlank(content)) return false;
      return parent === null || unanswered.delete(parent);
    });
  }
}

class ThreadWindow implements Window {
  readonly #conversation: Conversation;
  readonly #size: number;
  readonly #newestFirst: Message[] = [];

  constructor(conversation: Conversation, size: number) {
    this.#conversation = conversation;
    this.#size = size;
  }

  take(row: Message): boolean {
    if (!inThread(row, this.#conversation)) return false;
    if (!isBlank(row.content)) this.#newestFirst.push(row);
    const atRoot = row.sequence === this.#conversation.threadRoot;
    return atRoot || this.#newestFirst.length >= this.#size;
  }

  messages(): Message[] {
    return this.#newestFirst.toReversed();
  }
}

function isRoot({ parent }: Message): boolean {
  return parent === null;
}
