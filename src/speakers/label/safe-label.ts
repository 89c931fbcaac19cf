import { ARTICLES, GENERIC_WORDS, PRONOUNS } from "./generic-words.js";
import { labelKey, normalLabel } from "./normal-label.js";

/** UTF-16 units of a label; what is longer is no name. */
export const MAX_LABEL_UNITS = 100;
/** From so many words on, an article and a word for anybody make a sentence. */
const PROSE_WORDS = 4;

/** Characters that end a line, break out of one, or turn the text beside them round. */
const BREAKING = /[\p{Control}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const TAG = /<\s*[/!?]?\s*\p{L}/u;
/** An id of ours, or what pretends to be one. */
const INTERNAL_ID =
  /(?<![\p{L}\p{N}])(?:actor|sk|tenant|perspective|conversation|conv|route|connector):/u;
const DECORATION = /[@!#<>()[\]{}"'`*_~.,;\s]/gu;
const BRACKETED = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const DIGITS = /\p{N}+$/u;

/**
 * Whether a label may stand before a model as somebody's name. Refused: nothing visible, more than
 * `MAX_LABEL_UNITS`, what breaks a line or opens a tag, an internal id, the actor's own id however
 * it is dressed up, and what as a whole, or but for brackets, only means anybody or a pronoun.
 */
export function isSafeLabel(label: string, actorId = ""): boolean {
  if (label.length > MAX_LABEL_UNITS || BREAKING.test(label)) return false;
  const shown = normalLabel(label);
  if (shown === "" || BREAKING.test(shown) || TAG.test(shown)) return false;
  const key = labelKey(label);
  if (INTERNAL_ID.test(key)) return false;
  if (actorId !== "" && bare(key) === bare(labelKey(actorId))) return false;
  return !isGeneric(key);
}

/** The label where it is safe; else nothing, never something in its place. */
export function safeLabel(label: string, actorId = ""): string {
  return isSafeLabel(label, actorId) ? label : "";
}

function bare(key: string): string {
  return key.replace(DECORATION, "");
}

function isGeneric(key: string): boolean {
  const words = wordsOf(key);
  return (
    meansAnybody(words) || meansAnybody(wordsOf(key.replace(BRACKETED, " "))) || isProse(words)
  );
}

function wordsOf(key: string): readonly string[] {
  // "user2" is as good as "user", and a bare number says nothing by itself.
  return (key.match(WORD) ?? []).map((word) => word.replace(DIGITS, ""));
}

function meansAnybody(words: readonly string[]): boolean {
  return words.some(isAnybody) && words.every((word) => isAnybody(word) || isFiller(word));
}

function isAnybody(word: string): boolean {
  return GENERIC_WORDS.has(word) || PRONOUNS.has(word);
}

function isFiller(word: string): boolean {
  return word === "" || ARTICLES.has(word);
}

function isProse(words: readonly string[]): boolean {
  return (
    words.length >= PROSE_WORDS &&
    words.some((word) => GENERIC_WORDS.has(word)) &&
    words.some((word) => ARTICLES.has(word))
  );
}
