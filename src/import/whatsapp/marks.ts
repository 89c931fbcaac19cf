/**
 * Marks that only steer the direction of text. Exports put them before lines, names and notices;
 * inside a message they may be its writer's own.
 */
const MARK = "[\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069\\uFEFF]";
const LEADING = new RegExp(`^${MARK}+`);
const ANY = new RegExp(MARK, "g");

export function withoutLeadingMarks(text: string): string {
  return text.replace(LEADING, "");
}

export function withoutMarks(text: string): string {
  return text.replace(ANY, "");
}
