/**
 * The query that texts are scored against.
 *
 *   region: | folded bytes | PAD | border table, u32 per byte and one, built when first needed |
 */
import { fold, foldedCharacters } from "./fold";
import { equals } from "./find";
import { borderTableBytes, buildBorders } from "./linear-find";
import { PAD, regionsEnd, reserve } from "./memory";

export let needle: usize = 0;
export let needleBytes: usize = 0;
export let needleCharacters: u32 = 0;

let capacity: usize = 0;
let borders: usize = 0;

export const NEEDLE_FAILED: i32 = -1;
/** The folded query is another one. */
export const NEEDLE_NEW: i32 = 0;
/**
 * The folded query starts with the one before it and is longer: it matches no text that that one
 * did not.
 */
const NEEDLE_EXTENDED: i32 = 1;
/** The folded query is the one before it. */
export const NEEDLE_SAME: i32 = 2;

/**
 * Folds staged raw text into the query; says how it relates to the one before, or that memory is
 * exhausted.
 */
export function setNeedle(at: usize, bytes: usize): i32 {
  const staged = regionsEnd();
  const length = fold(at, at + bytes, staged, false) - staged;
  const extended = needleBytes > 0 && length >= needleBytes && equals(staged, needle, needleBytes);
  if (extended && length == needleBytes) return NEEDLE_SAME;
  if (length > capacity) {
    // The region begins where the folded text already is; room to grow saves the next few keys.
    const room = (max<usize>(length << 1, 128) + 3) & ~3;
    const region = reserve(room + PAD + borderTableBytes(room));
    if (region == 0) return NEEDLE_FAILED;
    assert(region == staged);
    needle = region;
    capacity = room;
  } else memory.copy(needle, staged, length);
  needleBytes = length;
  needleCharacters = foldedCharacters;
  borders = 0;
  return extended ? NEEDLE_EXTENDED : NEEDLE_NEW;
}

/** Forgets the query and its region; the regions were let go. */
export function dropNeedle(): void {
  needle = 0;
  needleBytes = 0;
  needleCharacters = 0;
  capacity = 0;
}

/** The border table of the query. */
export function needleBorders(): usize {
  if (borders == 0) {
    borders = needle + capacity + PAD;
    buildBorders(needle, needleBytes, borders);
  }
  return borders;
}
