/**
 * Linear memory of one instance, handed out from the bottom up and never back.
 *
 *   0            __heap_base                          top                    end of memory
 *   | statics    | regions, each on a 16 byte border  | staged raw text, PAD |
 *
 * SIMD loads may read up to 15 bytes past what they are asked about and stores may write as far, so
 * PAD bytes beyond whatever is in use always exist. What lies above `top` is only staged: raw text
 * on its way in, and scratch of one call.
 */
export const PAD: usize = 64;

/** Memory that must grow grows by one in so many of its pages at least: each growth costs the host alike. */
const GROWTH_SHARE: i32 = 16;

let top: usize = __heap_base;

/** The first address, on a 16 byte border, above all regions. */
export function regionsEnd(): usize {
  return (top + 15) & ~15;
}

/**
 * Makes `bytes` above the regions usable; false when memory is exhausted. Views may be dead after
 * it.
 */
export function ensureAbove(bytes: usize): bool {
  const need: u64 = u64(regionsEnd()) + u64(bytes) + u64(PAD);
  const have: u64 = u64(memory.size()) << 16;
  if (need <= have) return true;
  const pages: u64 = (need - have + 0xffff) >> 16;
  if (pages > 0xffff) return false;
  const ample = max<i32>(i32(pages), memory.size() / GROWTH_SHARE);
  return memory.grow(ample) >= 0 || memory.grow(i32(pages)) >= 0;
}

/** A new region of `bytes`, not zeroed; 0 when memory is exhausted. */
export function reserve(bytes: usize): usize {
  if (!ensureAbove(bytes)) return 0;
  const region = regionsEnd();
  top = region + bytes;
  return region;
}

/** Where the last region ends, to the byte: the place for text that goes on where text ended. */
export function exactEnd(): usize {
  return top;
}

/** Takes what was written from `exactEnd()` up to `end` into the last region. */
export function takeUpTo(end: usize): void {
  assert(end >= top && u64(end) + u64(PAD) <= u64(memory.size()) << 16);
  top = end;
}

/** Lets all regions go. */
export function releaseAll(): void {
  top = __heap_base;
}

/** Lets everything from an address on go. */
export function releaseFrom(address: usize): void {
  top = address;
}
