import { InvalidArgumentError, RegexEngineError } from "../../model/errors.js";
import type { ModuleResponse, Re2ModuleSource } from "./module-source.js";

/** Throws `RegexEngineError` when it cannot be loaded, `InvalidArgumentError` when it is no source. */
export async function loadModule(source: Re2ModuleSource | undefined): Promise<WebAssembly.Module> {
  try {
    // Inside, for there are browsers without any WebAssembly.
    if (source instanceof WebAssembly.Module) return source;
    return await WebAssembly.compile(await moduleBytes(source ?? defaultUrl()));
  } catch (error) {
    if (error instanceof InvalidArgumentError || error instanceof RegexEngineError) throw error;
    throw RegexEngineError.of("re2wasm", "re2.wasm could not be loaded", error);
  }
}

function defaultUrl(): URL {
  return new URL("../re2.wasm", import.meta.url);
}

async function moduleBytes(
  source: Re2ModuleSource,
): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return source;
  if (typeof source === "string") return fetchBytes(source);
  if ("href" in source && source.href !== undefined) return fetchBytes(source.href);
  if ("arrayBuffer" in source && source.arrayBuffer !== undefined) return responseBytes(source);
  throw InvalidArgumentError.of("module", "is no module, bytes, response or address");
}

async function fetchBytes(address: string): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (!address.startsWith("file:")) return responseBytes(await fetch(address));
  const { readFile } = await import("node:fs/promises");
  return new Uint8Array(await readFile(new URL(address)));
}

async function responseBytes(response: ModuleResponse): Promise<ArrayBuffer> {
  if (!response.ok)
    throw RegexEngineError.of("re2wasm", `re2.wasm: the server answered ${response.status}`);
  return response.arrayBuffer();
}
