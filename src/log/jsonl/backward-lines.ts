import type { StopSignal } from "../../model/signal.js";
import type { GrowingSource } from "./growing-source.js";
import {
  concat,
  isBlank,
  type Line,
  type LineLimits,
  NEWLINE,
  withoutByteOrderMark,
} from "./line.js";

/** What was fetched of a file and not handed out: the bytes from `start` on, less than a chunk. */
export interface Unread {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/**
 * The lines before an offset, latest first. Fetches chunk after chunk towards the head and hands out
 * all of each, so no byte is fetched twice:
 *
 *     not fetched | older lines, first part of a line | its other parts | handed out
 *                 ^#start         #chunk                   #pieces      ^#end
 */
export class BackwardLines {
  readonly #source: GrowingSource;
  readonly #limits: LineLimits;
  #start: number;
  #chunk: Uint8Array;
  #end: number;
  /** Parts of a line that began before the chunk they were fetched in; the last part first. */
  #pieces: Uint8Array[] = [];
  /** The line's last byte while parts of it are set aside, whether they are held or too many. */
  #lastByte: number | null = null;
  /** The last line that was numbered, and what stood before it: numbering every line stays linear. */
  #numbered: { readonly number: number; readonly before: Uint8Array } | null = null;

  constructor(source: GrowingSource, from: Unread, limits: LineLimits) {
    this.#source = source;
    this.#limits = limits;
    this.#start = from.start;
    this.#chunk = from.bytes;
    this.#end = from.start + from.bytes.length;
  }

  /** The next older line; null at the head; `unfetched` when it must be asked again after `fetch`. */
  next(): Line | "unfetched" | null {
    if (this.#end === 0) return null;
    const newline = this.#precedingNewline();
    return newline < 0 && this.#start > 0 ? "unfetched" : this.#takeFrom(newline + 1);
  }

  async fetch(signal: StopSignal | undefined): Promise<void> {
    const length = Math.min(this.#start, this.#limits.chunkBytes);
    const fetched = await this.#source.read(this.#start - length, length, signal);
    this.#setAside(this.#chunk);
    this.#chunk = fetched;
    this.#start -= length;
  }

  /** What is left after the last line, for a reader that goes on from here. */
  unread(): Unread {
    return { start: this.#start, bytes: this.#chunk };
  }

  /** False when the unread bytes show that nothing is left but blank lines. */
  mayHaveMore(): boolean {
    return this.#start > 0 || !isBlank(withoutByteOrderMark(0, this.#chunk));
  }

  /** Of the line handed out last, counted from 1; null while the file's head was not fetched. */
  lineNumber(): number | null {
    if (this.#start > 0) return null;
    const known = this.#numbered;
    const before = this.#chunk;
    const number =
      known === null
        ? 1 + countNewlines(before)
        : known.number - countNewlines(known.before.subarray(before.length));
    this.#numbered = { number, before };
    return number;
  }

  /** Index of the newline before the last unread line, whose own newline does not count; or -1. */
  #precedingNewline(): number {
    const own = this.#lastByte === null && this.#chunk.at(-1) === NEWLINE ? 1 : 0;
    const from = this.#chunk.length - 1 - own;
    return from < 0 ? -1 : this.#chunk.lastIndexOf(NEWLINE, from);
  }

  #takeFrom(index: number): Line {
    const at = this.#start + index;
    const end = this.#end;
    const terminated = (this.#lastByte ?? this.#chunk.at(-1)) === NEWLINE;
    const length = end - at - (terminated ? 1 : 0);
    const held = length <= this.#limits.maxLineBytes;
    const parts = held ? [this.#chunk.subarray(index), ...this.#pieces.reverse()] : [];
    this.#end = at;
    this.#chunk = this.#chunk.subarray(0, index);
    this.#pieces = [];
    this.#lastByte = null;
    return { at, end, bytes: held ? concat(parts).subarray(0, length) : null, terminated };
  }

  #setAside(part: Uint8Array): void {
    this.#lastByte ??= part.at(-1) ?? null;
    this.#pieces.push(part);
    const length = this.#end - this.#start - 1; // its newline does not count
    if (length > this.#limits.maxLineBytes) this.#pieces = [];
  }
}

function countNewlines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count++;
  return count;
}
