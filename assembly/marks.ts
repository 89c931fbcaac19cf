/** Small sets of what a folded text holds. A query's set that is no subset rules the text out, never in. */

/** Letters and all that is not ASCII stand for their low five bits; the rest is classed by high bits. */
const CLASS_OF_HIGH_BITS: usize = memory.data<u8>([30, 30, 27, 28, 0, 29, 0, 0]);

// @ts-ignore: decorator
@inline
function classOf(byte: u32): u32 {
  return byte >= 0x60 ? byte & 31 : u32(load<u8>(CLASS_OF_HIGH_BITS + (byte >> 4)));
}

/** One of 32 bits for a byte. */
// @ts-ignore: decorator
@inline
export function presenceOf(byte: u32): u32 {
  return 1 << classOf(byte);
}

/** One of 128 for a pair of bytes; the low six bits alone are as good. */
// @ts-ignore: decorator
@inline
function pairOf(first: u32, second: u32): u32 {
  return ((first << 3) ^ (first >> 2) ^ (second * 5)) & 127;
}

/** The union of `presenceOf` over a text. */
export function presence(at: usize, end: usize): u32 {
  let set: u32 = 0;
  while (at < end) set |= presenceOf(load<u8>(at++));
  return set;
}

/** The set of byte pairs in 64 bits, for short texts. */
export function pairsOf(at: usize, end: usize): u64 {
  let set: u64 = 0;
  for (let p = at + 1; p < end; p++) set |= u64(1) << (pairOf(load<u8>(p - 1), load<u8>(p)) & 63);
  return set;
}

export let lowPairs: u64 = 0;
export let highPairs: u64 = 0;

/** The set of byte pairs in 128 bits, into `lowPairs` and `highPairs`. */
export function collectPairs(at: usize, end: usize): void {
  let low: u64 = 0;
  let high: u64 = 0;
  for (let p = at + 1; p < end; p++) {
    const pair = pairOf(load<u8>(p - 1), load<u8>(p));
    const bit = u64(1) << (pair & 63);
    if (pair < 64) low |= bit;
    else high |= bit;
  }
  lowPairs = low;
  highPairs = high;
}
