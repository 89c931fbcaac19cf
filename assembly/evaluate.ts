/**
 * Scores one candidate: label and id in full, detail by half, the strongest field decides. A field
 * that cannot reach the threshold may be left out: were it the strongest, the candidate would not
 * be kept.
 */
import { DETAIL, ID, LABEL, labelLengths, lengthColumn, startOf, texts } from "./columns";
import { mayHold, mayMatch, mayReach } from "./filters";
import { findByte } from "./find";
import { keyOf, push, threshold, worstOffset, wouldKeep } from "./heap";
import { needle, needleCharacters } from "./needle";
import {
  PREFIX,
  SUBSEQUENCE,
  SUBSTRING,
  WORD_PREFIX,
  findWordStart,
  matchedCharacter,
  score,
  scoreOnlyScattered,
} from "./score";
import { countCharacters } from "./utf8";

let bestScore: u32 = 0;
let bestOffset: u32 = 0;
let bestField: u32 = 0;

/**
 * Keeps the candidate if its label or id scores in `[floor, below)`. `floor` is a tier: from
 * WORD_PREFIX up no detail comes near.
 */
export function keepByName(row: u32, floor: u32, below: u32): void {
  bestScore = 0;
  scoreField(LABEL, row, floor, true);
  scoreField(ID, row, floor, true);
  if (bestScore >= floor && bestScore < below) push(bestKey(row), bestField);
}

/**
 * Keeps the candidate if it matches and its score is below `below`, a tier: WORD_PREFIX, PREFIX, or
 * above BEST where nothing was kept before. What a name scores from there on was kept by its own
 * sweep.
 */
export function keepByAll(row: u32, below: u32): void {
  bestScore = 0;
  for (let field = LABEL; field <= DETAIL; field++) {
    if (!mayMatch(field, row)) continue;
    const verbatim = mayHold(field, row);
    if (mayReach(field, row, verbatim, below)) scoreField(field, row, SUBSEQUENCE, verbatim);
  }
  if (bestScore == 0 || bestScore >= below) return;
  const key = bestKey(row);
  if (!wouldKeep(key)) return;
  // A name left out as too weak for this sweep may have been strong enough for the ones before.
  const field = bestField;
  if (below <= PREFIX && scoresFrom(row, below)) return;
  push(key, field);
}

/** Whether a label or id reaches a tier. */
function scoresFrom(row: u32, tier: u32): bool {
  bestScore = 0;
  scoreField(LABEL, row, tier, true);
  scoreField(ID, row, tier, true);
  return bestScore >= tier;
}

/** Keeps the candidate if it matches; no field of it holds the query verbatim. */
export function keepScattered(row: u32): void {
  bestScore = 0;
  for (let field = LABEL; field <= DETAIL; field++) {
    if (mayMatch(field, row) && mayReach(field, row, false, WORD_PREFIX)) {
      scoreField(field, row, SUBSEQUENCE, false);
    }
  }
  if (bestScore > 0) push(bestKey(row), bestField);
}

/**
 * Whether a scattered match may get the candidate kept. Where nearly every text has the query's
 * characters, and as many characters, those at the start decide; the rest need not be read.
 */
export function mayKeepScattered(row: u32): bool {
  if (threshold == 0) return true;
  for (let field = LABEL; field <= DETAIL; field++) {
    const length: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
    if (length < needleCharacters || !mayMatch(field, row)) continue;
    const full = SUBSEQUENCE + (needleCharacters * 100) / length;
    const value = field == DETAIL ? full >> 1 : full;
    if (value > threshold || (value == threshold && mayStartEarly(field, row))) return true;
  }
  return false;
}

/** The same of a match at the start of a word of a label or id. */
export function mayKeepWordPrefix(field: u32, row: u32): bool {
  const length: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
  if (length < needleCharacters) return false;
  const value = WORD_PREFIX + (needleCharacters * 100) / length;
  return value > threshold || (value == threshold && mayStartEarly(field, row));
}

/** Whether a match in the field may start early enough for a candidate that equals the threshold. */
function mayStartEarly(field: u32, row: u32): bool {
  const labelLength: u32 = load<u16>(labelLengths + (usize(row) << 1));
  let latest = worstOffset();
  if (!wouldKeep(keyOf(threshold, latest, labelLength, row))) {
    if (latest == 0) return false;
    latest--;
  }
  const start = startOf(field, row);
  const at = texts + usize(load<u32>(start));
  const end = texts + usize(load<u32>(start, 4));
  // No character has more than four bytes.
  const length: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
  const reach = usize(end - at == usize(length) ? latest : latest << 2) + 1;
  return findByte(load<u8>(needle), at, min(at + reach, end)) != 0;
}

/**
 * Whether the candidate may be kept for its label or id, which holds the query verbatim first at
 * `hit`.
 */
export function mayKeepVerbatim(field: u32, row: u32, hit: usize): bool {
  const start = startOf(field, row);
  const at = texts + usize(load<u32>(start));
  const end = texts + usize(load<u32>(start, 4));
  const length: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
  const density = (needleCharacters * 100) / length;
  if (WORD_PREFIX + density < threshold) return false;
  const wordHit = findWordStart(at, end, hit);
  const value = (wordHit == 0 ? SUBSTRING : WORD_PREFIX) + density;
  if (value != threshold) return value > threshold;
  const bytes = (wordHit == 0 ? hit : wordHit) - at;
  const offset = end - at == usize(length) ? u32(bytes) : countCharacters(at, at + bytes);
  return wouldKeep(keyOf(value, offset, load<u16>(labelLengths + (usize(row) << 1)), row));
}

/** Whether a field holds the query verbatim. */
export function holdsAnywhere(row: u32): bool {
  for (let field = LABEL; field <= DETAIL; field++) {
    if (!mayMatch(field, row) || !mayHold(field, row)) continue;
    bestScore = 0;
    scoreField(field, row, SUBSTRING, true);
    if (bestScore > 0) return true;
  }
  return false;
}

/** The stronger of this field and those before it; an equal one changes nothing. */
function scoreField(field: u32, row: u32, floor: u32, verbatim: bool): void {
  const start = startOf(field, row);
  const at = texts + usize(load<u32>(start));
  const bytes = texts + usize(load<u32>(start, 4)) - at;
  const characters: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
  const full = verbatim
    ? score(at, bytes, characters, floor)
    : scoreOnlyScattered(at, bytes, characters);
  const value = field == DETAIL ? full >> 1 : full;
  if (value <= bestScore) return;
  bestScore = value;
  bestOffset = matchedCharacter(at, bytes, characters);
  bestField = field;
}

function bestKey(row: u32): u64 {
  const labelLength: u32 = load<u16>(labelLengths + (usize(row) << 1));
  return keyOf(bestScore, bestOffset, labelLength, row);
}
