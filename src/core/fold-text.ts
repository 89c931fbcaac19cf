import { lowercase } from "./reference/unicode.js";
import { collapseWhiteSpace } from "./white-space.js";

/**
 * All but the characters whose lowercase depends neither on their neighbours nor on the engine's
 * version of Unicode: those are Latin, Cyrillic, kana, Han, Hangul, punctuation and pictographs.
 */
const UNSURE =
  /[\u02b0-\u03ff\u0524-\u1fff\u2070-\u2fff\ua000-\uabff\ud7a4-\u{1f2ff}\u{1fb00}-\u{10ffff}]/u;

/** A text as rows are scanned: on one line, trimmed, lowercased as `Core.lowercase` does. */
export function foldText(text: string): string {
  const line = collapseWhiteSpace(text);
  return UNSURE.test(line) ? lowercase(line) : line.toLowerCase();
}
