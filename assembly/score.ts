/** How well a folded query meets a folded text, and where. */
import { isWordCharacter, wordLanes } from "./characters";
import { allow, equals, exhausted, find } from "./find";
import { nextEnd, restart } from "./linear-find";
import { needle, needleBorders, needleBytes, needleCharacters } from "./needle";
import { countCharacters, decode, previous, widthOf } from "./utf8";

/** Tier bases; density adds 0..99 to all but the first, which is always 1100. */
export const EXACT: u32 = 1000;
export const PREFIX: u32 = 800;
export const WORD_PREFIX: u32 = 600;
export const SUBSTRING: u32 = 400;
export const SUBSEQUENCE: u32 = 200;
export const BEST: u32 = 1100;

/** Where the last `score` that was not 0 met the text, in bytes. */
let matchedAt: usize = 0;

/**
 * The score of the folded text `[at, at + bytes)`, 0 for no match. Tiers below `floor`, one of
 * them, are not looked for. Work is linear in text and needle.
 */
export function score(at: usize, bytes: usize, characters: u32, floor: u32): u32 {
  if (needleCharacters > characters || needleBytes > bytes || needleBytes == 0) return 0;
  const density: u32 = (100 * needleCharacters) / characters;
  const verbatim = scoreVerbatim(at, bytes, density, floor);
  return verbatim != 0 || floor > SUBSEQUENCE ? verbatim : scoreScattered(at, bytes, density);
}

/** `score` where the text is known not to hold the query verbatim. */
export function scoreOnlyScattered(at: usize, bytes: usize, characters: u32): u32 {
  if (needleCharacters > characters || needleBytes > bytes || needleBytes == 0) return 0;
  return scoreScattered(at, bytes, (100 * needleCharacters) / characters);
}

function scoreVerbatim(at: usize, bytes: usize, density: u32, floor: u32): u32 {
  if (equals(at, needle, needleBytes)) {
    matchedAt = 0;
    return needleBytes == bytes ? BEST : PREFIX + density;
  }
  if (floor >= PREFIX) return 0;
  const hit = findVerbatim(at, at + bytes);
  if (hit == 0) return 0;
  matchedAt = hit - at;
  return (atBoundary ? WORD_PREFIX : SUBSTRING) + density;
}

function scoreScattered(at: usize, bytes: usize, density: u32): u32 {
  const hit = findSubsequence(at, at + bytes);
  if (hit == 0) return 0;
  matchedAt = hit - at;
  return SUBSEQUENCE + density;
}

/** The last match's offset in characters. */
export function matchedCharacter(at: usize, bytes: usize, characters: u32): u32 {
  return bytes == usize(characters) ? u32(matchedAt) : countCharacters(at, at + matchedAt);
}

let atBoundary: bool = false;

/** The first occurrence that starts a word, else the first; 0 when there is none. */
function findVerbatim(start: usize, end: usize): usize {
  allowHonest(start, end);
  const first = find(needle, needleBytes, start, end);
  if (exhausted()) return findVerbatimLinear(start, end);
  if (first == 0) return 0;
  const hit = findWordStart(start, end, first);
  atBoundary = hit != 0;
  return atBoundary ? hit : first;
}

/** Of a text's occurrences the first, from `hit` on, that starts a word; 0 when none does. */
export function findWordStart(start: usize, end: usize, hit: usize): usize {
  if (startsWord(start, hit)) return hit;
  allowHonest(start, end);
  const last = end - needleBytes;
  const first = i8x16.splat(load<u8>(needle));
  const final = i8x16.splat(load<u8>(needle + needleBytes - 1));
  for (let at = hit + 1; at <= last; at += 16) {
    const ends = i8x16.eq(v128.load(at + needleBytes - 1), final);
    const both = v128.and(i8x16.eq(v128.load(at), first), ends);
    const hits = v128.andnot(both, wordLanes(v128.load(at - 1)));
    if (!v128.any_true(hits)) continue;
    for (let bits: u32 = i8x16.bitmask(hits); bits != 0; bits &= bits - 1) {
      const next = at + usize(ctz(bits));
      if (next > last) return 0;
      if (equals(next, needle, needleBytes) && startsWord(start, next)) return next;
    }
    if (exhausted()) return wordStartIn(start, findVerbatimLinear(start, end));
  }
  return 0;
}

function wordStartIn(start: usize, hit: usize): usize {
  return startsWord(start, hit) ? hit : 0;
}

/** An honest text is compared in a fraction of its length; past this it is repeating itself. */
function allowHonest(start: usize, end: usize): void {
  allow(((end - start) << 1) + 256);
}

function findVerbatimLinear(start: usize, end: usize): usize {
  const borders = needleBorders();
  restart();
  let first: usize = 0;
  let after = nextEnd(needle, needleBytes, borders, start, end);
  while (after != 0) {
    const hit = after - needleBytes;
    if (startsWord(start, hit)) return hit;
    if (first == 0) first = hit;
    after = nextEnd(needle, needleBytes, borders, after, end);
  }
  return first;
}

/** Says whether the character before is no part of a word, and remembers the answer. */
function startsWord(start: usize, hit: usize): bool {
  atBoundary = hit == start || !isWordCharacter(decode(previous(hit)));
  return atBoundary;
}

/** Where the greedy scan meets the query's first character; 0 when some character is missing. */
function findSubsequence(at: usize, end: usize): usize {
  allow(usize.MAX_VALUE);
  let first: usize = 0;
  let wanted = needle;
  const wantedEnd = needle + needleBytes;
  while (wanted < wantedEnd) {
    const width = widthOf(load<u8>(wanted));
    const hit = find(wanted, width, at, end);
    if (hit == 0) return 0;
    if (first == 0) first = hit;
    at = hit + width;
    wanted += width;
  }
  return first;
}
