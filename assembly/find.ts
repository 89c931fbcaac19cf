/**
 * Finds bytes in bytes. UTF-8 synchronises itself: a well-formed needle only matches whole
 * characters.
 */

/** Bytes that searches compared beyond their two anchors since `allow`. */
let compared: usize = 0;
let budget: usize = usize.MAX_VALUE;

/** Sets how many bytes the searches that follow may compare before they give up. */
export function allow(bytes: usize): void {
  compared = 0;
  budget = bytes;
}

/** Whether a search since `allow` gave up, or should have: its answer is worth nothing. */
// @ts-ignore: decorator
@inline
export function exhausted(): bool {
  return compared > budget;
}

/** Where the byte first is in `[at, end)`; 0 when it is not. */
export function findByte(byte: u8, at: usize, end: usize): usize {
  const wanted = i8x16.splat(byte);
  while (at < end) {
    const equal = i8x16.eq(v128.load(at), wanted);
    if (v128.any_true(equal)) {
      const hit = at + ctz(i8x16.bitmask(equal));
      return hit < end ? hit : 0;
    }
    at += 16;
  }
  return 0;
}

/**
 * Where the needle first is in `[at, end)`; 0 when it is not. Anchored on its first and last byte.
 */
export function find(needle: usize, length: usize, at: usize, end: usize): usize {
  if (length == 1) return findByte(load<u8>(needle), at, end);
  if (at + length > end) return 0;
  const last = end - length;
  const first = i8x16.splat(load<u8>(needle));
  const final = i8x16.splat(load<u8>(needle + length - 1));
  while (at <= last) {
    const equal = v128.and(
      i8x16.eq(v128.load(at), first),
      i8x16.eq(v128.load(at + length - 1), final),
    );
    if (v128.any_true(equal)) {
      let bits = i8x16.bitmask(equal);
      do {
        const hit = at + ctz(bits);
        if (hit > last) return 0;
        if (length == 2 || equals(hit + 1, needle + 1, length - 2)) return hit;
        bits &= bits - 1;
      } while (bits != 0);
      if (exhausted()) return 0;
    }
    at += 16;
  }
  return 0;
}

/** Whether two runs of bytes are the same; 8 at a time. */
export function equals(a: usize, b: usize, length: usize): bool {
  let i: usize = 0;
  while (i + 8 <= length) {
    if (load<u64>(a + i) != load<u64>(b + i)) {
      compared += i;
      return false;
    }
    i += 8;
  }
  compared += length;
  if (i == length) return true;
  const beyond: u64 = u64(length - i) << 3;
  return (load<u64>(a + i) ^ load<u64>(b + i)) << (64 - beyond) == 0;
}
