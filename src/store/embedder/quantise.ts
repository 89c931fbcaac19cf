/**
 * Vectors as integers: each is stretched to the length `NORM` and its numbers are rounded. No sum of
 * products of two of them then leaves ±2^24, in whatever order it is taken, so that a database which
 * counts in 32-bit floats and a runtime which counts in 64-bit ones come to the same integer.
 */
export type Quantised = Int16Array;

/** Rounding adds at most half a unit a number, 64 to the length of 16,384 numbers: 4,064² < 2^24. */
export const NORM = 4_000;

/** What the product of a vector with itself comes to. */
export const SELF_PRODUCT: number = NORM * NORM;

/** Null for numbers that are none. A vector of noughts stays one, and is like nothing. */
export function quantise(vector: ArrayLike<number>): Quantised | null {
  // Scaled by its largest number first: squares of huge or tiny ones would leave the range.
  const largest = largestOf(vector);
  if (!Number.isFinite(largest)) return null;
  const out = new Int16Array(vector.length);
  if (largest === 0) return out;
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += ((vector[at] ?? 0) / largest) ** 2;
  const scale = NORM / Math.sqrt(squares);
  for (let at = 0; at < out.length; at++)
    out[at] = Math.round(((vector[at] ?? 0) / largest) * scale);
  return out;
}

/** NaN where there is one. */
function largestOf(vector: ArrayLike<number>): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at] ?? 0);
    if (Number.isNaN(size)) return size;
    if (size > largest) largest = size;
  }
  return largest;
}

/** Two bytes a number, the lower one first, in hexadecimal. */
export function encodeVector(vector: Quantised): string {
  return Array.from(vector, (number) => hex(number) + hex(number >> 8)).join("");
}

function hex(byte: number): string {
  return (byte & 0xff).toString(16).padStart(2, "0");
}

/** The inner product of a vector and one as `encodeVector` wrote it, of the same length. */
export function innerProduct(vector: Quantised, bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) {
    const low = bytes[2 * at] ?? 0;
    const high = bytes[2 * at + 1] ?? 0;
    sum += (vector[at] ?? 0) * (((high << 24) >> 16) | low);
  }
  return sum;
}
