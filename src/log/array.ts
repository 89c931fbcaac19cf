import { InvalidArgumentError } from "../model/errors.js";
import type { Message, Sequence } from "../model/message.js";
import { DuplicateSequenceError } from "../model/page-errors.js";
import { checkRead, isSequence } from "./check-read.js";
import type { Page, SessionLog } from "./port.js";

/**
 * A log over rows in memory, in any order; a repeated sequence is refused. The rows are copied once;
 * `append` takes later ones, each newer than all before it.
 */
export function arrayLog(messages: Iterable<Message>): ArrayLog {
  return new ArrayLog([...messages].sort((a, b) => a.sequence - b.sequence));
}

export class ArrayLog implements SessionLog {
  readonly #rows: Message[];

  /** @param ascending rows by sequence, oldest first; the array is kept. */
  constructor(ascending: Message[]) {
    for (const [index, row] of ascending.entries()) checkNewer(row, ascending[index - 1]);
    this.#rows = ascending;
  }

  get size(): number {
    return this.#rows.length;
  }

  append(message: Message): void {
    checkNewer(message, this.#rows.at(-1));
    this.#rows.push(message);
  }

  // Async, so that a bad argument rejects as every other failure of a log does.
  async readBefore(before: Sequence | null, limit: number): Promise<Page> {
    checkRead(before, limit);
    const end = before === null ? this.#rows.length : this.#firstAtOrAfter(before);
    const start = Math.max(0, end - limit);
    const messages = this.#rows.slice(start, end).reverse();
    const oldest = messages.at(-1);
    return { messages, nextBefore: start > 0 && oldest !== undefined ? oldest.sequence : null };
  }

  #firstAtOrAfter(sequence: Sequence): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.#rows[middle];
      if (row !== undefined && row.sequence < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function checkNewer(row: Message, previous: Message | undefined): void {
  if (!isSequence(row.sequence))
    throw InvalidArgumentError.of("sequence", "must be a whole number from 0 to 2^53-1");
  if (previous === undefined || row.sequence > previous.sequence) return;
  if (row.sequence === previous.sequence) throw DuplicateSequenceError.of(row.sequence);
  throw InvalidArgumentError.of(
    "sequence",
    `${row.sequence} is not newer than ${previous.sequence}`,
  );
}
