import { codePoints } from "../core/code-points.js";
import { collapseWhiteSpace } from "../core/white-space.js";
import { EXCERPT_CHARS, EXCERPT_LEAD_CHARS } from "../model/bounds.js";

const ELLIPSIS = "…";
/** The one character that grows when lowercased, to two. */
const CAPITAL_I_WITH_DOT = 0x130;
/** A line in which a UTF-16 unit, a character and a character of the lowercased line are one. */
const PLAIN = /^[^\u0130\ud800-\udfff]*$/;

/** What unit a match's offset counts: characters of the lowercased line, or of the line itself. */
export type OffsetBasis = "lowercased" | "as_written";

/**
 * The row on one line around a match: whole when it has at most 96 characters, else 96 of them from
 * 24 before the match, with an ellipsis on each side that was cut.
 */
export function excerptAround(content: string, offset: number, basis: OffsetBasis): string {
  const line = lineOf(content);
  if (line.length <= EXCERPT_CHARS) return line.slice(0, line.length);
  const at = basis === "lowercased" ? line.unlowered(offset) : offset;
  const start = Math.min(Math.max(at - EXCERPT_LEAD_CHARS, 0), line.length - EXCERPT_CHARS);
  const end = start + EXCERPT_CHARS;
  const before = start > 0 ? ELLIPSIS : "";
  return before + line.slice(start, end) + (end < line.length ? ELLIPSIS : "");
}

/** The text on one line, at most `chars` characters and an ellipsis where more was cut. */
export function openingOf(content: string, chars: number): string {
  const line = lineOf(content);
  return line.slice(0, chars) + (line.length > chars ? ELLIPSIS : "");
}

/** A collapsed text, its lengths and offsets in characters. */
interface Line {
  readonly length: number;
  slice(start: number, end: number): string;
  /** The character from which one of the lowercased line came. */
  unlowered(offset: number): number;
}

function lineOf(content: string): Line {
  const text = collapseWhiteSpace(content);
  return PLAIN.test(text) ? plainLine(text) : countedLine(codePoints(text));
}

function plainLine(text: string): Line {
  return {
    length: text.length,
    slice: (start, end) => text.slice(start, end),
    unlowered: (offset) => offset,
  };
}

function countedLine(points: readonly number[]): Line {
  return {
    length: points.length,
    slice: (start, end) => String.fromCodePoint(...points.slice(start, end)),
    unlowered(offset) {
      let lowered = 0;
      for (const [index, point] of points.entries()) {
        lowered += point === CAPITAL_I_WITH_DOT ? 2 : 1;
        if (lowered > offset) return index;
      }
      return points.length;
    },
  };
}
