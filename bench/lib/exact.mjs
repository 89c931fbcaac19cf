// The same matching as ours in tuned JavaScript: the engine's toLowerCase and indexOf, white space by
// char code, no expression in the loop. Texts are folded to plain strings and only the rare text with a
// character outside the BMP pays for counting code points.
import { wordCharacters } from "./word-characters.mjs";

/**
 * A query as it is matched.
 * @typedef {object} FoldedQuery
 * @property {string} text
 * @property {readonly string[]} characters
 */

/** @typedef {"exact" | "prefix" | "word_prefix" | "substring" | "subsequence"} Kind */

const OFFSET_SPAN = 0x4000_0000;

const WHITE_ABOVE_LATIN = [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];
/** One byte for each UTF-16 unit: 1 for White_Space. */
const white = new Uint8Array(0x10000);
for (const unit of [0x20, 0x85, 0xa0, ...WHITE_ABOVE_LATIN]) white[unit] = 1;
white.fill(1, 0x09, 0x0e).fill(1, 0x2000, 0x200b);

/** @param {number} unit */
function isWhite(unit) {
  return white[unit] === 1;
}

/** @param {string} text */
export function trim(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isWhite(text.charCodeAt(start))) start++;
  while (end > start && isWhite(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

/**
 * On one line, one space for each run of white space; runs of text are copied whole. Also says whether
 * there may be characters beyond the BMP, so that nobody has to look again.
 * @param {string} text
 */
export function collapse(text) {
  const parts = [];
  const { length } = text;
  let from = 0;
  let astral = false;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    // Most units are letters: one comparison for them.
    if (unit > 0x20 && unit < 0x80) continue;
    if (!isWhite(unit)) {
      if (unit >= 0xd800) astral = true;
      continue;
    }
    let end = at + 1;
    while (end < length && isWhite(text.charCodeAt(end))) end++;
    if (unit !== 0x20 || end > at + 1 || at === 0 || end === length) {
      if (at > from) parts.push(text.slice(from, at));
      from = end;
    }
    at = end - 1;
  }
  if (from === 0) return { line: text, astral };
  if (from < length) parts.push(text.slice(from));
  return { line: parts.join(" "), astral };
}

/** @param {string} text @returns {FoldedQuery} */
export function foldQuery(text) {
  const folded = trim(text).toLowerCase();
  return { text: folded, characters: Array.from(folded) };
}

/** Code points in the first `end` units. @param {string} text @param {number} end */
export function codePoints(text, end) {
  let count = end;
  for (let i = 1; i < end; i++)
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800)
      count--;
  return count;
}

/**
 * Score × 2^30 + offset, or -1: one number, so that nothing is allocated for a match.
 * @param {FoldedQuery} query not blank
 * @param {string} text folded
 * @param {number} length its code points
 */
export function matchPacked(query, text, length) {
  if (query.characters.length > length) return -1;
  const needle = query.text;
  const first = text.indexOf(needle);
  if (first < 0) return subsequence(query, text, length);
  if (first === 0) return packed(query, needle.length === text.length ? 1000 : 800, length, 0);
  for (let at = first; at >= 0; at = text.indexOf(needle, at + 1))
    if (wordCharacters[before(text, at)] === 0)
      return packed(query, 600, length, offsetAt(text, length, at));
  return packed(query, 400, length, offsetAt(text, length, first));
}

/** The character that ends at a unit. @param {string} text @param {number} at */
function before(text, at) {
  const unit = text.charCodeAt(at - 1);
  return (unit & 0xfc00) === 0xdc00 && at > 1 ? (text.codePointAt(at - 2) ?? unit) : unit;
}

/** The engine's own search for each character in turn. @param {FoldedQuery} query @param {string} text @param {number} length */
function subsequence(query, text, length) {
  let at = -1;
  let start = -1;
  for (const character of query.characters) {
    at = text.indexOf(character, at + 1);
    if (at < 0) return -1;
    if (start < 0) start = at;
  }
  return packed(query, 200, length, offsetAt(text, length, start));
}

/** Code points before a unit; only a text that has fewer of them than units is counted. @param {string} text @param {number} length @param {number} at */
function offsetAt(text, length, at) {
  return length === text.length ? at : codePoints(text, at);
}

/** @param {FoldedQuery} query @param {number} base @param {number} length @param {number} offset */
function packed(query, base, length, offset) {
  return (base + Math.floor((100 * query.characters.length) / length)) * OFFSET_SPAN + offset;
}

/** @param {number} match */
export function scoreOf(match) {
  return Math.floor(match / OFFSET_SPAN);
}

/** @param {number} match */
export function offsetOf(match) {
  return match % OFFSET_SPAN;
}

/** @param {number} score before any halving @returns {Kind} */
export function kindOf(score) {
  if (score >= 1000) return "exact";
  if (score >= 800) return "prefix";
  if (score >= 600) return "word_prefix";
  return score >= 400 ? "substring" : "subsequence";
}
