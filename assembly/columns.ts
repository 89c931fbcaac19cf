/**
 * A candidate snapshot: one column per property, so that a filter reads only what it tests. Columns
 * have `capacity` entries, a multiple of 128; of those beyond the candidates, all down to wordStarts
 * are zero.
 *
 *   for each field (label, id, detail), one after another:
 *     head      u32   first four folded bytes, little endian, zero padded
 *     presence  u32   set of byte classes
 *   for label, then id:
 *     pairs     u64   set of byte pairs
 *   anyPairs    u64   set of the byte pairs of all fields that are below 64, then of those from 64 on
 *   for each field:
 *     length    u16   characters of the folded text
 *   labelLength u16   characters of the label as given
 *   union       u32   presence of any field
 *   wordStarts  u32   set of byte classes that start a word of the label or id
 *   order       u32   for label, then id: candidates by the first bytes of it, see head-order.ts
 *   survivors   u32   scratch: candidates that a query left over
 *   planes      u32   the unions turned round, see planes.ts
 *   starts      u32   three a candidate and one more: where its folded label, id and detail start,
 *                     counted from `texts`; each ends where the next starts. Of candidates on their
 *                     way in, byte lengths of raw texts.
 *   texts             folded label, id, detail, of one candidate after another
 *
 * A candidate that is gone holds its row until rows are closed up: all that filters test of it is
 * zero, and the head of its label is GONE.
 */
import { ensureAbove, exactEnd, regionsEnd, releaseAll, releaseFrom, reserve } from "./memory";

export const LABEL: u32 = 0;
export const ID: u32 = 1;
export const DETAIL: u32 = 2;
const FIELDS: usize = 3;

/** Head of a label that is gone: no byte of UTF-8 is 0xff. */
export const GONE: u32 = 0xffffffff;

/** The new row of a candidate that is gone. */
export const NOWHERE: u32 = 0xffffffff;

/** Bytes of an entry of each column, in the order above. */
const WIDTHS: usize = memory.data<u8>([
  4, 4, 4, 4, 4, 4, 8, 8, 8, 8, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 12,
]);
const COLUMNS: usize = 21;
/** Those that describe a candidate; what comes behind them is kept in order by its owners. */
const DESCRIBING: usize = 16;
/** Bytes of one candidate in all columns before the one named; in all of them. */
const PRESENCES: usize = 12;
const PAIRS: usize = 24;
const ANY_PAIRS: usize = 40;
const LENGTHS: usize = 56;
const LABEL_LENGTHS: usize = 62;
const UNIONS: usize = 64;
const WORD_STARTS: usize = 68;
const ORDERS: usize = 72;
const SURVIVORS: usize = 80;
const PLANES: usize = 84;
const STARTS: usize = 88;
const ROW_BYTES: usize = 100;
/** Between columns and texts, for the one entry more of `starts`. */
const SLACK: usize = 16;

/** A list that outgrows its room gets a quarter more. */
const GROWTH_SHIFT: u32 = 2;

/** Rows taken, by those gone too. */
export let candidates: u32 = 0;
let capacity: u32 = 0;
/** Bytes of a column of u32. */
export let wide: usize = 0;

/** Where the columns begin; the heads are first. */
let heads: usize = 0;
let presences: usize = 0;
let pairs: usize = 0;
export let lowPairColumn: usize = 0;
export let highPairColumn: usize = 0;
let lengths: usize = 0;
export let labelLengths: usize = 0;
export let unions: usize = 0;
export let wordStartColumn: usize = 0;
let orders: usize = 0;
export let survivors: usize = 0;
export let planes: usize = 0;
/** Bytes of the plane of one byte class. */
export let planeBytes: usize = 0;
/** Whether the planes are of the candidates as they stand. */
export let planesMade: bool = false;
export let starts: usize = 0;
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

/** Of label or id. */
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

/** Where the texts end. */
export function textsEnd(): usize {
  return texts + usize(load<u32>(startOf(LABEL, candidates)));
}

/** Whether the candidate is gone. */
// @ts-ignore: decorator
@inline
export function isGone(row: u32): bool {
  return load<u32>(heads + (usize(row) << 2)) == GONE;
}

/** Lets all regions go and starts without candidates; false when memory is exhausted. */
export function beginColumns(): bool {
  releaseAll();
  heads = regionsEnd();
  if (reserve(SLACK) == 0) return false;
  candidates = 0;
  place(0);
  store<u32>(starts, 0);
  return true;
}

