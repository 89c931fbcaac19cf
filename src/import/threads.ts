import type { Sequence } from "../model/message.js";

/** A row as its desk knows it. */
export interface Answer {
  readonly chatId: string | null;
  /** What other rows of its desk name it by. */
  readonly key: string | null;
  /** The key, in the same desk, of what the row answers. */
  readonly replyTo: string | null;
}

/** What a row's place in its desk turned out to be. */
export interface Placed {
  /** The root of the thread; null for a row of the desk itself. */
  readonly parent: Sequence | null;
  /** The row answers something that is not there before it. */
  readonly orphaned: boolean;
  /** The desk had a row of this id before. */
  readonly repeated: boolean;
}

/**
 * Finds the root that a reply belongs to: the end of its chain, since `parent` names a thread's
 * root and sources name what was answered. Holds one number for each id. Rows are placed oldest
 * first; an answer to a later row is as good as none, which is why no chain can be a ring.
 */
export class Threads {
  readonly #roots = new Map<string | null, Map<string, Sequence>>();

  place(row: Answer, sequence: Sequence): Placed {
    const desk = this.#desk(row.chatId);
    const root = row.replyTo === null ? undefined : desk.get(row.replyTo);
    const parent = root ?? null;
    const repeated = row.key !== null && desk.has(row.key);
    // Of two rows with one id the first is the one that later rows answer.
    if (row.key !== null && !repeated) desk.set(row.key, parent ?? sequence);
    return { parent, orphaned: row.replyTo !== null && root === undefined, repeated };
  }

  #desk(chatId: string | null): Map<string, Sequence> {
    let desk = this.#roots.get(chatId);
    if (desk === undefined) {
      desk = new Map();
      this.#roots.set(chatId, desk);
    }
    return desk;
  }
}
