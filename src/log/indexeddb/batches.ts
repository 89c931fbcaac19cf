import type { Message } from "../../model/message.js";
import { APPEND_CHARS, APPEND_ROWS } from "./limits.js";
import { checkedRow } from "./add-rows.js";

/** Divides rows into transactions of bounded size. Each row is checked as it comes. */
export async function* batchesOf(
  messages: AsyncIterable<Message> | Iterable<Message>,
): AsyncGenerator<readonly Message[]> {
  let batch: Message[] = [];
  let chars = 0;
  let count = 0;
  for await (const message of messages) {
    const row = checkedRow(message, count++);
    batch.push(row);
    chars += row.content.length;
    if (batch.length < APPEND_ROWS && chars < APPEND_CHARS) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}
