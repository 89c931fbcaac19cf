// The same matching as ours in tuned JavaScript: the engine's toLowerCase and indexOf, white space by
// char code, no expression in the loop. Texts are folded to plain strings and only the rare text with a
// character outside the BMP pays for counting code points.
import { wordCharacters } from "./word-characters.mjs";

/**
 * @typedef {object} Folded
 * @property {string} text
 * @property {number} length in code points
 * @property {boolean} astral whether it holds a surrogate pair
 */

/** @typedef {"exact" | "prefix" | "word_prefix" | "substring" | "subsequence"} Kind */

const OFFSET_SPAN = 0x4000_0000;

/** @param {number} unit */
export function isWhite(unit) {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].includes(unit);
}

/** @param {string} text */
export function trim(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isWhite(text.charCodeAt(start))) start++;
  while (end > start && isWhite(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

/** On one line, one space for each run of white space; copies whole runs of text. @param {string} text */
export function collapse(text) {
  let line = "";
  let from = 0;
  let at = 0;
  const { length } = text;
  while (at < length) {
    const unit = text.charCodeAt(at);
    // Most units are letters: one comparison for them.
    if (unit > 0x20 && unit < 0x80) {
      at++;
      continue;
    }
    if (!isWhite(unit)) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < length && isWhite(text.charCodeAt(end))) end++;
    if (unit !== 0x20 || end > at + 1 || at === 0 || end === length) {
      line += text.slice(from, at);
      if (line !== "" && end < length) line += " ";
      from = end;
    }
    at = end;
  }
  return from === 0 ? text : line + text.slice(from);
}

/** @param {string} trimmed @returns {Folded} */
export function fold(trimmed) {
  const text = trimmed.toLowerCase();
  const length = codePoints(text, text.length);
  return { text, length, astral: length !== text.length };
}

/** Code points in the first `end` units. @param {string} text @param {number} end */
export function codePoints(text, end) {
  let count = end;
  for (let i = 1; i < end; i++)
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count--;
  return count;
}

/**
 * Score × 2^30 + offset, or -1: one number, so that nothing is allocated for a match.
 * @param {Folded} query not blank
 * @param {Folded} text
 */
export function matchPacked(query, text) {
  if (query.length > text.length) return -1;
  const first = text.text.indexOf(query.text);
  if (first < 0) return subsequence(query, text);
  if (first === 0) return packed(query.text.length === text.text.length ? 1000 : 800, 0, query, text);
  for (let at = first; at >= 0; at = text.text.indexOf(query.text, at + 1))
    if (wordCharacters[before(text.text, at)] === 0) return packed(600, at, query, text);
  return packed(400, first, query, text);
}

/** @param {string} text @param {number} at */
function before(text, at) {
  const unit = text.charCodeAt(at - 1);
  return (unit & 0xfc00) === 0xdc00 && at > 1 ? (text.codePointAt(at - 2) ?? unit) : unit;
}

/** @param {Folded} query @param {Folded} text */
function subsequence({ text: query, length }, text) {
  const { text: within } = text;
  const { length: wanted } = query;
  const { length: units } = within;
  let met = 0;
  let start = 0;
  for (let i = 0; i < units; i++) {
    if (within.charCodeAt(i) !== query.charCodeAt(met)) continue;
    if (met === 0) start = i;
    if (++met === wanted) return packed(200, start, { length }, text);
  }
  return -1;
}

/** @param {number} base @param {number} at @param {Pick<Folded, "length">} query @param {Folded} text */
function packed(base, at, query, { text, length, astral }) {
  const offset = astral ? codePoints(text, at) : at;
  return (base + Math.floor((100 * query.length) / length)) * OFFSET_SPAN + offset;
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
