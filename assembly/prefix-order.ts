/**
 * Labels, and ids, in the order of their first four bytes: all that start like a query lie
 * together.
 *
 *   entry  u32  min(characters, 2047) << 21 | candidate
 */
import {
  ID,
  LABEL,
  candidates,
  headColumn,
  labelLengths,
  lengthColumn,
  orderColumn,
  survivors,
} from "./columns";
import { keepByName } from "./evaluate";
import { keyOf, wouldKeep } from "./heap";
import { headMask, longest, wantedHead } from "./filters";
import { needleCharacters } from "./needle";
import { BEST, PREFIX } from "./score";

const ROW_BITS: u32 = 21;
const ROW: u32 = (1 << ROW_BITS) - 1;
const LONGEST: u32 = 2047;

/** Where each of 256 digits starts. */
const BUCKETS: usize = memory.data(1024);

/**
 * Sorts a field's entries, by its heads read as big endian numbers: four stable counting passes.
 */
export function orderByHead(field: u32): void {
  const order = orderColumn(field);
  for (let row: u32 = 0; row < candidates; row++) {
    const length = min<u32>(load<u16>(lengthColumn(field) + (usize(row) << 1)), LONGEST);
    store<u32>(order + (usize(row) << 2), (length << ROW_BITS) | row);
  }
  for (let digit: u32 = 4; digit > 0; digit -= 2) {
    spread(field, order, survivors, (digit - 1) << 3);
    spread(field, survivors, order, (digit - 2) << 3);
  }
}

/** One pass: from one array to the other, by the heads' byte at `shift`. */
function spread(field: u32, from: usize, to: usize, shift: u32): void {
  const heads = headColumn(field);
  memory.fill(BUCKETS, 0, 1024);
  for (let row: u32 = 0; row < candidates; row++) {
    const bucket = bucketOf(heads, row, shift);
    store<u32>(bucket, load<u32>(bucket) + 1);
  }
  let start: u32 = 0;
  for (let bucket = BUCKETS; bucket < BUCKETS + 1024; bucket += 4) {
    const count = load<u32>(bucket);
    store<u32>(bucket, start);
    start += count;
  }
  for (let i: u32 = 0; i < candidates; i++) {
    const entry = load<u32>(from + (usize(i) << 2));
    const bucket = bucketOf(heads, entry & ROW, shift);
    const place = load<u32>(bucket);
    store<u32>(bucket, place + 1);
    store<u32>(to + (usize(place) << 2), entry);
  }
}

// @ts-ignore: decorator
@inline
function bucketOf(heads: usize, row: u32, shift: u32): usize {
  return BUCKETS + (usize((load<u32>(heads + (usize(row) << 2)) >> shift) & 0xff) << 2);
}

/**
 * Keeps every candidate whose label or id starts with the query; the shortest first, in widening
 * bands of length, since they raise the threshold that spares the rest.
 */
export function keepPrefixes(): void {
  const least = bswap<u32>(wantedHead);
  const most = bswap<u32>(wantedHead | ~headMask);
  const labels = firstNotBelow(LABEL, least);
  const labelsEnd = firstAbove(LABEL, most);
  const ids = firstNotBelow(ID, least);
  const idsEnd = firstAbove(ID, most);
  let above: u32 = min(needleCharacters, LONGEST) - 1;
  for (let band: u32 = 1; above < min(longest(PREFIX), LONGEST); band <<= 1) {
    const upTo = min(needleCharacters + band, LONGEST);
    keepBand(LABEL, labels, labelsEnd, above, upTo);
    keepBand(ID, ids, idsEnd, above, upTo);
    above = upTo;
  }
}

/** Keeps what entries `[from, to)` have more characters than `above`, and `upTo` at the most. */
function keepBand(field: u32, from: u32, to: u32, above: u32, upTo: u32): void {
  const order = orderColumn(field);
  const floor = i32x4.splat(above);
  let limit = i32x4.splat(min(upTo, longest(PREFIX)));
  for (let i = from; i < to; i += 4) {
    const lengths = i32x4.shr_u(v128.load(order + (usize(i) << 2)), ROW_BITS);
    const hits = v128.and(i32x4.gt_s(lengths, floor), i32x4.le_s(lengths, limit));
    if (!v128.any_true(hits)) continue;
    for (let bits: u32 = i32x4.bitmask(hits); bits != 0; bits &= bits - 1) {
      const hit = i + ctz(bits);
      if (hit < to) keepOwn(field, load<u32>(order + (usize(hit) << 2)) & ROW);
    }
    limit = i32x4.splat(min(upTo, longest(PREFIX)));
  }
}

/**
 * Keeps the candidate unless it belongs to its other name: each to the shorter that starts like the
 * query.
 */
function keepOwn(field: u32, row: u32): void {
  const own: u32 = load<u16>(lengthColumn(field) + (usize(row) << 1));
  const most = own == needleCharacters ? BEST : PREFIX + (needleCharacters * 100) / own;
  const labelLength: u32 = load<u16>(labelLengths + (usize(row) << 1));
  if (!wouldKeep(keyOf(most, 0, labelLength, row))) return;
  const other = field == LABEL ? ID : LABEL;
  if ((load<u32>(headColumn(other) + (usize(row) << 2)) & headMask) == wantedHead) {
    const others: u32 = load<u16>(lengthColumn(other) + (usize(row) << 1));
    // Fewer than the query's are padding that looks like NUL.
    const fits = others >= needleCharacters;
    if (fits && (others < own || (others == own && field == ID))) return;
  }
  keepByName(row, PREFIX, BEST + 1);
}

/** The first entry whose head is not below `head`. */
function firstNotBelow(field: u32, head: u32): u32 {
  return head == 0 ? 0 : firstAbove(field, head - 1);
}

/** The first entry whose head is above `head`. */
function firstAbove(field: u32, head: u32): u32 {
  let low: u32 = 0;
  let high = candidates;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = load<u32>(orderColumn(field) + (usize(middle) << 2)) & ROW;
    if (bswap<u32>(load<u32>(headColumn(field) + (usize(row) << 2))) <= head) low = middle + 1;
    else high = middle;
  }
  return low;
}
