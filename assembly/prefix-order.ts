/**
 * The first sweep: of labels, and ids, in the order of their first bytes, all that start like the
 * query lie together.
 */
import { ID, LABEL, headColumn, labelLengths, lengthColumn, orderColumn } from "./columns";
import { keepByName } from "./evaluate";
import { headMask, longest, wantedHead } from "./filters";
import { LONGEST, ROW, ROW_BITS, firstAbove, firstNotBelow, ordered } from "./head-order";
import { keyOf, wouldKeep } from "./heap";
import { needleCharacters } from "./needle";
import { BEST, PREFIX } from "./score";

/**
 * Keeps every candidate whose label or id starts with the query; the shortest first, in widening
 * bands of length, since they raise the threshold that spares the rest.
 */
export function keepPrefixes(): void {
  const least = bswap<u32>(wantedHead);
  const most = bswap<u32>(wantedHead | ~headMask);
  const labels = firstNotBelow(LABEL, least);
  const labelsEnd = firstAbove(LABEL, most, ordered);
  const ids = firstNotBelow(ID, least);
  const idsEnd = firstAbove(ID, most, ordered);
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
