/** Which words of a text a question is about. */
import { parsePattern, type Range, type Recall } from "../../../dist/index.js";
import { marksOf } from "../room.js";

/** English words that a question is made with; the store's English search passes over them too. */
const ASIDE = new Set(
  (
    "a about am an and any are as at be been but by can could did do does for from had has have how i if in " +
    "is it its me my no not of on or our shall should so than that the their them then there they this to " +
    "was we were what when where which who whom whose why will with would you your"
  ).split(" "),
);

/** Words are marked where one begins so, for the search knows them by their stems. */
export function questionMarks(recall: Recall, question: string, text: string): readonly Range[] {
  const pattern = parsePattern(question);
  if (pattern.type === "regex") return marksOf(recall, pattern, text);
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))]
    .filter((word) => !ASIDE.has(word))
    // Of two words, one the beginning of the other, the longer is tried first.
    .sort((a, b) => b.length - a.length);
  if (words.length === 0) return [];
  const beginning = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join("|")})`, "giu");
  return [...text.matchAll(beginning)].map(({ 0: word, index }) => [index, index + word.length]);
}
