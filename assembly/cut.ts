/**
 * Which scores can still be among the best, for a scan of which only so many matches are wanted.
 *
 *   counts  { matches u32 } a score, 0 to BEST; those below `cut` are of no use any more
 *
 * Of equal scores the match that comes first is the better.
 */
import { BEST } from "./score";

const counts: usize = memory.data((1100 + 1) << 2, 4);

let wanted: u32 = 0;
/** Matches admitted with a score of `cut` or more. */
let kept: u32 = 0;
/** Of a full scan, the least score of those kept; an equal one comes too late. */
let cut: u32 = 0;

/** Starts a scan of which `limit` (> 0) matches are wanted. */
export function beginCut(limit: u32): void {
  memory.fill(counts, 0, usize(BEST + 1) << 2);
  wanted = limit;
  kept = 0;
  cut = 0;
}

/** Whether a match with this score, behind all that were admitted, could be among the best. */
export function canEnter(score: u32): bool {
  return kept < wanted || score > cut;
}

/** Counts a match; false when it cannot be among the best. */
export function admit(score: u32): bool {
  if (!canEnter(score)) return false;
  const at = counts + (usize(score) << 2);
  store<u32>(at, load<u32>(at) + 1);
  kept++;
  let lowest = load<u32>(counts + (usize(cut) << 2));
  while (kept - lowest >= wanted) {
    kept -= lowest;
    lowest = load<u32>(counts + (usize(++cut) << 2));
  }
  return true;
}
