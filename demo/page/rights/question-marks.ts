/** Which words of a text a question is about. */
import { parsePattern, type Range, type Recall } from "../../../dist/index.js";
import { marksOf, wordMarksOf } from "../room.js";

/** English words that a question is made with; the store's English search passes over them too. */
const ASIDE = new Set(
  (
    "a about am an and any are as at be been but by can could did do does for from had has have how i if in " +
    "is it its me my no not of on or our shall should so than that the their them then there they this to " +
    "was we were what when where which who whom whose why will with would you your"
  ).split(" "),
);

export function questionMarks(recall: Recall, question: string, text: string): readonly Range[] {
  const pattern = parsePattern(question);
  if (pattern.type === "regex") return marksOf(recall, pattern, text);
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
  const ranges = [...words]
    .filter((word) => !ASIDE.has(word))
    .flatMap((query) => wordMarksOf(recall, { type: "text", query }, text))
    .sort(([a], [b]) => a - b);
  return withoutOverlaps(ranges);
}

function withoutOverlaps(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const range of ranges) if (range[0] >= (kept.at(-1)?.[1] ?? 0)) kept.push(range);
  return kept;
}
