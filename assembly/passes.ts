/**
 * The sweeps over whole columns. Each tests several candidates at once, all its filters joined
 * before the first branch: one badly predicted branch costs more than the filters do.
 */
import {
  DETAIL,
  ID,
  LABEL,
  candidates,
  highPairColumn,
  lengthColumn,
  lowPairColumn,
  pairColumn,
  presenceColumn,
  survivors,
  unions,
  wordStartColumn,
} from "./columns";
import { keepByAll, keepByName, keepScattered } from "./evaluate";
import {
  longest,
  longestDetail,
  mayHoldAnywhere,
  wantedHighPairs,
  wantedLowPairs,
  wantedPairs,
  wantedPresence,
  wantedWordStart,
} from "./filters";
import { PREFIX, SUBSEQUENCE, SUBSTRING, WORD_PREFIX } from "./score";

/**
 * Keeps every candidate with the query at the start of a word, but not of the whole, of label or
 * id.
 */
export function sweepWordPrefixes(): void {
  const start = i32x4.splat(wantedWordStart);
  let limit = i32x4.splat(longest(WORD_PREFIX));
  for (let row: u32 = 0; row < candidates; row += 4) {
    const words = v128.load(wordStartColumn + (usize(row) << 2));
    const hits = v128.and(
      i32x4.eq(v128.and(words, start), start),
      v128.or(holdsLike(LABEL, row, limit), holdsLike(ID, row, limit)),
    );
    if (v128.any_true(hits)) {
      keepLanes(row, i32x4.bitmask(hits), WORD_PREFIX, PREFIX);
      limit = i32x4.splat(longest(WORD_PREFIX));
    }
  }
}

/** Of four fields: which may hold the query verbatim and are short enough. */
// @ts-ignore: decorator
@inline
function holdsLike(field: u32, row: u32, limit: v128): v128 {
  const presence = i32x4.splat(wantedPresence);
  const pairs = i64x2.splat(wantedPairs);
  const sets = v128.load(presenceColumn(field) + (usize(row) << 2));
  const at = pairColumn(field) + (usize(row) << 3);
  const low = i64x2.eq(v128.and(v128.load(at), pairs), pairs);
  const high = i64x2.eq(v128.and(v128.load(at, 16), pairs), pairs);
  const lengths = i32x4.extend_low_i16x8_u(
    v128.load64_zero(lengthColumn(field) + (usize(row) << 1)),
  );
  return v128.and(
    v128.and(
      i32x4.eq(v128.and(sets, presence), presence),
      v128.shuffle<i32>(low, high, 0, 2, 4, 6),
    ),
    i32x4.le_s(lengths, limit),
  );
}

/** Keeps every candidate below WORD_PREFIX of which some field may hold the query verbatim. */
export function sweepVerbatim(): void {
  let limit = i32x4.splat(longest(SUBSTRING));
  for (let row: u32 = 0; row < candidates; row += 4) {
    const names = v128.or(holdsLike(LABEL, row, limit), holdsLike(ID, row, limit));
    const hits = v128.or(names, detailHoldsLike(row));
    if (v128.any_true(hits)) {
      let bits: u32 = i32x4.bitmask(hits);
      for (; bits != 0; bits &= bits - 1) keepHolding(row + ctz(bits));
      limit = i32x4.splat(longest(SUBSTRING));
    }
  }
}

/**
 * Keeps every candidate that cannot hold the query, but whose label or id may hold its characters.
 */
export function sweepScatteredNames(): void {
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

function keepHolding(row: u32): void {
  if (row < candidates && mayHoldAnywhere(row)) keepByAll(row, WORD_PREFIX);
}

function keepUnlessHolding(row: u32): void {
  if (row < candidates && !mayHoldAnywhere(row)) keepScattered(row);
}

/** Of four details: which may hold the query verbatim. */
// @ts-ignore: decorator
@inline
function detailHoldsLike(row: u32): v128 {
  const presence = i32x4.splat(wantedPresence);
  const sets = v128.load(presenceColumn(DETAIL) + (usize(row) << 2));
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
  return v128.and(
    i32x4.eq(v128.and(sets, presence), presence),
    v128.shuffle<i32>(first, second, 0, 2, 4, 6),
  );
}

/** Looks at the candidates behind the set bits. */
function keepLanes(row: u32, bits: u32, floor: u32, below: u32): void {
  for (; bits != 0; bits &= bits - 1) {
    const hit = row + ctz(bits);
    if (hit < candidates) keepByName(hit, floor, below);
  }
}

/** How many candidates hold all the query's classes in some field or other. */
export function countUnions(): u32 {
  const wanted = i32x4.splat(wantedPresence);
  let sum = i32x4.splat(0);
  for (let row: u32 = 0; row < candidates; row += 8) {
    const at = unions + (usize(row) << 2);
    sum = i32x4.sub(sum, i32x4.eq(v128.and(v128.load(at), wanted), wanted));
    sum = i32x4.sub(sum, i32x4.eq(v128.and(v128.load(at, 16), wanted), wanted));
  }
  return (
    u32(i32x4.extract_lane(sum, 0)) +
    u32(i32x4.extract_lane(sum, 1)) +
    u32(i32x4.extract_lane(sum, 2)) +
    u32(i32x4.extract_lane(sum, 3))
  );
}

/**
 * Lists the candidates that hold all the query's classes in some field or other; returns how many.
 */
export function listUnions(): u32 {
  const wanted = i32x4.splat(wantedPresence);
  let listed: u32 = 0;
  for (let row: u32 = 0; row < candidates; row += 4) {
    const sets = v128.load(unions + (usize(row) << 2));
    const hits = i32x4.eq(v128.and(sets, wanted), wanted);
    if (!v128.any_true(hits)) continue;
    for (let bits: u32 = i32x4.bitmask(hits); bits != 0; bits &= bits - 1) {
      const hit = row + ctz(bits);
      if (hit < candidates) store<u32>(survivors + (usize(listed++) << 2), hit);
    }
  }
  return listed;
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
