import type { Cursor } from "./cursor.js";
import { isDigit } from "./escape.js";

/** A repetition; `max` is null where there is no end. */
export interface Repeat {
  readonly min: number;
  readonly max: number | null;
  readonly at: number;
}

/** RE2's own limit of a count, and of the product of counts that stand inside one another. */
export const COUNT_LIMIT = 1000;

/** Reads a repetition operator with its `?`; null where a brace is only a brace. */
export function readRepeat(cursor: Cursor): Repeat | null {
  const at = cursor.at;
  const repeat = cursor.looksAt("{") ? readCounts(cursor, at) : readSign(cursor, at);
  if (repeat === null) cursor.at = at;
  else cursor.take("?");
  return repeat;
}

function readSign(cursor: Cursor, at: number): Repeat | null {
  if (cursor.take("*")) return { min: 0, max: null, at };
  if (cursor.take("+")) return { min: 1, max: null, at };
  if (cursor.take("?")) return { min: 0, max: 1, at };
  return null;
}

function readCounts(cursor: Cursor, at: number): Repeat | null {
  cursor.at++;
  const low = readCount(cursor);
  if (low === null) return null;
  let max: number | null = low;
  if (cursor.take(",")) max = cursor.looksAt("}") ? null : (readCount(cursor) ?? Number.NaN);
  if (Number.isNaN(max) || !cursor.take("}")) return null;
  if (low > COUNT_LIMIT || (max ?? 0) > COUNT_LIMIT)
    throw cursor.fail(`a count is at most ${COUNT_LIMIT}`, at);
  if (max !== null && max < low) throw cursor.fail("the counts are out of order", at);
  return { min: low, max, at };
}

/** Leading zeros make it no count, as in RE2. */
function readCount(cursor: Cursor): number | null {
  const digits = cursor.takeWhile(isDigit);
  return digits === "" || (digits.length > 1 && digits.startsWith("0")) ? null : Number(digits);
}
