import { SourceChangedError } from "../../model/errors.js";
import type { StopSignal } from "../../model/signal.js";
import type { ByteSource } from "./byte-source.js";

/** Bytes at the end of the file that are looked at again once it has grown. */
const MARK_BYTES = 64;

interface Mark {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/**
 * A source that is only ever appended to, held to that. A smaller size is always noticed; other
 * bytes where the file had ended are noticed once it grows; a rewrite that keeps both is not.
 */
export class GrowingSource {
  readonly #source: ByteSource;
  #size = 0;
  #mark: Mark | null = null;
  /** While a mark is compared with what stands there now: nothing may be read before that is known. */
  #checking: Promise<void> | null = null;
  #changed: SourceChangedError | null = null;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async size(signal: StopSignal | undefined): Promise<number> {
    throwIfAborted(signal);
    if (this.#changed !== null) throw this.#changed;
    // Read before the wait: a call that overtakes this one may have seen a later, greater size.
    const known = this.#size;
    const size = await this.#source.size();
    if (size < known) this.#fail("shrank");
    this.#size = Math.max(this.#size, size);
    if (size > known) this.#checkMark();
    await this.#checking;
    return size;
  }

  /** Exactly these bytes, which must lie within a size that was seen. */
  async read(offset: number, length: number, signal: StopSignal | undefined): Promise<Uint8Array> {
    throwIfAborted(signal);
    const bytes = await this.#source.read(offset, length);
    if (bytes.length < length) this.#fail("shrank");
    if (offset + length === this.#size) {
      const kept = bytes.slice(-MARK_BYTES);
      this.#mark = { at: this.#size - kept.length, bytes: kept };
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }

  /** A mark is checked once, so that a walk over a file that keeps growing reads no byte thrice. */
  #checkMark(): void {
    const mark = this.#mark;
    if (mark === null) return;
    this.#mark = null;
    const both = Promise.all([this.#checking, this.#compare(mark)]);
    const checking: Promise<void> = both
      .then(() => {})
      .finally(() => {
        if (this.#checking === checking) this.#checking = null;
      });
    this.#checking = checking;
  }

  async #compare({ at, bytes }: Mark): Promise<void> {
    const now = await this.#source.read(at, bytes.length);
    if (!bytes.every((byte, index) => now[index] === byte)) this.#fail("replaced");
  }

  #fail(change: "shrank" | "replaced"): never {
    this.#changed = SourceChangedError.of(change);
    throw this.#changed;
  }
}

function throwIfAborted(signal: StopSignal | undefined): void {
  if (signal?.aborted !== true) return;
  const { reason } = signal;
  throw reason instanceof Error ? reason : new Error("aborted", { cause: reason });
}
