import { readFileSync } from "node:fs";
import type { Core } from "../../dist/core/core.js";
import { createWasmCore } from "../../dist/core/wasm/wasm-core.js";

const FILES = {
  release: "../../dist/core/core.wasm",
  debug: "../../build/core.debug.wasm",
} as const;

/** The bytes of a build of the core. */
export function wasmBytes(build: keyof typeof FILES): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(FILES[build], import.meta.url)));
}

export function wasmCore(build: keyof typeof FILES): Core {
  return createWasmCore(new WebAssembly.Module(wasmBytes(build)));
}
