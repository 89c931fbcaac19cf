/**
 * Every occurrence of a needle in one pass (Knuth, Morris, Pratt), for text that makes the anchored
 * search compare over and over: a long needle of one repeated letter in a long text of it.
 */

/** Bytes of the table for a needle. */
export function borderTableBytes(length: usize): usize {
  return (length + 1) << 2;
}

/**
 * Writes, for each prefix of the needle, the length of its longest proper border; for the empty one
 * 0.
 */
export function buildBorders(needle: usize, length: usize, table: usize): void {
  store<u32>(table, 0);
  store<u32>(table, 0, 4);
  let border: u32 = 0;
  for (let i: usize = 1; i < length; i++) {
    const byte = load<u8>(needle + i);
    while (border > 0 && load<u8>(needle + border) != byte)
      border = load<u32>(table + (border << 2));
    if (load<u8>(needle + border) == byte) border++;
    store<u32>(table + ((i + 1) << 2), border);
  }
}

/** Bytes of the needle that match just before where the last search stopped. */
let state: u32 = 0;

export function restart(): void {
  state = 0;
}

/** The end of the next occurrence in `[at, end)`, overlapping ones too; 0 when there is none. */
export function nextEnd(needle: usize, length: usize, table: usize, at: usize, end: usize): usize {
  let matched = state;
  while (at < end) {
    const byte = load<u8>(at++);
    if (usize(matched) == length) matched = load<u32>(table + (matched << 2));
    while (matched > 0 && load<u8>(needle + matched) != byte) {
      matched = load<u32>(table + (matched << 2));
    }
    if (load<u8>(needle + matched) == byte) matched++;
    if (usize(matched) == length) {
      state = matched;
      return at;
    }
  }
  return 0;
}
