import { throwIfAborted } from "../../log/abort.js";
import { checkRead } from "../../log/check-read.js";
import type { Page } from "../../log/port.js";
import type { Message, Sequence } from "../../model/message.js";
import type { StopSignal } from "../../model/signal.js";
import type { AddressedLog, RowAddress } from "../port.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { allowedSets, type Binding } from "./binding.js";
import { toMessage, type LogRecord } from "./log-row.js";
import { readById, readRows, type OrderedRecord } from "./whole-log-rows.js";

/** The number of the newest row of a log across conversations; older ones count down from it. */
export const FIRST_NUMBER: Sequence = 2 ** 52;

interface Served {
  readonly id: number;
  readonly address: RowAddress;
}

/**
 * Every row that may be read, newest first. Its numbers hold for this one object: rows are numbered
 * as they are first served, so one that arrives later is in the next such log, and one that may be
 * read no more leaves a gap. Each page is a transaction of its own.
 */
export class WholeLog implements AddressedLog {
  readonly #scope: Scope;
  readonly #binding: Binding;
  readonly #served: Served[] = [];
  #last: OrderedRecord | null = null;
  #complete = false;
  /** One read after another: each numbers on from where the last one stopped. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(scope: Scope, binding: Binding) {
    this.#scope = scope;
    this.#binding = binding;
  }

  addressOf(number: Sequence): RowAddress | null {
    return this.#served[FIRST_NUMBER - number]?.address ?? null;
  }

  async readBefore(
    before: Sequence | null,
    limit: number,
    { signal }: { readonly signal?: StopSignal } = {},
  ): Promise<Page> {
    checkRead(before, limit);
    throwIfAborted(signal);
    const from = before === null ? 0 : Math.max(FIRST_NUMBER - before + 1, 0);
    const read = this.#tail.then(() =>
      reading(this.#scope, (session) => this.#page(session, from, limit), { signal }),
    );
    this.#tail = read.catch(() => undefined);
    return read;
  }

  async #page(session: BoundSession, from: number, limit: number): Promise<Page> {
    const sets = await allowedSets(session, this.#binding);
    // Rows between what was served and the beginning of this page are numbered, not answered.
    while (!this.#complete && this.#served.length < from)
      await this.#serve(session, sets, Math.min(from - this.#served.length, STRIDE));
    const messages: Message[] = [];
    let next = from;
    while (messages.length < limit && next < this.#served.length) {
      const batch = this.#served.slice(next, next + limit - messages.length);
      messages.push(...(await this.#again(session, sets, { batch, from: next })));
      next += batch.length;
    }
    if (messages.length < limit && !this.#complete) {
      messages.push(...(await this.#serve(session, sets, limit - messages.length)));
      next = this.#served.length;
    }
    const ended = this.#complete && next >= this.#served.length;
    return { messages, nextBefore: ended ? null : (messages.at(-1)?.sequence ?? null) };
  }

  /** Numbers the next rows, and gives them. */
  async #serve(
    session: BoundSession,
    sets: readonly number[],
    limit: number,
  ): Promise<readonly Message[]> {
    const records = await readRows(session, sets, { after: this.#last, limit: limit + 1 });
    this.#complete = records.length <= limit;
    const rows = records.slice(0, limit);
    this.#last = rows.at(-1) ?? this.#last;
    return rows.map((record) => {
      const sequence = FIRST_NUMBER - this.#served.length;
      this.#served.push({ id: record.id, address: addressIn(record) });
      return toMessage(record, { sequence, parent: null });
    });
  }

  /** Rows that have a number already, where they may still be read. */
  async #again(
    session: BoundSession,
    sets: readonly number[],
    { batch, from }: { readonly batch: readonly Served[]; readonly from: number },
  ): Promise<readonly Message[]> {
    const ids = batch.map(({ id }) => id);
    const records = new Map<number, LogRecord>();
    for (const record of await readById(session, sets, ids)) records.set(record.id, record);
    return ids.flatMap((id, index) => {
      const record = records.get(id);
      const sequence = FIRST_NUMBER - from - index;
      return record === undefined ? [] : [toMessage(record, { sequence, parent: null })];
    });
  }
}

/** Rows numbered by one query on the way to a page that lies further back. */
const STRIDE = 512;

function addressIn({ public_key, sequence, message_id }: LogRecord): RowAddress {
  return Object.freeze({ conversation: public_key, sequence, messageId: message_id });
}
