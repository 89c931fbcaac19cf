/**
 * The passes over whole columns, and over the lists that they leave. A pass tests several candidates
 * at once, all its filters joined before the first branch: one badly predicted branch costs more
 * than the filters do.
 */
import {
  DETAIL,
  ID,
  LABEL,
  candidates,
  highPairColumn,
  lengthColumn,
  lowPairColumn,
  presenceColumn,
  survivors,
  unions,
  wordStartColumn,
} from "./columns";
import { holdsAnywhere, keepByAll, keepByName, keepScattered, mayKeepScattered, mayKeepWordPrefix } from "./evaluate";
import {
  longest,
  longestDetail,
  mayHold,
  mayHoldAnywhere,
  mayMatch,
  mayReach,
  wantedHighPairs,
  wantedLowPairs,
  wantedPresence,
  wantedWordStart,
} from "./filters";
import { needleCharacters } from "./needle";
import { PREFIX, SUBSEQUENCE, WORD_PREFIX } from "./score";
import { sweptRows } from "./sweep";

/**
 * Lists the candidates from a row on that may hold the query verbatim, as far as the sets of all
 * their fields together tell; returns how many, or some number above `most` when they are more.
 */
export function listLikely(from: u32, most: u32): u32 {
  const presence = i32x4.splat(wantedPresence);
  let listed: u32 = 0;
  for (let row = from & ~3; row < candidates && listed <= most; row += 4) {
    const sets = v128.load(unions + (usize(row) << 2));
    const hits = v128.and(i32x4.eq(v128.and(sets, presence), presence), pairsLike(row));
    if (!v128.any_true(hits)) continue;
    for (let bits: u32 = i32x4.bitmask(hits); bits != 0; bits &= bits - 1) {
      const hit = row + ctz(bits);
      if (hit >= from) store<u32>(survivors + (usize(listed++) << 2), hit);
    }
  }
  return listed;
}

/** Of four candidates: which hold the query's byte pairs in some field or other. */
// @ts-ignore: decorator
@inline
function pairsLike(row: u32): v128 {
  const low = lowPairColumn + (usize(row) << 3);
  const high = highPairColumn + (usize(row) << 3);
  const lows = i64x2.splat(wantedLowPairs);
  const highs = i64x2.splat(wantedHighPairs);
  const first = v128.and(
    i64x2.eq(v128.and(v128.load(low), lows), lows),
    i64x2.eq(v128.and(v128.load(high), highs), highs),
  );
  const second = v128.and(
    i64x2.eq(v128.and(v128.load(low, 16), lows), lows),
    i64x2.eq(v128.and(v128.load(high, 16), highs), highs),
  );
  return v128.shuffle<i32>(first, second, 0, 2, 4, 6);
}

/**
 * Of those listed, keeps every candidate with the query at the start of a word, but not of the
 * whole, of label or id.
 */
export function keepWordPrefixes(listed: u32): void {
  for (let i: u32 = 0; i < listed; i++) {
    const row = load<u32>(survivors + (usize(i) << 2));
    const words = load<u32>(wordStartColumn + (usize(row) << 2));
    if ((words & wantedWordStart) == 0) continue;
    if (mayHoldWord(LABEL, row) || mayHoldWord(ID, row)) keepByName(row, WORD_PREFIX, PREFIX);
  }
}

function mayHoldWord(field: u32, row: u32): bool {
  return mayMatch(field, row) && mayKeepWordPrefix(field, row) && mayHold(field, row);
}

/** Whether the candidate may be good enough if a field holds the query, below WORD_PREFIX. */
function mayReachVerbatim(row: u32): bool {
  return (
    mayReach(DETAIL, row, true, WORD_PREFIX) ||
    mayReach(LABEL, row, true, WORD_PREFIX) ||
    mayReach(ID, row, true, WORD_PREFIX)
  );
}

/** Of those listed, keeps every candidate below WORD_PREFIX of which a field may hold the query. */
export function keepVerbatim(listed: u32): void {
  for (let i: u32 = 0; i < listed; i++) {
    const row = load<u32>(survivors + (usize(i) << 2));
    if (mayReachVerbatim(row) && mayHoldAnywhere(row)) keepByAll(row, WORD_PREFIX);
  }
}

/**
 * Keeps every candidate that cannot hold the query, but whose label or id may hold its characters.
 */
export function sweepScatteredNames(): void {
  if (longest(SUBSEQUENCE) < needleCharacters) return;
  let limit = i32x4.splat(longest(SUBSEQUENCE));
  for (let row: u32 = 0; row < candidates; row += 4) {
    const hits = v128.or(presentLike(LABEL, row, limit), presentLike(ID, row, limit));
    if (v128.any_true(hits)) {
      let bits: u32 = i32x4.bitmask(hits);
      for (; bits != 0; bits &= bits - 1) keepUnlessHolding(row + ctz(bits));
      limit = i32x4.splat(longest(SUBSEQUENCE));
    }
  }
}

/**
 * Keeps every candidate that cannot hold the query, and of which only the detail may hold its
 * characters. Only while so little is kept that no sweep has left a name out for its length.
 */
export function sweepScatteredDetails(): void {
  const all = i32x4.splat(0xffff);
  let limit = i32x4.splat(longestDetail());
  for (let row: u32 = 0; row < candidates; row += 4) {
    const names = v128.or(presentLike(LABEL, row, all), presentLike(ID, row, all));
    const hits = v128.andnot(presentLike(DETAIL, row, limit), names);
    if (v128.any_true(hits)) {
      let bits: u32 = i32x4.bitmask(hits);
      for (; bits != 0; bits &= bits - 1) keepUnlessHolding(row + ctz(bits));
      limit = i32x4.splat(longestDetail());
    }
  }
}

function keepUnlessHolding(row: u32): void {
  if (!mayKeepScattered(row)) return;
  if (!mayHoldAnywhere(row) || (row < sweptRows && !holdsAnywhere(row))) keepScattered(row);
}

/** Of four fields: which hold all the query's classes and are short enough. */
// @ts-ignore: decorator
@inline
function presentLike(field: u32, row: u32, limit: v128): v128 {
  const wanted = i32x4.splat(wantedPresence);
  const sets = v128.load(presenceColumn(field) + (usize(row) << 2));
  const lengths = i32x4.extend_low_i16x8_u(
    v128.load64_zero(lengthColumn(field) + (usize(row) << 1)),
  );
  return v128.and(i32x4.eq(v128.and(sets, wanted), wanted), i32x4.le_s(lengths, limit));
}
