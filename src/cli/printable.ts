/**
 * What a terminal would act on rather than show: controls, line and paragraph separators, direction
 * marks and overrides, characters of no width that are no part of a letter or an emoji.
 */
const ACTING =
  // oxlint-disable-next-line eslint/no-control-regex -- controls are what it is about
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu;

const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;

/** The text on one line, each acting character replaced by one that can be seen. */
export function printable(text: string): string {
  return text.replace(ACTING, seen);
}

/** Lines of the text; what else could break or move a line is shown. */
export function printableLines(text: string): string[] {
  return text.split(/\r\n|\n/).map((line) => printable(line.replaceAll("\t", "    ")));
}

function seen(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20) return String.fromCodePoint(CONTROL_PICTURES + point);
  if (point === DELETE) return "␡";
  if (point >= 0xd800 && point <= 0xdfff) return "\ufffd";
  return `<U+${point.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** JSON on one line that no terminal acts on: the same value, with escapes for what JSON leaves raw. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    ACTING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
