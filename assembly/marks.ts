/**
 * Small sets of what a folded text holds. A query's set that is no subset rules the text out, never
 * in.
 */
import { isWordCharacter } from "./characters";
import { decode, widthOf } from "./utf8";

const CLASS: u32 = 0x1f;
const IN_WORD: u32 = 0x80;

/**
 * Per ASCII character its class, and IN_WORD where it is part of a word. Letters have a class each,
 * so have space, hyphen and @; digits share one, other punctuation another. Bytes above stand for
 * their low five bits.
 */
const ASCII: usize = memory.data<u8>([
  0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
  0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
  0x1b, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1c, 0x1e, 0x1e,
  0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e,
  0x00, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f,
  0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
  0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f,
  0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
]);

/** One of 32 bits for a byte. */
// @ts-ignore: decorator
@inline
export function presenceOf(byte: u32): u32 {
  return 1 << (byte < 0x80 ? u32(load<u8>(ASCII + byte)) & CLASS : byte & CLASS);
}

/** One of 128 for a pair of bytes; the low six bits alone are as good. */
// @ts-ignore: decorator
@inline
function pairOf(first: u32, second: u32): u32 {
  return (first << 3) ^ (first >> 2) ^ (second * 5);
}

/** Classes of the bytes of the last text of `mark`. */
export let presence: u32 = 0;
/** Classes of the bytes that begin a word of the last text of `markWordStarts`. */
export let wordStarts: u32 = 0;
/** Pairs of its neighbouring bytes, in 128 bits; both halves joined are its set in 64. */
export let lowPairs: u64 = 0;
export let highPairs: u64 = 0;

/** Reads off a text: `wordStarts`. */
export function markWordStarts(at: usize, end: usize): void {
  let starting: u32 = 0;
  let outside: u32 = 0xffffffff;
  for (let p = at; p < end; p++) {
    const byte: u32 = load<u8>(p);
    const bit = presenceOf(byte);
    if (byte < 0x80) {
      starting |= bit & outside;
      outside = (u32(load<u8>(ASCII + byte)) >> 7) - 1;
    } else if (byte >= 0xc0) {
      starting |= bit & outside;
      outside = u32(isWordCharacter(decode(p))) - 1;
    }
  }
  wordStarts = starting;
}

/** Reads off a text: `presence`, and its pairs. */
export function mark(at: usize, end: usize): void {
  let present: u32 = 0;
  let low: u64 = 0;
  let high: u64 = 0;
  let last: u32 = load<u8>(at);
  if (at < end) present = presenceOf(last);
  for (let p = at + 1; p < end; p++) {
    const byte: u32 = load<u8>(p);
    present |= presenceOf(byte);
    const pair = pairOf(last, byte);
    const bit = u64(1) << (pair & 63);
    const upper: u64 = 0 - u64((pair >> 6) & 1);
    high |= bit & upper;
    low |= bit & ~upper;
    last = byte;
  }
  presence = present;
  lowPairs = low;
  highPairs = high;
}

/** The classes of a text. */
export function presenceIn(at: usize, end: usize): u32 {
  let present: u32 = 0;
  while (at < end) present |= presenceOf(load<u8>(at++));
  return present;
}
