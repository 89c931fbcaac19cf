/**
 * Which scores can still be among the best, for a scan of which only so many matches are wanted.
 *
 *   counts  { matches u32 } a score, 0 to BEST; those below `cut` are of no use any more
 */
import { BEST } from "./score";

const counts: usize = memory.data((1100 + 1) << 2, 4);

let wanted: u32 = 0;
/** Matches admitted with a score of `cut` or more. */
let kept: u32 = 0;
/** The least score that can still be among the best. */
export let cut: u32 = 0;

/** Starts a scan of which `limit` (> 0) matches are wanted. */
export function beginCut(limit: u32): void {
  memory.fill(counts, 0, usize(BEST + 1) << 2);
  wanted = limit;
  kept = 0;
  cut = 0;
}

/** Counts a match; false when it cannot be among the best. Equal scores all stay. */
export function admit(score: u32): bool {
  if (score < cut) return false;
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
