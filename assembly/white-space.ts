/** Unicode White_Space of one code point. */
export function isWhiteSpace(c: u32): bool {
  if (c < 0x80) return c == 0x20 || c - 0x09 <= 4;
  if (c == 0x85 || c == 0xa0) return true;
  if (c < 0x1680) return false;
  return (
    c == 0x1680 ||
    c - 0x2000 <= 0x0a ||
    c == 0x2028 ||
    c == 0x2029 ||
    c == 0x202f ||
    c == 0x205f ||
    c == 0x3000
  );
}
