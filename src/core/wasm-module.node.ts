/** The compiled core in Node, Deno and Bun. */
import { readFile } from "node:fs/promises";
import type { WasmModule } from "./wasm/exports.js";

/** Reads and compiles the `core.wasm` that lies beside this file. */
export async function coreModule(): Promise<WasmModule> {
  return WebAssembly.compile(await readFile(new URL("./core.wasm", import.meta.url)));
}
