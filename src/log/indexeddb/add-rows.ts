import { InvalidArgumentError } from "../../model/errors.js";
import type { Message } from "../../model/message.js";
import { decodeMessage, encodeMessage, formatMessageLine } from "../../model/message-json.js";
import { DuplicateSequenceError } from "../../model/page-errors.js";
import { begin, written } from "./requests.js";
import { STORE } from "./schema.js";

/**
 * Writes all of the rows or none of them. A row that is there already, equal in every field, is left
 * as it is; a different one under its sequence is `DuplicateSequenceError`.
 * @returns how many were new
 */
export async function addRows(database: IDBDatabase, rows: readonly Message[]): Promise<number> {
  const transaction = begin(database, "readwrite");
  const done = written(transaction);
  let present = 0;
  let conflict: Message | undefined;
  for (const row of rows)
    addRow(transaction, row, (stored) => {
      if (isSame(stored, row)) {
        present++;
        return;
      }
      conflict ??= row;
      transaction.abort();
    });
  try {
    await done;
  } catch (error) {
    throw conflict === undefined ? error : DuplicateSequenceError.of(conflict.sequence);
  }
  return rows.length - present;
}

function addRow(
  transaction: IDBTransaction,
  row: Message,
  onPresent: (stored: Message) => void,
): void {
  const store = transaction.objectStore(STORE);
  const adding = store.add(row);
  adding.addEventListener("error", (event) => {
    if (adding.error?.name !== "ConstraintError") return;
    // Left alone, a taken key would end the whole transaction before it is known whose row it is.
    event.preventDefault();
    const getting: IDBRequest<Message> = store.get(row.sequence);
    getting.addEventListener("success", () => onPresent(getting.result));
  });
}

function isSame(a: Message, b: Message): boolean {
  return formatMessageLine(a) === formatMessageLine(b);
}

/** The row as it is stored: its own fields only, checked. `index` counts a call's rows from 0. */
export function checkedRow(row: Message, index: number): Message {
  const given: unknown = row;
  const hasAuthor = isRecord(given) && isRecord(given["author"]);
  const decoded = decodeMessage(hasAuthor ? encodeMessage(row) : null);
  if (decoded.ok) return decoded.message;
  throw InvalidArgumentError.of("messages", `hold no row at ${index}: ${decoded.reason}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
