import type { ConversationRef } from "../../store/port.js";
import type { IngestBatch, MessageEvent } from "../../store/ingest-port.js";
import type { AddressedEvent } from "./import-events.js";
import { spellRoom } from "./names.js";

/** Rows of one transaction: enough that a row costs little, few enough that a kill costs little. */
export const BATCH_ROWS = 1_000;
/** Rows held over all rooms. */
const HELD_ROWS = 20_000;

interface Held {
  readonly conversation: ConversationRef;
  events: MessageEvent[];
}

/** Gathers rows by room, each room's in their order. */
export class ImportBatches {
  readonly #rooms = new Map<string, Held>();
  #held = 0;

  /** The batches that are full with this row. */
  *add({ conversation, event }: AddressedEvent): Generator<IngestBatch> {
    const key = spellRoom(conversation);
    const room = this.#rooms.get(key) ?? { conversation, events: [] };
    this.#rooms.set(key, room);
    room.events.push(event);
    this.#held++;
    if (room.events.length >= BATCH_ROWS) yield this.#take(room);
    else if (this.#held >= HELD_ROWS) yield* this.rest();
  }

  /** What is left. */
  *rest(): Generator<IngestBatch> {
    for (const room of this.#rooms.values()) if (room.events.length > 0) yield this.#take(room);
    this.#rooms.clear();
  }

  #take(room: Held): IngestBatch {
    const { conversation, events } = room;
    room.events = [];
    this.#held -= events.length;
    return { conversation, events };
  }
}
