import { codePointLength } from "../../core/code-points.js";
import type { Core } from "../../core/core.js";
import { collapseWhiteSpace, splitWhiteSpace } from "../../core/white-space.js";
import { InvalidArgumentError } from "../../model/errors.js";
import { regexSource } from "../../recall/pattern.js";

/** Most UTF-16 units of a query. */
export const MAX_QUERY_UNITS = 4_000;
/** Literals of one query that are looked up; the first ones. */
export const MAX_LITERALS = 4;
/** Trigrams need this many characters. */
export const TRIGRAM_CHARS = 3;
/** A run of so many digits names something, a shorter one is a year or a count. */
const LONG_NUMBER = /\p{Nd}{5}/u;

/** What a query asks for, read from its text alone. */
export type QueryShape =
  | { readonly type: "blank" }
  | { readonly type: "expression"; readonly source: string }
  | {
      readonly type: "text";
      /** The whole query, on one line, lowercased. */
      readonly line: string;
      /** One token without white space. */
      readonly single: boolean;
      /** Tokens that the text-search parser would split, drop or never see, as they stand. */
      readonly literals: readonly string[];
    };

/** Errors: `InvalidArgumentError` for a query beyond `MAX_QUERY_UNITS`. */
export function shapeOf(core: Core, query: string): QueryShape {
  if (query.length > MAX_QUERY_UNITS)
    throw InvalidArgumentError.of("query", `must be at most ${MAX_QUERY_UNITS} UTF-16 units`);
  const source = regexSource(query);
  if (source !== null) return { type: "expression", source };
  const tokens = splitWhiteSpace(query);
  if (tokens.length === 0) return { type: "blank" };
  const line = core.lowercase(collapseWhiteSpace(query));
  const single = tokens.length === 1;
  const named = tokens.map((token) => (single ? token : withoutEdges(token)));
  const literals = [...new Set(named.map((token) => core.lowercase(token)))]
    .filter((token) => isLiteral(token))
    .slice(0, MAX_LITERALS);
  return { type: "text", line, single, literals };
}

/** Punctuation around a word is the sentence's, not the word's. */
function withoutEdges(token: string): string {
  return token.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, "");
}

/** Scripts that are written without spaces: the parser sees a sentence as one word, or none. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** Letters, with an apostrophe or a hyphen inside: what the parser keeps whole. */
const PLAIN = /^[\p{L}\p{M}]+(?:['’\u2010-][\p{L}\p{M}]+)*$/u;
/** Letters and digits without a sign between them: a word to the parser. */
const ALPHANUMERIC = /^[\p{L}\p{M}\p{Nd}]+$/u;

/** Whether a token has to be found as it is spelled. */
export function isLiteral(token: string): boolean {
  if (token === "") return false;
  if (UNSPACED.test(token) || LONG_NUMBER.test(token)) return true;
  return !PLAIN.test(token) && !ALPHANUMERIC.test(token);
}

export function isShort(literal: string): boolean {
  return codePointLength(literal) < TRIGRAM_CHARS;
}
