import { setImmediate as nextTurn } from "node:timers/promises";
import type { Page, SessionLog } from "../log/port.js";
import type { Message, Sequence } from "../model/message.js";
import type { StopSignal } from "../model/signal.js";

/**
 * The log with each row shown to `onRow` as it passes. Rows in memory come without the event loop
 * ever turning, and then an interrupt would not be heard; so every read waits for one turn.
 */
export function watchedLog(log: SessionLog, onRow: (row: Message) => void): SessionLog {
  return {
    async readBefore(before, limit, options) {
      await nextTurn();
      const page = await log.readBefore(before, limit, options);
      for (const row of page.messages) onRow(row);
      return page;
    },
  };
}

/** A log that ends after so many rows, and says where it was cut off when it had more. */
export class CutLog implements SessionLog {
  readonly #log: SessionLog;
  #left: number;
  #cutAt: Sequence | null = null;

  constructor(log: SessionLog, rows: number) {
    this.#log = log;
    this.#left = rows;
  }

  /** The cursor that the rows left out begin before; null while none were. */
  get cutAt(): Sequence | null {
    return this.#cutAt;
  }

  async readBefore(
    before: Sequence | null,
    limit: number,
    options?: { readonly signal?: StopSignal },
  ): Promise<Page> {
    const page = await this.#log.readBefore(before, Math.min(limit, this.#left), options);
    this.#left -= page.messages.length;
    if (this.#left > 0 || page.nextBefore === null) return page;
    this.#cutAt = page.nextBefore;
    return { messages: page.messages, nextBefore: null };
  }
}
