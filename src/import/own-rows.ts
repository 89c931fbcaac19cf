import { decodeMessage } from "../model/message-json.js";
import { hasNoActor } from "./draft.js";
import { kept, skipped, type ImportItem } from "./item.js";
import type { RawRow } from "./raw-rows.js";

/**
 * Rows of our own shape, numbers kept. A row whose number is not above the one before it is
 * skipped: it could only be kept under a number that other rows' `parent` would then miss. A parent
 * that is not there before its reply is an issue, and kept, since it is a number of the source's
 * own.
 */
export class OwnRows {
  readonly #sequences = new Set<number>();
  readonly #sourceIds = new Set<string>();
  #last = -1;

  *take({ value, where }: RawRow): Generator<ImportItem> {
    const decoded = decodeMessage(value);
    if (!decoded.ok) {
      yield skipped(where, "malformed", decoded.reason);
      return;
    }
    const { message } = decoded;
    if (message.sequence <= this.#last) {
      const reason = `sequence ${message.sequence} does not follow ${this.#last}`;
      yield skipped(where, "out_of_order", reason);
      return;
    }
    this.#last = message.sequence;
    this.#sequences.add(message.sequence);
    if (message.sourceId !== undefined) {
      if (this.#sourceIds.has(message.sourceId))
        yield kept(where, "repeated_id", "an earlier row has the same source id");
      this.#sourceIds.add(message.sourceId);
    }
    if (message.parent !== null && !this.#sequences.has(message.parent))
      yield kept(where, "missing_root", "the thread's root is not there before it");
    if (hasNoActor(message.author)) yield kept(where, "empty_author", "the author has no id");
    yield { type: "message", message };
  }
}
