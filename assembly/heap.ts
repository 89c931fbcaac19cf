/**
 * The best candidates so far: a binary heap with the worst on top, so that one comparison decides
 * whether a candidate gets in.
 *
 *   key  u64  score << 53 | (65535 - offset) << 37 | (65535 - label length) << 21
 *             | 2^21 - 1 - index
 *   field u32, 4 bytes free        16 bytes an entry; the greater key is the better candidate
 */
import { reserve } from "./memory";

const ENTRY: usize = 16;
const INDEX_BITS: u64 = (1 << 21) - 1;
const FEWEST: u32 = 32;

export let heap: usize = 0;
let capacity: u32 = 0;
let limit: u32 = 0;
export let kept: u32 = 0;

/** Score of the worst entry once `limit` are kept, else 0: what scores less cannot get in. */
export let threshold: u32 = 0;

export function keyOf(score: u32, offset: u32, labelLength: u32, index: u32): u64 {
  return (
    (u64(score) << 53) |
    (u64(0xffff - offset) << 37) |
    (u64(0xffff - labelLength) << 21) |
    (INDEX_BITS - u64(index))
  );
}

/** Empties the heap and makes room for `entries`, at least one; false when memory is exhausted. */
export function beginHeap(entries: u32): bool {
  limit = entries;
  kept = 0;
  threshold = 0;
  if (entries <= capacity) return true;
  // Twice the room at least: a heap that is outgrown leaves its old region unused.
  let room = max<u32>(max<u32>(entries, FEWEST), capacity << 1);
  let region = reserve(usize(room) * ENTRY);
  if (region == 0 && room > entries) {
    room = entries;
    region = reserve(usize(room) * ENTRY);
  }
  if (region == 0) return false;
  heap = region;
  capacity = room;
  return true;
}

/** Forgets the heap's region; the regions were let go. */
export function dropHeap(): void {
  capacity = 0;
  kept = 0;
}

/** Whether a candidate of this key would be kept. */
// @ts-ignore: decorator
@inline
export function wouldKeep(key: u64): bool {
  return kept < limit || key > load<u64>(heap);
}

/** Of a full heap: the offset of its worst entry. */
// @ts-ignore: decorator
@inline
export function worstOffset(): u32 {
  return 0xffff - (u32(load<u64>(heap) >> 37) & 0xffff);
}

export function push(key: u64, field: u32): void {
  if (kept < limit) {
    siftUp(kept++, key, field);
    if (kept == limit) threshold = u32(load<u64>(heap) >> 53);
  } else if (key > load<u64>(heap)) {
    siftDown(key, field, kept);
    threshold = u32(load<u64>(heap) >> 53);
  }
}

function put(slot: u32, key: u64, field: u32): void {
  store<u64>(heap + usize(slot) * ENTRY, key);
  store<u32>(heap + usize(slot) * ENTRY, field, 8);
}

function siftUp(slot: u32, key: u64, field: u32): void {
  while (slot > 0) {
    const parent = (slot - 1) >> 1;
    const entry = heap + usize(parent) * ENTRY;
    if (load<u64>(entry) <= key) break;
    put(slot, load<u64>(entry), load<u32>(entry, 8));
    slot = parent;
  }
  put(slot, key, field);
}

/** Replaces the top of a heap of `size`. */
function siftDown(key: u64, field: u32, size: u32): void {
  let slot: u32 = 0;
  for (;;) {
    let child = (slot << 1) + 1;
    if (child >= size) break;
    let entry = heap + usize(child) * ENTRY;
    if (child + 1 < size && load<u64>(entry, ENTRY) < load<u64>(entry)) {
      child++;
      entry += ENTRY;
    }
    if (load<u64>(entry) >= key) break;
    put(slot, load<u64>(entry), load<u32>(entry, 8));
    slot = child;
  }
  put(slot, key, field);
}

/** Sorts the entries, best first, and turns each into a hit: u32 index, score, offset, field. */
export function finishHeap(): void {
  for (let size = kept; size > 1; size--) {
    const last = heap + usize(size - 1) * ENTRY;
    const key = load<u64>(last);
    const field = load<u32>(last, 8);
    put(size - 1, load<u64>(heap), load<u32>(heap, 8));
    siftDown(key, field, size - 1);
  }
  for (let slot: u32 = 0; slot < kept; slot++) {
    const entry = heap + usize(slot) * ENTRY;
    const key = load<u64>(entry);
    const field = load<u32>(entry, 8);
    store<u32>(entry, u32(INDEX_BITS - (key & INDEX_BITS)));
    store<u32>(entry, u32(key >> 53), 4);
    store<u32>(entry, 0xffff - (u32(key >> 37) & 0xffff), 8);
    store<u32>(entry, field, 12);
  }
}
