/** The compiled core in Cloudflare's workerd, which compiles nothing at run time: it comes as a module. */
// @ts-expect-error workerd and its bundlers give a compiled module for an imported .wasm
import module from "./core.wasm";
import type { WasmModule } from "./wasm/exports.js";

const compiled: WasmModule = module;

export async function coreModule(): Promise<WasmModule> {
  return compiled;
}
