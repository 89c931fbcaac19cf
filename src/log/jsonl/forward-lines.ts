import type { StopSignal } from "../../model/signal.js";
import type { GrowingSource } from "./growing-source.js";
import { concat, type Line, type LineLimits, NEWLINE, NO_BYTES } from "./line.js";

/** Where lines are looked for: those that start in `[from, stop)` of the first `size` bytes. */
export interface LineRange {
  readonly from: number;
  readonly stop: number;
  readonly size: number;
}

/** The lines that start in a range, earliest first; the last may end beyond it. */
export class ForwardLines {
  readonly #source: GrowingSource;
  readonly #range: LineRange;
  readonly #limits: LineLimits;
  #at: number;
  #bytes: Uint8Array = NO_BYTES;
  #aligned: boolean;

  constructor(source: GrowingSource, range: LineRange, limits: LineLimits) {
    this.#source = source;
    this.#range = range;
    this.#limits = limits;
    this.#aligned = range.from === 0;
    // The byte before tells whether a line starts here: as a line of its own it is taken and ignored.
    this.#at = this.#aligned ? 0 : range.from - 1;
  }

  async next(signal: StopSignal | undefined): Promise<Line | null> {
    if (!this.#aligned) {
      await this.#take(signal);
      this.#aligned = true;
    }
    return this.#at < this.#range.stop ? this.#take(signal) : null;
  }

  async #take(signal: StopSignal | undefined): Promise<Line> {
    const at = this.#at;
    let searched = 0;
    let whole = true;
    for (;;) {
      const newline = this.#bytes.indexOf(NEWLINE, searched);
      if (newline >= 0) return this.#cut(at, newline, { whole, terminated: true });
      if (this.#bytes.length > this.#limits.maxLineBytes) {
        whole = false;
        this.#at += this.#bytes.length;
        this.#bytes = NO_BYTES;
      }
      searched = this.#bytes.length;
      if (!(await this.#fetch(signal))) {
        return this.#cut(at, searched, { whole, terminated: false });
      }
    }
  }

  #cut(at: number, length: number, how: { whole: boolean; terminated: boolean }): Line {
    const used = how.terminated ? length + 1 : length;
    const held = how.whole && length <= this.#limits.maxLineBytes;
    const bytes = held ? this.#bytes.subarray(0, length) : null;
    this.#bytes = this.#bytes.subarray(used);
    this.#at += used;
    return { at, end: this.#at, bytes, terminated: how.terminated };
  }

  async #fetch(signal: StopSignal | undefined): Promise<boolean> {
    const fetchedTo = this.#at + this.#bytes.length;
    const wanted = Math.max(this.#limits.chunkBytes, this.#bytes.length);
    const length = Math.min(this.#range.size - fetchedTo, wanted);
    if (length === 0) return false;
    this.#bytes = concat([this.#bytes, await this.#source.read(fetchedTo, length, signal)]);
    return true;
  }
}
