import { codePoints } from "../core/code-points.js";
import { collapseWhiteSpace } from "../core/white-space.js";
import { EXCERPT_CHARS, EXCERPT_LEAD_CHARS } from "../model/bounds.js";

const ELLIPSIS = "…";
/** The one character that grows when lowercased, to two. */
const CAPITAL_I_WITH_DOT = 0x130;

/** What unit a match's offset counts: characters of the lowercased line, or of the line itself. */
export type OffsetBasis = "lowercased" | "as_written";

/**
 * The row on one line around a match: whole when it has at most 96 characters, else 96 of them from
 * 24 before the match, with an ellipsis on each side that was cut.
 */
export function excerptAround(content: string, offset: number, basis: OffsetBasis): string {
  const line = codePoints(collapseWhiteSpace(content));
  if (line.length <= EXCERPT_CHARS) return String.fromCodePoint(...line);
  const at = basis === "lowercased" ? unlowered(line, offset) : offset;
  const start = Math.min(Math.max(at - EXCERPT_LEAD_CHARS, 0), line.length - EXCERPT_CHARS);
  const end = start + EXCERPT_CHARS;
  const shown = String.fromCodePoint(...line.slice(start, end));
  return `${start > 0 ? ELLIPSIS : ""}${shown}${end < line.length ? ELLIPSIS : ""}`;
}

/** The text on one line, at most `chars` characters and an ellipsis where more was cut. */
export function openingOf(content: string, chars: number): string {
  const line = codePoints(collapseWhiteSpace(content));
  const shown = String.fromCodePoint(...line.slice(0, chars));
  return line.length > chars ? shown + ELLIPSIS : shown;
}

/** The character of the line from which a character of its lowercased form came. */
function unlowered(line: readonly number[], offset: number): number {
  let lowered = 0;
  for (const [index, point] of line.entries()) {
    lowered += point === CAPITAL_I_WITH_DOT ? 2 : 1;
    if (lowered > offset) return index;
  }
  return line.length;
}
