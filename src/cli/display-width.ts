const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
/** East Asian Width W and F, in ranges wide enough that unassigned neighbours fall in too. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const PRINTABLE_ASCII = /^[ -~]*$/;

/** User-perceived characters: none of them is divided between two lines. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Halfwidth voicing marks belong to the letter before them and still take a column. */
const VOICED = /[\uff9e\uff9f]$/;

/** Columns that one grapheme takes on a terminal. */
export function graphemeWidth(grapheme: string): number {
  if (PRINTABLE_ASCII.test(grapheme)) return grapheme.length;
  if (INVISIBLE.test(grapheme)) return 0;
  const wide = WIDE.test(grapheme) || EMOJI.test(grapheme) || VOICED.test(grapheme);
  return wide ? 2 : 1;
}

/** Columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}
