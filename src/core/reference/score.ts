import type { TextMatch } from "../../model/match.js";
import { tierMatch } from "../tiers.js";
import { trimWhiteSpace } from "../white-space.js";
import { codePoints } from "../code-points.js";
import { isAlphanumeric, lowercase } from "./unicode.js";

/** A text as it is matched: trimmed, lowercased, one number a character. */
export type Folded = readonly number[];

export function fold(text: string): Folded {
  return codePoints(lowercase(trimWhiteSpace(text)));
}

/** The best tier in which the query meets the text; null when it does not, or is blank. */
export function scoreFolded(query: Folded, text: Folded): TextMatch | null {
  if (query.length === 0 || query.length > text.length) return null;
  const verbatim = findVerbatim(query, text);
  if (verbatim === null) {
    const first = subsequenceStart(query, text);
    return first === null ? null : tierMatch("subsequence", first, query.length, text.length);
  }
  const { offset, boundary } = verbatim;
  if (offset > 0)
    return tierMatch(boundary ? "word_prefix" : "substring", offset, query.length, text.length);
  const kind = query.length === text.length ? "exact" : "prefix";
  return tierMatch(kind, 0, query.length, text.length);
}

/** The first occurrence at a word's start, or else the first of all. Occurrences may overlap. */
function findVerbatim(
  query: Folded,
  text: Folded,
): { readonly offset: number; readonly boundary: boolean } | null {
  let first: number | null = null;
  for (let offset = 0; offset + query.length <= text.length; offset++) {
    if (!matchesAt(query, text, offset)) continue;
    const before = text[offset - 1];
    if (before === undefined || !isAlphanumeric(before)) return { offset, boundary: true };
    first ??= offset;
  }
  return first === null ? null : { offset: first, boundary: false };
}

function matchesAt(query: Folded, text: Folded, offset: number): boolean {
  for (let i = 0; i < query.length; i++) if (query[i] !== text[offset + i]) return false;
  return true;
}

/** Where a greedy scan meets the query's first character, if it meets all of them in order. */
function subsequenceStart(query: Folded, text: Folded): number | null {
  let met = 0;
  let start = 0;
  for (let i = 0; i < text.length && met < query.length; i++) {
    if (text[i] !== query[met]) continue;
    if (met === 0) start = i;
    met++;
  }
  return met === query.length ? start : null;
}
