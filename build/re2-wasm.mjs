// Makes build/re2.wasm from the binary inside the npm package re2-wasm, which was compiled without
// optimisation and may not grow its memory: optimised it is half the size, and its limit is ours.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import binaryen from "binaryen";
import { fromRoot } from "./paths.mjs";

const SOURCE = "node_modules/re2-wasm/build/wasm/re2.wasm";
/** re2-wasm 1.0.2. Another binary may have other imports or another memory, so it must be looked at first. */
const SOURCE_SHA256 = "79e025a30d20157807add5e7d01acefe700f06721f4a56669b0bad5d00995e72";
/** Pages of 64 KiB. The host gives less (`MEMORY_PAGES_MAX`); a module refuses a memory above its own limit. */
const LIMIT = { from: 256, to: 4096 };

/** @param {Uint8Array} source */
export function checkSource(source) {
  const found = createHash("sha256").update(source).digest("hex");
  if (found === SOURCE_SHA256) return;
  throw new Error(`${SOURCE} has sha256 ${found}, expected ${SOURCE_SHA256}`);
}

/** @param {Uint8Array} source @returns {Uint8Array} */
export function optimise(source) {
  const module = binaryen.readBinary(source);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(1);
  binaryen.setDebugInfo(false);
  module.optimize();
  const out = module.emitBinary();
  module.dispose();
  return out;
}

/**
 * A copy whose imported memory may grow further. Both limits take two LEB128 bytes, so nothing moves.
 * @param {Uint8Array} binary
 * @returns {Uint8Array}
 */
export function raiseMemoryLimit(binary) {
  const out = Uint8Array.from(binary);
  const at = memoryLimitOffset(out);
  const was = leb128(LIMIT.from);
  if (was.some((byte, i) => out[at + i] !== byte))
    throw new Error(`the memory limit of ${SOURCE} is not ${LIMIT.from} pages`);
  out.set(leb128(LIMIT.to), at);
  return out;
}

/** @param {number} value 128..16383 */
function leb128(value) {
  return [(value & 0x7f) | 0x80, value >> 7];
}

/**
 * Where the import section writes the maximum of the imported memory.
 * @param {Uint8Array} binary
 */
function memoryLimitOffset(binary) {
  const IMPORT_SECTION = 2;
  const reader = new Reader(binary, 8);
  while (reader.more()) {
    const id = reader.byte();
    const size = reader.unsigned();
    if (id === IMPORT_SECTION) return limitInImports(reader);
    reader.skip(size);
  }
  throw new Error("no import section");
}

/** @param {Reader} reader */
function limitInImports(reader) {
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.skipName();
    reader.skipName();
    const kind = reader.byte();
    if (kind === 2) {
      const hasMaximum = (reader.byte() & 1) === 1;
      reader.unsigned();
      if (!hasMaximum) break;
      return reader.at;
    }
    reader.skipDescription(kind);
  }
  throw new Error("no imported memory with a limit");
}

class Reader {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  more() {
    return this.at < this.bytes.length;
  }

  byte() {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error("the binary ends inside a section");
    return byte;
  }

  unsigned() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  /** @param {number} count */
  skip(count) {
    this.at += count;
  }

  skipName() {
    const length = this.unsigned();
    this.skip(length);
  }

  /** A function's type index, a table's element type and limits, or a global's type. @param {number} kind */
  skipDescription(kind) {
    if (kind === 0) this.unsigned();
    else if (kind === 1) {
      this.byte();
      const hasMaximum = (this.byte() & 1) === 1;
      this.unsigned();
      if (hasMaximum) this.unsigned();
    } else this.skip(2);
  }
}

if (process.argv[1] === fromRoot("build/re2-wasm.mjs")) {
  const source = new Uint8Array(readFileSync(fromRoot(SOURCE)));
  checkSource(source);
  const made = raiseMemoryLimit(optimise(source));
  if (!WebAssembly.validate(/** @type {BufferSource} */ (made)))
    throw new Error("the binary made is not valid WebAssembly");
  writeFileSync(fromRoot("build/re2.wasm"), made);
}
