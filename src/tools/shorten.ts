import { LEAD_SHARE, MATCH_PLACES } from "./bounds.js";

/** A part of a text, in whole characters. */
export interface Excerpt {
  /** With an ellipsis on each side that was cut. */
  readonly text: string;
  /** Characters of the excerpt without its ellipses, and of the whole. */
  readonly shown: number;
  readonly total: number;
}

/** Where words of a query stand in a text, in UTF-16 units, ascending; at most `MATCH_PLACES`. */
export type Places = readonly { readonly at: number; readonly word: string }[];

const ELLIPSIS = "…";
/** The shortest part of a word that is taken for the word: endings differ. */
const STEM_CHARS = 4;
const ENDING_CHARS = 3;

/** At most `limit` characters of the text, where it answers the query best. */
export function shortenAround(
  text: string,
  limit: number,
  { places, total }: { readonly places: Places; readonly total: number },
): Excerpt {
  if (total <= limit) return { text, shown: total, total };
  const lead = Math.floor(limit / LEAD_SHARE);
  const first = bestPlace(places, limit - lead);
  const start = back(text, first, lead);
  const latest = back(text, text.length, limit);
  return shortenFrom(text, Math.min(start, latest), limit, total);
}

/** At most `limit` characters from a UTF-16 offset that divides no character; of `total`. */
export function shortenFrom(
  text: string,
  start: number,
  limit: number,
  total: number = characterCount(text),
): Excerpt {
  const end = forward(text, start, limit);
  const part = text.slice(start, end);
  const before = start > 0 ? ELLIPSIS : "";
  const after = end < text.length ? ELLIPSIS : "";
  return { text: before + part + after, shown: characterCount(part), total };
}

/** The UTF-16 offset `count` characters after `from`, or the text's end. */
export function forward(text: string, from: number, count: number): number {
  let at = from;
  for (let i = 0; i < count && at < text.length; i++) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** The UTF-16 offset `count` characters before `from`, or the text's start. */
function back(text: string, from: number, count: number): number {
  let at = from;
  for (let i = 0; i < count && at > 0; i++) at -= isPair(text, at - 2) ? 2 : 1;
  return at;
}

/** Finds the words of a query, endings aside, in any case. */
export function placesOf(query: string, text: string): Places {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  if (words.length === 0) return [];
  const stems = words.map(stemOf).sort((a, b) => b.length - a.length);
  const places: { readonly at: number; readonly word: string }[] = [];
  // The stems are letters and digits alone, so nothing in them is an operator.
  for (const match of text.matchAll(new RegExp(stems.join("|"), "giu"))) {
    if (places.length === MATCH_PLACES) break;
    places.push({ at: match.index, word: match[0].toLowerCase() });
  }
  return places;
}

/** The first place of the window that holds the most different words; the earliest on a tie. */
function bestPlace(places: Places, reach: number): number {
  let best = places[0]?.at ?? 0;
  let most = 0;
  let end = 0;
  const counts = new Map<string, number>();
  for (const { at, word } of places) {
    for (let next = places[end]; next !== undefined && next.at < at + reach; next = places[++end])
      counts.set(next.word, (counts.get(next.word) ?? 0) + 1);
    if (counts.size > most) {
      most = counts.size;
      best = at;
    }
    const left = (counts.get(word) ?? 0) - 1;
    if (left > 0) counts.set(word, left);
    else counts.delete(word);
  }
  return best;
}

function stemOf(word: string): string {
  const characters = Array.from(word);
  return characters.slice(0, Math.max(STEM_CHARS, characters.length - ENDING_CHARS)).join("");
}

export function characterCount(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) if (isPair(text, i)) count--;
  return count;
}

function isPair(text: string, at: number): boolean {
  const high = (text.charCodeAt(at) & 0xfc00) === 0xd800;
  return high && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
