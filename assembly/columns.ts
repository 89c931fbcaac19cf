/**
 * A candidate snapshot: one column per property, so that a filter reads only what it tests. `rows`
 * is the number of candidates rounded up to 16; rows beyond the candidates are zero.
 *
 *   for each field (label, id, detail), one after another:
 *     head      u32   first four folded bytes, little endian, zero padded
 *     presence  u32   set of byte classes
 *     pairs     u64   set of byte pairs; of a detail those below 64
 *     length    u16   characters of the folded text
 *   morePairs   u64   set of a detail's byte pairs from 64 on
 *   union       u32   presence of any field
 *   wordStarts  u32   set of byte classes that start a word of the label or id
 *   labelLength u16   characters of the label as given
 *   order       u32   for label, then id: candidates by the first bytes of it, see prefix-order.ts
 *   survivors   u32   scratch: candidates that a query left over
 *   starts      u32   three a candidate and one more: where its folded label, id and detail start,
 *                     counted from `texts`; each ends where the next starts. While preparing, byte
 *                     lengths of raw texts.
 *   texts             folded label, id, detail, of one candidate after another
 */
import { regionsEnd, releaseAll, reserve } from "./memory";

export const LABEL: u32 = 0;
export const ID: u32 = 1;
export const DETAIL: u32 = 2;
const FIELDS: usize = 3;

export let candidates: u32 = 0;
/** Bytes of a column of u32. */
export let wide: usize = 0;

let heads: usize = 0;
let presences: usize = 0;
let pairs: usize = 0;
export let starts: usize = 0;
let lengths: usize = 0;
export let morePairs: usize = 0;
export let unions: usize = 0;
export let wordStartColumn: usize = 0;
export let labelLengths: usize = 0;
let orders: usize = 0;
export let survivors: usize = 0;
export let texts: usize = 0;

// @ts-ignore: decorator
@inline
export function headColumn(field: u32): usize {
  return heads + wide * field;
}

// @ts-ignore: decorator
@inline
export function presenceColumn(field: u32): usize {
  return presences + wide * field;
}

// @ts-ignore: decorator
@inline
export function pairColumn(field: u32): usize {
  return pairs + (wide << 1) * field;
}

/** Address of the entry of `starts` for a field. */
// @ts-ignore: decorator
@inline
export function startOf(field: u32, row: u32): usize {
  return starts + ((usize(row) * FIELDS + field) << 2);
}

/** Of label or id. */
// @ts-ignore: decorator
@inline
export function orderColumn(field: u32): usize {
  return orders + wide * field;
}

// @ts-ignore: decorator
@inline
export function lengthColumn(field: u32): usize {
  return lengths + (wide >> 1) * field;
}

/**
 * Lets all regions go and lays out the columns of `count` candidates; false when memory is
 * exhausted.
 */
export function layOut(count: u32): bool {
  releaseAll();
  candidates = count;
  wide = ((usize(count) + 15) & ~15) << 2;
  const half = wide >> 1;
  const perField = wide + wide + (wide << 1) + half;
  const bytes = FIELDS * perField + wide * 10 + half + 16;
  const base = reserve(bytes);
  if (base == 0) return false;
  memory.fill(base, 0, bytes);
  heads = base;
  presences = heads + FIELDS * wide;
  pairs = presences + FIELDS * wide;
  lengths = pairs + FIELDS * (wide << 1);
  morePairs = lengths + FIELDS * half;
  unions = morePairs + (wide << 1);
  wordStartColumn = unions + wide;
  labelLengths = wordStartColumn + wide;
  orders = labelLengths + half;
  survivors = orders + (wide << 1);
  starts = survivors + wide;
  texts = regionsEnd();
  return reserve(0) != 0;
}
