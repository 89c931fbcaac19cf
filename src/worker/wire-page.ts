import type { Page } from "../log/port.js";

/** What recall reads of a row and its author; the rest stays where the log is. */
const ROW_FIELDS = ["sequence", "chatId", "parent", "content"] as const;
const AUTHOR_FIELDS = ["type", "id", "kind", "label"] as const;

/**
 * A host's page as data that can be sent. Whatever breaks the page contract here still breaks it on
 * the other side, where it is checked, and in the same way.
 */
export function plainPage(page: Page): Page {
  const answer: unknown = page;
  if (!isRecord(answer)) return asPage(plain(answer));
  const { messages, nextBefore } = answer;
  const rows = Array.isArray(messages) ? messages.map(plainRow) : plain(messages);
  return asPage({ messages: rows, nextBefore: plain(nextBefore) });
}

function plainRow(row: unknown): unknown {
  if (!isRecord(row)) return plain(row);
  const { author } = row;
  const speaker = isRecord(author) ? pick(author, AUTHOR_FIELDS) : plain(author);
  return { ...pick(row, ROW_FIELDS), author: speaker };
}

function pick(
  record: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) if (field in record) picked[field] = plain(record[field]);
  return picked;
}

/** A scalar as it is; of anything else no more than that it is not one. */
function plain(value: unknown): unknown {
  if (isRecord(value)) return {};
  return typeof value === "function" || typeof value === "symbol" ? undefined : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function asPage(data: unknown): Page {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the walk in the worker checks it
  return data as Page;
}
