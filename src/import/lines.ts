import { UnreadableExportError } from "../model/import-errors.js";
import { MAX_LINE_BYTES } from "./bounds.js";
import { concat, startsWith, type Chunks } from "./source.js";

/** A line without its end (LF or CRLF). */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Byte offset of its first byte. */
  readonly at: number;
  /** Empty when the line is too long. Bytes that are not UTF-8 read as U+FFFD. */
  readonly text: string;
  readonly problem: "too_long" | "invalid_utf8" | null;
}

const LF = 0x0a;
const CR = 0x0d;
const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/**
 * Lines in batches, one batch a chunk; no more than one line is held. A line above the bound is
 * passed over and comes without text. Errors: `UnreadableExportError` for UTF-16.
 */
export async function* lineBatches(
  chunks: Chunks,
  file: string,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<readonly Line[]> {
  const splitter = new LineSplitter(file, maxBytes);
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}

class LineSplitter {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #lenient = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The parts of the unfinished line; dropped once it is too long. */
  #parts: Uint8Array[] = [];
  #length = 0;
  #at = 0;
  #number = 1;

  constructor(file: string, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LF, start);
      this.#append(chunk.subarray(start, end < 0 ? chunk.length : end));
      if (end < 0) return lines;
      lines.push(this.#finish(1));
      start = end + 1;
    }
  }

  end(): Line[] {
    return this.#length === 0 ? [] : [this.#finish(0)];
  }

  #append(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#maxBytes) this.#parts = [];
    // A copy: the producer may use its buffer again before the line ends.
    else if (part.length > 0) this.#parts.push(part.slice());
  }

  #finish(endBytes: number): Line {
    const where = { number: this.#number, at: this.#at };
    const line =
      this.#length > this.#maxBytes
        ? { ...where, text: "", problem: "too_long" as const }
        : { ...where, ...this.#decode(this.#bytes()) };
    this.#at += this.#length + endBytes;
    this.#number++;
    this.#length = 0;
    this.#parts = [];
    return line;
  }

  #bytes(): Uint8Array {
    let bytes = this.#parts.length === 1 ? (this.#parts[0] ?? concat([])) : concat(this.#parts);
    if (this.#number === 1) {
      if (UTF16_MARKS.some((mark) => startsWith(bytes, mark)))
        throw UnreadableExportError.of(this.#file, "the text is UTF-16; only UTF-8 is read");
      if (startsWith(bytes, UTF8_MARK)) bytes = bytes.subarray(UTF8_MARK.length);
    }
    return bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
  }

  #decode(bytes: Uint8Array): Pick<Line, "text" | "problem"> {
    try {
      return { text: this.#strict.decode(bytes), problem: null };
    } catch {
      return { text: this.#lenient.decode(bytes), problem: "invalid_utf8" };
    }
  }
}
