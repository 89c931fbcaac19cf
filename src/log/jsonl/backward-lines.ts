import type { StopSignal } from "../../model/signal.js";
import type { GrowingSource } from "./growing-source.js";
import { concat, isBlank, type Line, type LineLimits, lineText, NEWLINE } from "./line.js";

/** What has been fetched of the file and not been handed out: the bytes from `start` up to `end`. */
export interface Unread {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

const NO_BYTES = new Uint8Array(0);

/**
 * The lines that end at an offset, latest first. Fetches chunks towards the head and holds what is
 * left of them, so no byte is fetched twice.
 *
 *     head ... [start  unread bytes  end) handed out ...
 */
export class BackwardLines {
  readonly #source: GrowingSource;
  readonly #limits: LineLimits;
  #start: number;
  #end: number;
  #bytes: Uint8Array;
  /** Set while the rest of a line that is too long is being dropped. */
  #dropped: { readonly end: number; readonly terminated: boolean } | null = null;
  /** The last line that was numbered, so that numbering every line stays linear. */
  #numbered: { readonly at: number; readonly number: number } | null = null;

  constructor(source: GrowingSource, from: Unread, limits: LineLimits) {
    this.#source = source;
    this.#limits = limits;
    this.#start = from.start;
    this.#end = from.end;
    this.#bytes = from.bytes;
  }

  /** Starts at an offset with nothing fetched. */
  static at(offset: number): Unread {
    return { start: offset, end: offset, bytes: NO_BYTES };
  }

  /** The next older line; null at the head; `unfetched` when it must be asked again after `fetch`. */
  next(): Line | "unfetched" | null {
    if (this.#end === 0 && this.#dropped === null) return null;
    const newline = this.#precedingNewline();
    if (newline < 0 && this.#start > 0) return "unfetched";
    return this.#takeFrom(newline + 1);
  }

  /** Fetches towards the head: a chunk, or as much as is held, so that long lines cost linear time. */
  async fetch(signal: StopSignal | undefined): Promise<void> {
    if (this.#held > this.#limits.maxLineBytes) this.#dropHeld();
    const length = Math.min(this.#start, Math.max(this.#limits.chunkBytes, this.#held));
    const fetched = await this.#source.read(this.#start - length, length, signal);
    this.#bytes = concat(fetched, this.#bytes.subarray(0, this.#held));
    this.#start -= length;
  }

  /** What is left, for a reader that goes on from here. */
  unread(): Unread {
    return { start: this.#start, end: this.#end, bytes: this.#bytes };
  }

  /** False when the fetched bytes show that no line with anything in it is left. */
  mayHaveMore(): boolean {
    return this.#start > 0 || !isBlank(lineText(0, this.#bytes.subarray(0, this.#end)));
  }

  /** Counted from 1; null while the head of the file has not been fetched. */
  lineNumber({ at }: Line): number | null {
    if (this.#start > 0) return null;
    const known = this.#numbered;
    const number =
      known === null
        ? 1 + countNewlines(this.#bytes.subarray(0, at))
        : known.number - countNewlines(this.#bytes.subarray(at, known.at));
    this.#numbered = { at, number };
    return number;
  }

  get #held(): number {
    return this.#end - this.#start;
  }

  /** Index of the newline before the last held line, whose own newline does not count; or -1. */
  #precedingNewline(): number {
    const from = this.#endsInNewline() ? this.#held - 2 : this.#held - 1;
    return from < 0 ? -1 : this.#bytes.lastIndexOf(NEWLINE, from);
  }

  #endsInNewline(): boolean {
    return this.#dropped === null && this.#bytes[this.#held - 1] === NEWLINE;
  }

  #takeFrom(index: number): Line {
    const at = this.#start + index;
    const terminated = this.#dropped?.terminated ?? this.#endsInNewline();
    const textEnd = terminated ? this.#held - 1 : this.#held;
    const tooLong = this.#dropped !== null || textEnd - index > this.#limits.maxLineBytes;
    const bytes = tooLong ? null : this.#bytes.subarray(index, textEnd);
    const line = { at, end: this.#dropped?.end ?? this.#end, bytes, terminated };
    this.#end = at;
    this.#dropped = null;
    return line;
  }

  #dropHeld(): void {
    this.#dropped ??= { end: this.#end, terminated: this.#endsInNewline() };
    this.#end = this.#start;
    this.#bytes = NO_BYTES;
  }
}

function countNewlines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count++;
  return count;
}
