/** What Unicode 17 says of one code point. */
import {
  ALPHANUMERIC,
  ALPHANUMERIC_LEAF_SHIFT,
  ALPHANUMERIC_LEAVES,
  ALPHANUMERIC_PAGE_SHIFT,
  ALPHANUMERIC_ROWS,
  CASED,
  CASED_LEAF_SHIFT,
  CASED_LEAVES,
  CASED_PAGE_SHIFT,
  CASED_ROWS,
  CASE_IGNORABLE,
  CASE_IGNORABLE_LEAF_SHIFT,
  CASE_IGNORABLE_LEAVES,
  CASE_IGNORABLE_PAGE_SHIFT,
  CASE_IGNORABLE_ROWS,
  LOWERCASE,
  LOWERCASE_RUNS,
} from "./unicode-data";

/** One bit of a three-stage bitmap; every argument but `c` is a constant. */
// @ts-ignore: decorator
@inline
function bitOf(
  c: u32,
  table: usize,
  rows: usize,
  leaves: usize,
  pageShift: u32,
  leafShift: u32,
): bool {
  const row: u32 = load<u8>(table + (c >> pageShift));
  const inRow: u32 = (c >> leafShift) & ((1 << (pageShift - leafShift)) - 1);
  const leaf: u32 = load<u8>(table + rows + (row << (pageShift - leafShift)) + inRow);
  const inLeaf: u32 = c & ((1 << leafShift) - 1);
  const byte: u32 = load<u8>(table + leaves + (leaf << (leafShift - 3)) + (inLeaf >> 3));
  return ((byte >> (c & 7)) & 1) != 0;
}

/** Of 16 bytes: which are ASCII characters that are part of a word. */
// @ts-ignore: decorator
@inline
export function wordLanes(lanes: v128): v128 {
  const lower = v128.or(lanes, i8x16.splat(0x20));
  const letters = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(26));
  const digits = i8x16.lt_u(i8x16.sub(lanes, i8x16.splat(0x30)), i8x16.splat(10));
  return v128.or(letters, digits);
}

/** Alphabetic, or a number of any kind: what a word is made of. */
export function isWordCharacter(c: u32): bool {
  if (c < 0x80) return (c | 0x20) - 0x61 < 26 || c - 0x30 < 10;
  if (c > 0x10ffff) return false;
  return bitOf(
    c,
    ALPHANUMERIC,
    ALPHANUMERIC_ROWS,
    ALPHANUMERIC_LEAVES,
    ALPHANUMERIC_PAGE_SHIFT,
    ALPHANUMERIC_LEAF_SHIFT,
  );
}

export function isCased(c: u32): bool {
  return bitOf(c, CASED, CASED_ROWS, CASED_LEAVES, CASED_PAGE_SHIFT, CASED_LEAF_SHIFT);
}

export function isCaseIgnorable(c: u32): bool {
  return bitOf(
    c,
    CASE_IGNORABLE,
    CASE_IGNORABLE_ROWS,
    CASE_IGNORABLE_LEAVES,
    CASE_IGNORABLE_PAGE_SHIFT,
    CASE_IGNORABLE_LEAF_SHIFT,
  );
}

/**
 * The one lowercase character of `c`; U+0130, which has two, and sigma's context are the caller's.
 */
export function lowercaseOf(c: u32): u32 {
  if (c < 0x80) return c - 0x41 < 26 ? c | 0x20 : c;
  // Han, Kana and Hangul have no case and are most of what is not ASCII in some texts.
  if (c - 0x2e80 < 0xa640 - 0x2e80 || c - 0xac00 < 0xfb00 - 0xac00) return c;
  let low: u32 = 0;
  let high: u32 = LOWERCASE_RUNS;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(LOWERCASE + (middle << 3)) <= c) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return c;
  const run = LOWERCASE + ((low - 1) << 3);
  const rest = load<u32>(run, 4);
  const into = c - load<u32>(run);
  if (into > rest >> 17 || (into & (rest >> 16) & 1) != 0) return c;
  return (c & 0xffff0000) | ((c + rest) & 0xffff);
}
