import { concat, type Chunks } from "./source.js";

/** A line's bytes as they stand, without their LF. */
export interface ByteLine {
  /** From 1. */
  readonly number: number;
  /** Byte offset of its first byte. */
  readonly at: number;
  /** Null when the line is too long. */
  readonly bytes: Uint8Array | null;
}

const LF = 0x0a;

/**
 * Lines in batches, one batch a chunk; no more than one line is held. A line above the bound is
 * passed over and comes without bytes.
 */
export async function* byteLines(
  chunks: Chunks,
  maxBytes: number,
): AsyncGenerator<readonly ByteLine[]> {
  const splitter = new Splitter(maxBytes);
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}

class Splitter {
  readonly #maxBytes: number;
  /** The parts of the unfinished line; dropped once it is too long. */
  #parts: Uint8Array[] = [];
  #length = 0;
  #at = 0;
  #number = 1;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): ByteLine[] {
    const lines: ByteLine[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LF, start);
      this.#append(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (end < 0) return lines;
      lines.push(this.#finish(1));
      start = end + 1;
    }
  }

  end(): ByteLine[] {
    return this.#length === 0 ? [] : [this.#finish(0)];
  }

  #append(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#maxBytes) this.#parts = [];
    // A copy: the producer may use its buffer again before the line ends.
    else if (part.length > 0) this.#parts.push(part.slice());
  }

  #finish(endBytes: number): ByteLine {
    const bytes = this.#length > this.#maxBytes ? null : this.#bytes();
    const line = { number: this.#number, at: this.#at, bytes };
    this.#at += this.#length + endBytes;
    this.#number++;
    this.#length = 0;
    this.#parts = [];
    return line;
  }

  #bytes(): Uint8Array {
    const [only] = this.#parts;
    return only !== undefined && this.#parts.length === 1 ? only : concat(this.#parts);
  }
}
