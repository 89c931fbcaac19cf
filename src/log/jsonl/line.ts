export const NO_BYTES: Uint8Array = new Uint8Array(0);
export const NEWLINE = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** A line of the file as it stands there. */
export interface Line {
  /** Offset of its first byte. */
  readonly at: number;
  /** Offset after its newline. */
  readonly end: number;
  /** Without the newline; null when it is too long to be held. */
  readonly bytes: Uint8Array | null;
  /** False for a last line whose newline has not been written (yet). */
  readonly terminated: boolean;
}

/** How lines are read. */
export interface LineLimits {
  /** Bytes fetched at a time. */
  readonly chunkBytes: number;
  /** Longest line that is held in memory. */
  readonly maxLineBytes: number;
}

/** A line's bytes without the mark that a file may begin with. */
export function withoutByteOrderMark(at: number, bytes: Uint8Array): Uint8Array {
  const marked = at === 0 && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  return marked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** True when nothing stands in the bytes that a reader of lines would look at. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) => byte === SPACE || byte === TAB || byte === RETURN || byte === NEWLINE,
  );
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
