import { InvalidArgumentError } from "../model/errors.js";

/** The text with each lone surrogate as U+FFFD: the same length, so that offsets stay in step. */
export function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replaceAll(/\p{Surrogate}/gu, "\ufffd") : text;
}

/**
 * Where a search from `from` begins: after a surrogate pair that `from` is inside of. Null past the
 * end of the text.
 */
export function characterStart(text: string, from: number): number | null {
  if (!Number.isSafeInteger(from) || from < 0)
    throw InvalidArgumentError.of("from", "is not an index into the text");
  if (from > text.length) return null;
  const inside = from > 0 && (text.codePointAt(from - 1) ?? 0) > 0xffff;
  return inside ? from + 1 : from;
}
