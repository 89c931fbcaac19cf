/** What a text must hold for the query to have a chance, as constants of one query. */
import {
  DETAIL,
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

/** Whether the field holds all the query's classes: without them no tier is possible. */
// @ts-ignore: decorator
@inline
export function mayMatch(field: u32, row: u32): bool {
  const set = load<u32>(presenceColumn(field) + (usize(row) << 2));
  return (set & wantedPresence) == wantedPresence;
}

/** Whether the field may hold the query verbatim. */
export function mayHold(field: u32, row: u32): bool {
  const at = usize(row) << 3;
  // Of a name both sets count: the finer one of all fields rules out what its own does not.
  if ((load<u64>(lowPairColumn + at) & wantedLowPairs) != wantedLowPairs) return false;
  if ((load<u64>(highPairColumn + at) & wantedHighPairs) != wantedHighPairs) return false;
  return field == DETAIL || (load<u64>(pairColumn(field) + at) & wantedPairs) == wantedPairs;
}

/** Whether some field may match with the query verbatim. */
export function mayHoldAnywhere(row: u32): bool {
  for (let field = LABEL; field <= DETAIL; field++) {
    if (mayMatch(field, row) && mayHold(field, row)) return true;
  }
  return false;
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
