import type { SessionLog } from "../log/port.js";
import { walk } from "../log/walk.js";
import { SCAN_LIMIT } from "../model/bounds.js";
import { InvalidArgumentError } from "../model/errors.js";
import type { Author, Message, Sequence } from "../model/message.js";
import type { ReadOptions } from "./search-messages.js";

export interface SummaryClaim {
  /** The last row that the summary stands in for (inclusive). */
  readonly cursor: Sequence;
  /** The rows after the cursor that the caller keeps beside the summary, oldest first. */
  readonly tail: readonly Message[];
}

export type SummaryCheck =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Rows of the log after the cursor that the tail does not hold. */
      readonly missing: readonly Sequence[];
      /**
       * `missing`: the tail has a hole; `extra`: it holds a row that the log does not; `order`: it is
       * not oldest first; `changed`: a row differs from the log's; `bound`: more than 2,048 rows
       * stand after the cursor, so the tail was not checked.
       */
      readonly reason: "missing" | "extra" | "order" | "changed" | "bound";
    };

/**
 * Whether a summary may stand in for the log up to a cursor: only when the tail is exactly what the
 * log holds after it. Nothing downstream can see a hole, so any doubt refuses.
 */
export async function checkSummary(
  log: SessionLog,
  { cursor, tail }: SummaryClaim,
  options: ReadOptions = {},
): Promise<SummaryCheck> {
  // No row stands after NaN, so that an empty tail would always be accepted.
  if (!Number.isSafeInteger(cursor))
    throw InvalidArgumentError.of("cursor", "must be the number of a row");
  const newestFirst: Message[] = [];
  await walk(log, {
    ...options,
    // One more than is compared, to see whether it still stands after the cursor.
    bound: SCAN_LIMIT + 1,
    onPage: (page) => {
      const reached = page.find(({ sequence }) => sequence <= cursor);
      newestFirst.push(...page.filter(({ sequence }) => sequence > cursor));
      return reached?.sequence ?? null;
    },
  });
  const held = new Set(tail.map(({ sequence }) => sequence));
  const actual = newestFirst.toReversed();
  const missing = actual.map(({ sequence }) => sequence).filter((sequence) => !held.has(sequence));
  if (actual.length > SCAN_LIMIT) return { ok: false, missing, reason: "bound" };
  const reason = difference(actual, tail, missing);
  return reason === null ? { ok: true } : { ok: false, missing, reason };
}

function difference(
  actual: readonly Message[],
  tail: readonly Message[],
  missing: readonly Sequence[],
): "missing" | "extra" | "order" | "changed" | null {
  if (missing.length > 0) return "missing";
  if (tail.length > actual.length) return "extra";
  for (const [index, row] of actual.entries()) {
    const kept = tail[index];
    if (kept === undefined || kept.sequence !== row.sequence) return "order";
    if (!sameRow(kept, row)) return "changed";
  }
  return null;
}

function sameRow(a: Message, b: Message): boolean {
  return (
    a.content === b.content &&
    a.chatId === b.chatId &&
    a.parent === b.parent &&
    authorKey(a.author) === authorKey(b.author)
  );
}

/** Labels may change with a rename; the one who spoke does not. */
function authorKey(author: Author): string {
  if (author.type === "operator") return "operator";
  return JSON.stringify([author.type, author.type === "system" ? author.kind : author.id]);
}
