import { UnreadableExportError } from "../model/import-errors.js";
import { MAX_LINE_BYTES } from "./bounds.js";
import { byteLines, type ByteLine } from "./byte-lines.js";
import { startsWith, type Chunks } from "./source.js";

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

const CR = 0x0d;
const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Lines as `byteLines` gives them, decoded. Errors: `UnreadableExportError` for UTF-16. */
export async function* lineBatches(
  chunks: Chunks,
  file: string,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<readonly Line[]> {
  const decoder = new LineDecoder(file);
  for await (const batch of byteLines(chunks, maxBytes))
    yield batch.map((line) => decoder.decode(line));
}

class LineDecoder {
  readonly #file: string;
  readonly #strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #lenient = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(file: string) {
    this.#file = file;
  }

  decode({ number, at, bytes }: ByteLine): Line {
    if (bytes === null) return { number, at, text: "", problem: "too_long" };
    return { number, at, ...this.#text(this.#within(bytes, number)) };
  }

  /** The bytes between a mark at the front of the text and a CR at the end of the line. */
  #within(bytes: Uint8Array, number: number): Uint8Array {
    let inner = bytes;
    if (number === 1) {
      if (UTF16_MARKS.some((mark) => startsWith(inner, mark)))
        throw UnreadableExportError.of(this.#file, "the text is UTF-16; only UTF-8 is read");
      if (startsWith(inner, UTF8_MARK)) inner = inner.subarray(UTF8_MARK.length);
    }
    return inner.at(-1) === CR ? inner.subarray(0, -1) : inner;
  }

  #text(bytes: Uint8Array): Pick<Line, "text" | "problem"> {
    try {
      return { text: this.#strict.decode(bytes), problem: null };
    } catch {
      return { text: this.#lenient.decode(bytes), problem: "invalid_utf8" };
    }
  }
}
