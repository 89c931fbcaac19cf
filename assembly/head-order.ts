/**
 * Labels, and ids, of the candidates that are not gone, in the order of their first four bytes.
 *
 *   entry  u32  min(characters, 2047) << 21 | candidate
 */
import {
  ID,
  LABEL,
  candidates,
  headColumn,
  isGone,
  lengthColumn,
  orderColumn,
  survivors,
} from "./columns";

export const ROW_BITS: u32 = 21;
export const ROW: u32 = (1 << ROW_BITS) - 1;
/** More characters than this are not told apart. */
export const LONGEST: u32 = 2047;

/** Where each of 256 digits starts. */
const BUCKETS: usize = memory.data(1024);

/** Entries of a field. */
export let ordered: u32 = 0;

/** The head of a folded text: its first four bytes, or as many as there are. */
export function headIn(at: usize, bytes: usize): u32 {
  return load<u32>(at) & (bytes >= 4 ? 0xffffffff : (1 << (u32(bytes) << 3)) - 1);
}

/** Starts without entries. */
export function beginOrder(): void {
  ordered = 0;
}

/** Takes the candidates from `first` on into the order; those behind equals, so that it is stable. */
export function orderFrom(first: u32): void {
  for (let field = LABEL; field <= ID; field++) sortInto(field, first);
  ordered += candidates - first;
}

/** Drops the entries of candidates that are gone. */
export function dropGone(): void {
  markStaying();
  let left: u32 = 0;
  for (let field = LABEL; field <= ID; field++) left = dropGoneOf(field);
  ordered = left;
}

/** Gives each candidate the number that `survivors` holds for it. */
export function renumber(): void {
  for (let field = LABEL; field <= ID; field++) {
    const order = orderColumn(field);
    for (let at = order; at < order + (usize(ordered) << 2); at += 4) {
      const entry = load<u32>(at);
      store<u32>(at, (entry & ~ROW) | load<u32>(survivors + (usize(entry & ROW) << 2)));
    }
  }
}

/** The first entry whose head, read as a big endian number, is not below `head`. */
export function firstNotBelow(field: u32, head: u32): u32 {
  return head == 0 ? 0 : firstAbove(field, head - 1, ordered);
}

/** The first of `count` entries whose head, read as a big endian number, is above `head`. */
export function firstAbove(field: u32, head: u32, count: u32): u32 {
  let low: u32 = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = load<u32>(orderColumn(field) + (usize(middle) << 2));
    if (headOf(field, entry) <= head) low = middle + 1;
    else high = middle;
  }
  return low;
}

// @ts-ignore: decorator
@inline
function headOf(field: u32, entry: u32): u32 {
  return bswap<u32>(load<u32>(headColumn(field) + (usize(entry & ROW) << 2)));
}

/** Sets, in `survivors`, a bit for each candidate that stays: entries ask in no order, of a small set. */
function markStaying(): void {
  for (let row: u32 = 0; row < candidates; row += 8) {
    let bits: u32 = 0;
    for (let bit: u32 = 0; bit < 8; bit++) bits |= u32(!isGone(row + bit)) << bit;
    store<u8>(survivors + usize(row >> 3), bits);
  }
}

function dropGoneOf(field: u32): u32 {
  const order = orderColumn(field);
  let left: u32 = 0;
  for (let i: u32 = 0; i < ordered; i++) {
    const entry = load<u32>(order + (usize(i) << 2));
    const row = entry & ROW;
    store<u32>(order + (usize(left) << 2), entry);
    left += ((load<u8>(survivors + usize(row >> 3)) as u32) >> (row & 7)) & 1;
  }
  return left;
}

/** Sorts the new entries behind the old ones, by four stable counting passes, then merges them. */
function sortInto(field: u32, first: u32): void {
  const count = candidates - first;
  const run = orderColumn(field) + (usize(ordered) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const row = first + i;
    const length = min<u32>(load<u16>(lengthColumn(field) + (usize(row) << 1)), LONGEST);
    store<u32>(run + (usize(i) << 2), (length << ROW_BITS) | row);
  }
  let from = run;
  let to = survivors;
  for (let shift: i32 = 24; shift >= 0; shift -= 8) {
    spread(field, from, to, count, shift);
    const last = from;
    from = to;
    to = last;
  }
  if (ordered > 0) merge(field, run, count);
}

/** One pass: from one array of `count` to the other, by the heads' byte at `shift`. */
function spread(field: u32, from: usize, to: usize, count: u32, shift: i32): void {
  const heads = headColumn(field);
  const end = from + (usize(count) << 2);
  memory.fill(BUCKETS, 0, 1024);
  for (let at = from; at < end; at += 4) {
    const bucket = bucketOf(heads, load<u32>(at) & ROW, shift);
    store<u32>(bucket, load<u32>(bucket) + 1);
  }
  let start: u32 = 0;
  for (let bucket = BUCKETS; bucket < BUCKETS + 1024; bucket += 4) {
    const size = load<u32>(bucket);
    store<u32>(bucket, start);
    start += size;
  }
  for (let at = from; at < end; at += 4) {
    const entry = load<u32>(at);
    const bucket = bucketOf(heads, entry & ROW, shift);
    const place = load<u32>(bucket);
    store<u32>(bucket, place + 1);
    store<u32>(to + (usize(place) << 2), entry);
  }
}

// @ts-ignore: decorator
@inline
function bucketOf(heads: usize, row: u32, shift: i32): usize {
  return BUCKETS + (usize((load<u32>(heads + (usize(row) << 2)) >> shift) & 0xff) << 2);
}

/**
 * Merges a sorted run of `count` into the entries before it, from behind: what stands above a new
 * entry moves up in one piece.
 */
function merge(field: u32, run: usize, count: u32): void {
  const order = orderColumn(field);
  memory.copy(survivors, run, usize(count) << 2);
  let end = ordered;
  for (let i = count; i > 0; i--) {
    const entry = load<u32>(survivors + (usize(i - 1) << 2));
    const place = firstAbove(field, headOf(field, entry), end);
    const at = order + (usize(place) << 2);
    memory.copy(at + (usize(i) << 2), at, usize(end - place) << 2);
    store<u32>(at + (usize(i - 1) << 2), entry);
    end = place;
  }
}
