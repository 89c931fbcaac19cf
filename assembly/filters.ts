/** What a text must hold for the query to have a chance, as constants of one query. */
import {
  DETAIL,
  ID,
  LABEL,
  headColumn,
  highPairColumn,
  lengthColumn,
  lowPairColumn,
  pairColumn,
  presenceColumn,
} from "./columns";
import { threshold } from "./heap";
import { highPairs, lowPairs, mark, presence, presenceOf } from "./marks";
import { needle, needleBytes, needleCharacters } from "./needle";
import { BEST, EXACT, PREFIX, SUBSEQUENCE, SUBSTRING, WORD_PREFIX } from "./score";

/** Classes that a field must hold. */
export let wantedPresence: u32 = 0;
/** Class of the query's first byte. */
export let wantedWordStart: u32 = 0;
/** Byte pairs that a label or id must hold where the query is in it verbatim. */
export let wantedPairs: u64 = 0;
/** The first four bytes, or as many as there are, and which bits those are. */
export let wantedHead: u32 = 0;
export let headMask: u32 = 0;

/** The same for all fields together. */
export let wantedLowPairs: u64 = 0;
export let wantedHighPairs: u64 = 0;

/** Reads the constants off the query, which must not be empty. */
export function setFilters(): void {
  const end = needle + needleBytes;
  mark(needle, end);
  wantedPresence = presence;
  wantedPairs = lowPairs | highPairs;
  wantedLowPairs = lowPairs;
  wantedHighPairs = highPairs;
  wantedWordStart = presenceOf(load<u8>(needle));
  headMask = needleBytes >= 4 ? 0xffffffff : (1 << (u32(needleBytes) << 3)) - 1;
  wantedHead = load<u32>(needle) & headMask;
}

// The tests below join what they read before they branch: a load that waits for another's answer
// costs a miss of its own.

/** Whether the field holds all the query's classes: without them no tier is possible. */
// @ts-ignore: decorator
@inline
export function mayMatch(field: u32, row: u32): bool {
  return lacksClasses(field, row) == 0;
}

/** Whether any field does. */
// @ts-ignore: decorator
@inline
export function mayMatchAnywhere(row: u32): bool {
  const label = u32(mayMatch(LABEL, row));
  const id = u32(mayMatch(ID, row));
  return (label | id | u32(mayMatch(DETAIL, row))) != 0;
}

/** Whether the field may hold the query verbatim. */
export function mayHold(field: u32, row: u32): bool {
  // Of a name both sets count: the finer one of all fields rules out what its own does not.
  return (lacksPairs(row) | (field == DETAIL ? 0 : lacksOwnPairs(field, row))) == 0;
}

/** Whether some field may match with the query verbatim. */
export function mayHoldAnywhere(row: u32): bool {
  if (lacksPairs(row) != 0) return false;
  const label = u32((lacksOwnPairs(LABEL, row) | lacksClasses(LABEL, row)) == 0);
  const id = u32((lacksOwnPairs(ID, row) | lacksClasses(ID, row)) == 0);
  const detail = u32(lacksClasses(DETAIL, row) == 0);
  return (label | id | detail) != 0;
}

/** Of the query's classes those that the field lacks. */
// @ts-ignore: decorator
@inline
function lacksClasses(field: u32, row: u32): u64 {
  return u64(wantedPresence & ~load<u32>(presenceColumn(field) + (usize(row) << 2)));
}

/** Of the query's byte pairs some that all fields lack; 0 when they lack none. */
// @ts-ignore: decorator
@inline
function lacksPairs(row: u32): u64 {
  const at = usize(row) << 3;
  const low = wantedLowPairs & ~load<u64>(lowPairColumn + at);
  return low | (wantedHighPairs & ~load<u64>(highPairColumn + at));
}

/** The same of a label or id. */
// @ts-ignore: decorator
@inline
function lacksOwnPairs(field: u32, row: u32): u64 {
  return wantedPairs & ~load<u64>(pairColumn(field) + (usize(row) << 3));
}

/**
 * Whether the field's score can reach the threshold. `below`: tiers from here on are dealt with, so
 * that a label or id is worth less.
 */
export function mayReach(field: u32, row: u32, verbatim: bool, below: u32): bool {
  const length: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
  if (length < needleCharacters) return false;
  const needed = field == DETAIL ? threshold << 1 : threshold;
  if (needed == 0) return true;
  let base = SUBSEQUENCE;
  if (verbatim) base = bestTier(field, row, length, field == DETAIL ? BEST + 1 : below);
  if (base >= needed) return true;
  return needleCharacters * 100 >= (needed - base) * length;
}

function bestTier(field: u32, row: u32, length: u32, below: u32): u32 {
  if (below <= WORD_PREFIX) return SUBSTRING;
  if (below <= PREFIX) return WORD_PREFIX;
  const head = load<u32>(headColumn(field) + (usize(row) << 2)) & headMask;
  if (head != wantedHead) return WORD_PREFIX;
  return length == needleCharacters ? EXACT : PREFIX;
}

/**
 * The most characters that a label or id may have to reach the threshold in the tier that starts at
 * `base`.
 */
export function longest(base: u32): u32 {
  return threshold >= BEST ? needleCharacters : longestFor(threshold, base);
}

/** The same for a detail with scattered matches only. */
export function longestDetail(): u32 {
  return longestFor(threshold << 1, SUBSEQUENCE);
}

function longestFor(needed: u32, base: u32): u32 {
  return needed <= base ? 0xffff : min<u32>((needleCharacters * 100) / (needed - base), 0xffff);
}
