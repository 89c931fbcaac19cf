/** One instance of the compiled module: its memory, its views, and text on the way in and out. */
import { CoreUnavailableError } from "../../model/errors.js";
import { isCoreExports, type CoreExports, type WasmModule } from "./exports.js";

/** Up to here a loop over char codes is faster than handing the text to the encoder. */
const SHORT_TEXT = 32;
/** From here on the bytes are counted first, so that no memory is taken for what is not there. */
const LONG_TEXT = 65_536;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

export class CoreInstance {
  readonly exports: CoreExports;
  /** Address of the text that `write` staged last. */
  at = 0;
  // Memory that grows takes its old buffer away, and a view of that has no length: a quicker test
  // than to ask the module for its buffer.
  #bytes: Uint8Array<ArrayBuffer>;
  #words: Uint32Array<ArrayBuffer>;

  /** Throws `CoreUnavailableError` when the module is not this package's. */
  constructor(module: WasmModule) {
    this.exports = instantiate(module);
    this.#bytes = new Uint8Array(this.exports.memory.buffer);
    this.#words = new Uint32Array(this.exports.memory.buffer);
  }

  /** Bytes of linear memory held. */
  get byteLength(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** The memory as bytes; dead after the next call that makes room. */
  get bytes(): Uint8Array<ArrayBuffer> {
    if (this.#bytes.length === 0) {
      this.#bytes = new Uint8Array(this.exports.memory.buffer);
    }
    return this.#bytes;
  }

  /** The memory as u32, indexed by address / 4; dead after the next call that makes room. */
  get words(): Uint32Array<ArrayBuffer> {
    if (this.#words.length === 0) {
      this.#words = new Uint32Array(this.exports.memory.buffer);
    }
    return this.#words;
  }

  /** Makes room for `bytes` of raw text and returns where they go. */
  stage(bytes: number): number {
    const at = this.exports.stage(bytes) >>> 0;
    if (at === 0) throw exhausted();
    return at;
  }

  /** Stages a text as UTF-8 at `this.at`; returns its bytes. Lone surrogates become U+FFFD. */
  write(text: string): number {
    const { length } = text;
    this.at = this.stage(length < LONG_TEXT ? length * 3 : utf8Length(text));
    const { bytes } = this;
    if (length <= SHORT_TEXT && writeAscii(text, bytes, this.at)) return length;
    return encode(text, bytes.subarray(this.at));
  }

  read(at: number, bytes: number): string {
    return decoder.decode(this.bytes.subarray(at, at + bytes));
  }
}

/** Writes a text as UTF-8; returns its bytes. Lone surrogates become U+FFFD. */
export function encode(text: string, into: Uint8Array): number {
  return encoder.encodeInto(text, into).written;
}

/** The error for memory that cannot grow any more. */
export function exhausted(): CoreUnavailableError {
  return unavailable("linear memory is exhausted");
}

/** Throws unless the module could make room. */
export function mustFit(answer: number): void {
  if (answer === 0) throw exhausted();
}

function instantiate(module: WasmModule): CoreExports {
  let exports: object;
  try {
    exports = new WebAssembly.Instance(module).exports;
  } catch (cause) {
    throw unavailable("the module cannot be instantiated", cause);
  }
  if (isCoreExports(exports)) return exports;
  throw unavailable("the module is not the core of this version");
}

function unavailable(reason: string, cause?: unknown): CoreUnavailableError {
  return new CoreUnavailableError(`core: ${reason}`, { reason }, { cause });
}

function writeAscii(text: string, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return false;
    bytes[at + i] = unit;
  }
  return true;
}

/** Bytes of the text in UTF-8: a pair of surrogates has four, a lone one three. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes += unit >= 0x800 ? 2 : 1;
    if ((unit & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) bytes -= 2;
  }
  return bytes;
}
