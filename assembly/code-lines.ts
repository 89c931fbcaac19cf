/** What one line of Markdown is, by its own bytes. `end` is where its trailing CR and LF begin. */

const SPACE: u32 = 0x20;
const TAB: u32 = 0x09;
const BACKTICK: u32 = 0x60;
const TILDE: u32 = 0x7e;

/** Where the line's own bytes end, given where the next line starts. */
export function endOfLine(start: usize, next: usize): usize {
  while (next > start && (load<u8>(next - 1) == 0x0d || load<u8>(next - 1) == 0x0a)) next--;
  return next;
}

// @ts-ignore: decorator
@inline
function isSpaceOrTab(byte: u32): bool {
  return byte == SPACE || byte == TAB;
}

/** The first address that holds neither space nor tab. */
export function skipBlanks(at: usize, end: usize): usize {
  while (at < end && isSpaceOrTab(load<u8>(at))) at++;
  return at;
}

/** Columns of the blanks in `[at, text)`; a tab goes on to the next multiple of four. */
export function columnsOf(at: usize, text: usize): u32 {
  let columns: u32 = 0;
  while (at < text) columns = load<u8>(at++) == TAB ? (columns | 3) + 1 : columns + 1;
  return columns;
}

/** The first address, from `at` on, that holds another byte. */
export function skipByte(byte: u32, at: usize, end: usize): usize {
  while (at < end && u32(load<u8>(at)) == byte) at++;
  return at;
}

/**
 * Characters of the fence that opens with the text at `at`, which is indented by less than four; 0
 * for none.
 */
export function openingFence(at: usize, end: usize): usize {
  if (at >= end) return 0;
  const mark: u32 = load<u8>(at);
  if (mark != BACKTICK && mark != TILDE) return 0;
  const info = skipByte(mark, at, end);
  if (info - at < 3) return 0;
  if (mark == BACKTICK) {
    for (let p = info; p < end; p++) if (load<u8>(p) == BACKTICK) return 0;
  }
  return info - at;
}

/** Whether the text at `at`, indented by less than four, closes a fence of this mark and length. */
export function closesFence(mark: u32, length: usize, at: usize, end: usize): bool {
  const after = skipByte(mark, at, end);
  return after - at >= length && skipBlanks(after, end) == end;
}

/** One to six number signs, then a blank or the end. */
export function isHeading(at: usize, end: usize): bool {
  const after = skipByte(0x23, at, end);
  const level = after - at;
  return level >= 1 && level <= 6 && (after == end || isSpaceOrTab(load<u8>(after)));
}

/** Three or more of one of `-`, `_`, `*`, blanks between. */
export function isThematicBreak(at: usize, end: usize): bool {
  const mark: u32 = load<u8>(at);
  if (mark != 0x2d && mark != 0x5f && mark != 0x2a) return false;
  let marks: u32 = 0;
  for (; at < end; at++) {
    const byte: u32 = load<u8>(at);
    if (byte == mark) marks++;
    else if (!isSpaceOrTab(byte)) return false;
  }
  return marks >= 3;
}

/** A run of `=` or of `-`, then blanks. */
export function isUnderline(at: usize, end: usize): bool {
  const mark: u32 = load<u8>(at);
  if (mark != 0x3d && mark != 0x2d) return false;
  return skipBlanks(skipByte(mark, at, end), end) == end;
}
