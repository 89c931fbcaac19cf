const PAGE_BYTES = 65_536;
/** Pages that re2.wasm starts with; the binary asks for these. */
const INITIAL_PAGES = 256;
/**
 * 128 MiB: a text of ten million units, whose worst case is three bytes each, twice over (the host's
 * copy and the module's), beside the module's own 16 MiB.
 */
export const MEMORY_PAGES = 2048;

/**
 * The memory of one instance. It may grow in any call into the module, after which old views are
 * empty: take a view, use it, and let it go.
 */
export class HostMemory {
  readonly memory: WebAssembly.Memory;
  #bytes: Uint8Array<ArrayBuffer>;
  #words: Uint32Array<ArrayBuffer>;

  constructor(maximum: number = MEMORY_PAGES) {
    this.memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum });
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
  }

  get byteLength(): number {
    return this.memory.buffer.byteLength;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    if (this.#bytes.buffer !== this.memory.buffer) this.#bytes = new Uint8Array(this.memory.buffer);
    return this.#bytes;
  }

  word(address: number): number {
    return this.#wordView[address >>> 2] ?? 0;
  }

  setWord(address: number, value: number): void {
    this.#wordView[address >>> 2] = value;
  }

  words(address: number, count: number): number[] {
    return Array.from(this.#wordView.subarray(address >>> 2, (address >>> 2) + count));
  }

  /** Grows to at least `wanted` bytes; false when that is above the maximum. */
  growTo(wanted: number): boolean {
    const missing = Math.ceil((wanted - this.byteLength) / PAGE_BYTES);
    if (missing <= 0) return true;
    try {
      this.memory.grow(missing);
      return true;
    } catch {
      return false;
    }
  }

  get #wordView(): Uint32Array<ArrayBuffer> {
    if (this.#words.buffer !== this.memory.buffer)
      this.#words = new Uint32Array(this.memory.buffer);
    return this.#words;
  }
}