/**
 * Makes room for `more` rows, and `bytes` above them; false when memory is exhausted, and then
 * nothing has changed. Lets the regions behind the texts go.
 */
export function growColumns(more: u32, bytes: usize): bool {
  releaseFrom(textsEnd());
  const count = candidates + more;
  if (count <= capacity) return ensureAbove(bytes);
  const room = (max<u32>(count, capacity + (capacity >> GROWTH_SHIFT)) + 127) & ~127;
  const rise = usize(room - capacity) * ROW_BYTES;
  if (u64(rise) + u64(bytes) > u64(usize.MAX_VALUE) || !ensureAbove(rise + bytes)) return false;
  const length = exactEnd() - texts;
  memory.copy(texts + rise, texts, length);
  spreadColumns(room);
  place(room);
  releaseFrom(texts + length);
  store<u32>(startOf(LABEL, candidates), u32(length));
  return true;
}

/** Moves each column up to where it lies among `room` entries; the last first, and over itself. */
function spreadColumns(room: u32): void {
  let from = heads + usize(capacity) * ROW_BYTES;
  let to = heads + usize(room) * ROW_BYTES;
  for (let column = COLUMNS; column > 0; column--) {
    const width: usize = load<u8>(WIDTHS + column - 1);
    from -= usize(capacity) * width;
    to -= usize(room) * width;
    memory.copy(to, from, usize(candidates) * width);
    memory.fill(to + usize(candidates) * width, 0, usize(room - candidates) * width);
  }
}

function place(rows: u32): void {
  capacity = rows;
  wide = usize(rows) << 2;
  presences = heads + usize(rows) * PRESENCES;
  pairs = heads + usize(rows) * PAIRS;
  lowPairColumn = heads + usize(rows) * ANY_PAIRS;
  highPairColumn = lowPairColumn + (wide << 1);
  lengths = heads + usize(rows) * LENGTHS;
  labelLengths = heads + usize(rows) * LABEL_LENGTHS;
  unions = heads + usize(rows) * UNIONS;
  wordStartColumn = heads + usize(rows) * WORD_STARTS;
  orders = heads + usize(rows) * ORDERS;
  survivors = heads + usize(rows) * SURVIVORS;
  planes = heads + usize(rows) * PLANES;
  planeBytes = usize(rows) >> 3;
  planesMade = false;
  starts = heads + usize(rows) * STARTS;
  texts = heads + usize(rows) * ROW_BYTES + SLACK;
}

/** Says how many rows are taken; what is written of those beyond must be wiped. */
export function takeRows(count: u32): void {
  candidates = count;
  planesMade = false;
}

export function setPlanesMade(): void {
  planesMade = true;
}

/** Makes all that describes the rows `[from, to)` zero. */
export function wipeRows(from: u32, to: u32): void {
  let column = heads;
  for (let i: usize = 0; i < DESCRIBING; i++) {
    const width: usize = load<u8>(WIDTHS + i);
    memory.fill(column + usize(from) * width, 0, usize(to - from) * width);
    column += usize(capacity) * width;
  }
}

/** Takes a candidate out of every filter's sight. */
export function markGone(row: u32): void {
  let column = heads;
  for (let i: usize = 0; i < DESCRIBING; i++) {
    const width: usize = load<u8>(WIDTHS + i);
    if (width == 2) store<u16>(column + (usize(row) << 1), 0);
    else if (width == 4) store<u32>(column + (usize(row) << 2), 0);
    else store<u64>(column + (usize(row) << 3), 0);
    column += usize(capacity) * width;
  }
  store<u32>(heads + (usize(row) << 2), GONE);
  planesMade = false;
}

/** Moves what describes each row to the row that `survivors` names, none behind it, or NOWHERE. */
export function moveRows(): void {
  let column = heads;
  for (let i: usize = 0; i < DESCRIBING; i++) {
    const width: usize = load<u8>(WIDTHS + i);
    for (let row: u32 = 0; row < candidates; row++) {
      const to = load<u32>(survivors + (usize(row) << 2));
      if (to != NOWHERE) moveEntry(column, width, row, to);
    }
    column += usize(capacity) * width;
  }
}

// @ts-ignore: decorator
@inline
function moveEntry(column: usize, width: usize, from: u32, to: u32): void {
  if (width == 2) store<u16>(column + (usize(to) << 1), load<u16>(column + (usize(from) << 1)));
  else if (width == 4)
    store<u32>(column + (usize(to) << 2), load<u32>(column + (usize(from) << 2)));
  else store<u64>(column + (usize(to) << 3), load<u64>(column + (usize(from) << 3)));
}
