import { AMBIGUOUS, ASKED_FOR, ELIDED, FIRST_PERSON, REQUESTS, UNSPACED } from "./words.js";

/** Characters of a question that are read; people ask for themselves early on. */
const MOST_CHARS = 4_000;
/** Addresses, paths and names such as `example.io` and `I/O` are no words. */
const COMPOUND = /[\p{L}\p{N}]+(?:[./\\_@:#&]+[\p{L}\p{N}]+)+/gu;
const WORD = /[\p{L}\p{M}\p{N}]+['’ʼ＇]?/gu;

/** Whether somebody's own words ask about himself, in any of the languages of `words.ts`. */
export function speaksOfSelf(text: string): boolean {
  const plain = text.slice(0, MOST_CHARS).normalize("NFC").replace(COMPOUND, " ");
  if (UNSPACED.some((pattern) => pattern.test(plain))) return true;
  const tokens = plain.toLowerCase().match(WORD) ?? [];
  const bare = tokens.map((token) => token.replace(/['’ʼ＇]$/u, ""));
  const present = new Set(bare);
  return bare.some((word, index) => {
    if (ELIDED.has(word)) return word !== tokens[index];
    if (isAskedFor(bare, index)) return false;
    return FIRST_PERSON.has(word) || isSelf(word, tokens[index + 1] ?? "", present);
  });
}

/** `tell me`, `dis-moi`, `скажи мне`. */
function isAskedFor(words: readonly string[], index: number): boolean {
  const before = words[index - 1];
  return before !== undefined && ASKED_FOR.has(words[index] ?? "") && REQUESTS.has(before);
}

function isSelf(word: string, next: string, present: ReadonlySet<string>): boolean {
  if (word === "i" && /^(?:m|ve|ll|d)$/u.test(next)) return true;
  return AMBIGUOUS.some(
    ({ words, beside }) => words.has(word) && [...beside].some((each) => present.has(each)),
  );
}
