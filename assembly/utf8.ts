/** Well-formed UTF-8, read and written one code point at a time. */

/** Bytes of the code point that starts with this byte. */
// @ts-ignore: decorator
@inline
export function widthOf(lead: u32): usize {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** The code point that starts here. */
export function decode(at: usize): u32 {
  const lead: u32 = load<u8>(at);
  if (lead < 0x80) return lead;
  const b: u32 = load<u8>(at, 1) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | b;
  const c: u32 = load<u8>(at, 2) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (b << 6) | c;
  return ((lead & 0x07) << 18) | (b << 12) | (c << 6) | u32(load<u8>(at, 3) & 0x3f);
}

/** Where the code point before this address starts; there must be one. */
// @ts-ignore: decorator
@inline
export function previous(at: usize): usize {
  at--;
  while ((load<u8>(at) & 0xc0) == 0x80) at--;
  return at;
}

/** Writes a code point; returns the address after it. */
export function encode(c: u32, at: usize): usize {
  if (c < 0x80) {
    store<u8>(at, c);
    return at + 1;
  }
  if (c < 0x800) {
    store<u8>(at, 0xc0 | (c >> 6));
    store<u8>(at, 0x80 | (c & 0x3f), 1);
    return at + 2;
  }
  if (c < 0x10000) {
    store<u8>(at, 0xe0 | (c >> 12));
    store<u8>(at, 0x80 | ((c >> 6) & 0x3f), 1);
    store<u8>(at, 0x80 | (c & 0x3f), 2);
    return at + 3;
  }
  store<u8>(at, 0xf0 | (c >> 18));
  store<u8>(at, 0x80 | ((c >> 12) & 0x3f), 1);
  store<u8>(at, 0x80 | ((c >> 6) & 0x3f), 2);
  store<u8>(at, 0x80 | (c & 0x3f), 3);
  return at + 4;
}

/** One bit per lane: set where a code point starts, so not in a continuation byte (0x80..0xbf). */
// @ts-ignore: decorator
@inline
function starts(at: usize): i32 {
  return i8x16.bitmask(i8x16.gt_s(v128.load(at), i8x16.splat(-65)));
}

/** Code points in `[from, end)`. */
export function countCharacters(from: usize, end: usize): u32 {
  let count: u32 = 0;
  while (from + 16 <= end) {
    count += popcnt<u32>(starts(from));
    from += 16;
  }
  if (from < end) count += popcnt<u32>(starts(from) & ((1 << i32(end - from)) - 1));
  return count;
}
