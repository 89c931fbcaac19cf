/** @typedef {import("./source.mjs").Range} Range */
/** @typedef {{ pageShift: number, leafShift: number, rowsAt: number, leavesAt: number, bytes: Uint8Array }} Bitmap */

const CODE_POINTS = 0x110000;

/**
 * A three-stage bitmap: bytes of page numbers, rows of leaf numbers, leaves of bits; the smallest that
 * has one byte per number.
 * @param {readonly Range[]} ranges
 * @returns {Bitmap}
 */
export function packBitmap(ranges) {
  const bits = new Uint8Array(CODE_POINTS / 8);
  for (const [first, last] of ranges)
    for (let c = first; c <= last; c++) bits[c >> 3] = (bits[c >> 3] ?? 0) | (1 << (c & 7));
  /** @type {Bitmap | undefined} */
  let best;
  for (let leafShift = 5; leafShift <= 8; leafShift++)
    for (let pageShift = leafShift + 1; pageShift <= 12; pageShift++) {
      const map = pack(bits, leafShift, pageShift);
      if (map !== null && (best === undefined || map.bytes.length < best.bytes.length)) best = map;
    }
  if (best === undefined) throw new Error("no bitmap fits byte indices");
  return best;
}

/** @param {Uint8Array} bits @param {number} leafShift @param {number} pageShift @returns {Bitmap | null} */
function pack(bits, leafShift, pageShift) {
  const leaves = share(bits, 1 << (leafShift - 3));
  const rows = share(leaves.indices, 1 << (pageShift - leafShift));
  if (leaves.count > 256 || rows.count > 256) return null;
  const rowsAt = rows.indices.length;
  const leavesAt = rowsAt + rows.blocks.length;
  const bytes = new Uint8Array(leavesAt + leaves.blocks.length);
  bytes.set(rows.indices);
  bytes.set(rows.blocks, rowsAt);
  bytes.set(leaves.blocks, leavesAt);
  return { pageShift, leafShift, rowsAt, leavesAt, bytes };
}

/** Cuts the data into blocks and keeps each block once. @param {Uint8Array} data @param {number} size */
function share(data, size) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {number[]} */
  const blocks = [];
  const indices = new Uint8Array(data.length / size);
  for (let i = 0; i < indices.length; i++) {
    const block = data.subarray(i * size, (i + 1) * size);
    const key = String(block);
    const known = seen.get(key);
    if (known === undefined) blocks.push(...block);
    indices[i] = known ?? seen.size;
    if (known === undefined) seen.set(key, seen.size);
  }
  return { indices, blocks: Uint8Array.from(blocks), count: seen.size };
}
