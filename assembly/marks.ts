/**
 * Small sets of what a folded text holds. A query's set that is no subset rules the text out, never
 * in.
 */
import { isWordCharacter, wordLanes } from "./characters";
import { decode } from "./utf8";

const IN_WORD: u32 = 0x80;

/**
 * Per byte its class in the low five bits, and IN_WORD where it is an ASCII character that is part of
 * a word. Letters have a class each, so have space, hyphen and @; digits share one, other punctuation
 * another. Bytes above ASCII stand for their low five bits.
 */
const CLASSES: usize = memory.data<u8>([
  0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
  0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
  0x1b, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1c, 0x1e, 0x1e,
  0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x9d, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e, 0x1e,
  0x00, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f,
  0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x9f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f,
  0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f,
  0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
  0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
]);

/** Bytes that are looked at together. */
const STRIDE: usize = 16;

/** Of each of 128 numbers the set of 128 bits that holds it and no other: a shift would need a branch. */
const BITS: usize = memory.data(128 << 4, 16);
for (let bit: usize = 0; bit < 128; bit++) {
  store<u8>(BITS + (bit << 4) + (bit >> 3), u8(1 << u8(bit & 7)));
}

/** Scratch: which pair begins at each of the bytes that are looked at together. */
const pairsHere: usize = memory.data(16, 16);

/** One of 32 bits for a byte. */
// @ts-ignore: decorator
@inline
export function presenceOf(byte: u32): u32 {
  // Of the number to shift by the low five bits count.
  return 1 << u32(load<u8>(CLASSES + byte));
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
  // Whether the byte before is part of a word, in bit 0.
  let inside: u32 = 0;
  for (let p = at; p < end; p += STRIDE) {
    const lanes = v128.load(p);
    const taken: u32 = end - p < STRIDE ? (1 << u32(end - p)) - 1 : 0xffff;
    if ((u32(i8x16.bitmask(lanes)) & taken) != 0) {
      wordStarts = wordStartsOf(at, end);
      return;
    }
    const words: u32 = (u32(i8x16.bitmask(wordLanes(lanes))) << 1) | inside;
    for (let bits: u32 = ~words & taken; bits != 0; bits &= bits - 1) {
      starting |= presenceOf(load<u8>(p + usize(ctz(bits))));
    }
    inside = (words >> 16) & 1;
  }
  wordStarts = starting;
}

/** The same of a text that is not all ASCII. */
function wordStartsOf(at: usize, end: usize): u32 {
  let starting: u32 = 0;
  let outside: u32 = 0xffffffff;
  for (let p = at; p < end; p++) {
    const byte: u32 = load<u8>(p);
    const bit = presenceOf(byte);
    if (byte < 0x80) {
      starting |= bit & outside;
      outside = (u32(load<u8>(CLASSES + byte)) >> 7) - 1;
    } else if (byte >= 0xc0) {
      starting |= bit & outside;
      outside = u32(isWordCharacter(decode(p))) - 1;
    }
  }
  return starting;
}

/** Reads off a text: `presence`, and its pairs. */
export function mark(at: usize, end: usize): void {
  let present: u32 = 0;
  let pairs = i64x2.splat(0);
  for (let p = at; p < end; p += STRIDE) {
    v128.store(pairsHere, pairsFrom(p));
    const left = min<usize>(end - p, STRIDE);
    for (let i: usize = 0; i < left; i++) present |= presenceOf(load<u8>(p + i));
    // The last byte begins no pair.
    const begun = min<usize>(end - 1 - p, STRIDE);
    for (let i: usize = 0; i < begun; i++) {
      pairs = v128.or(pairs, v128.load(BITS + (usize(load<u8>(pairsHere + i)) << 4)));
    }
  }
  presence = present;
  lowPairs = i64x2.extract_lane(pairs, 0);
  highPairs = i64x2.extract_lane(pairs, 1);
}

/**
 * Of 16 bytes: a number below 128 for each and the one behind it. The low six bits alone are as good.
 */
// @ts-ignore: decorator
@inline
function pairsFrom(at: usize): v128 {
  const first = v128.load(at);
  const second = v128.load(at, 1);
  const fifth = i8x16.add(second, i8x16.shl(second, 2));
  const mixed = v128.xor(v128.xor(i8x16.shl(first, 3), i8x16.shr_u(first, 2)), fifth);
  return v128.and(mixed, i8x16.splat(0x7f));
}

/** The classes of a text. */
export function presenceIn(at: usize, end: usize): u32 {
  let present: u32 = 0;
  while (at < end) present |= presenceOf(load<u8>(at++));
  return present;
}
