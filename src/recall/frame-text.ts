import type { Range } from "../model/match.js";

/** Everything that ends a line somewhere: a quoted text must not start one of its own. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/**
 * Characters that show nothing, or that reorder what is shown, first and last of each range. Fixed
 * here rather than asked of the engine, so that a frame is the same text everywhere.
 */
const INVISIBLE: readonly Range[] = [
  [0x00, 0x08], // controls but for the tab and the line breaks
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f], // combining grapheme joiner
  [0x61c, 0x61c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // Khmer inherent vowels
  [0x180b, 0x180f], // Mongolian selectors
  [0x200b, 0x200f], // zero-width space, joiners, directional marks
  [0x202a, 0x202e], // bidi embeddings and overrides
  [0x2060, 0x206f], // word joiner, invisible operators, bidi isolates
  [0x3164, 0x3164], // Hangul filler
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0], // halfwidth Hangul filler
  [0xfff0, 0xfffb], // unassigned specials, interlinear annotation
  [0x1bca0, 0x1bca3], // shorthand format controls
  [0x1d173, 0x1d17a], // musical format controls
  [0xe0000, 0xe0fff], // tags, further variation selectors
];

const REPLACEMENT = "\ufffd";

export interface ShownText {
  readonly lines: readonly string[];
  /** How many invisible characters are spelled out in the lines. */
  readonly invisible: number;
}

/** The text's lines with each invisible character spelled out as <U+XXXX>. */
export function showText(text: string): ShownText {
  let invisible = 0;
  const lines = text.split(LINE_BREAK).map((line) => {
    let shown = "";
    for (const character of line) {
      const point = character.codePointAt(0) ?? 0;
      const hidden = isInvisible(point);
      if (hidden) invisible++;
      shown += hidden ? spelled(point) : isSurrogate(point) ? REPLACEMENT : character;
    }
    return shown;
  });
  return { lines, invisible };
}

function isInvisible(point: number): boolean {
  if (point >= 0x20 && point < 0x7f) return false;
  return INVISIBLE.some(([first, last]) => point >= first && point <= last);
}

function isSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}

function spelled(point: number): string {
  return `<U+${point.toString(16).toUpperCase().padStart(4, "0")}>`;
}
