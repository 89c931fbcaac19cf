/** The compiled core in a browser, in a page or a worker. A strict CSP needs 'wasm-unsafe-eval'. */
import { CoreUnavailableError } from "../model/errors.js";
import type { WasmModule } from "./wasm/exports.js";

/** The one type, without parameters, that a response can be compiled by as it comes. */
const STREAMED = "application/wasm";

/** Fetches and compiles the `core.wasm` that lies beside this file; streams where the server names its type. */
export async function coreModule(): Promise<WasmModule> {
  const url = new URL("./core.wasm", import.meta.url);
  const response = await fetch(url);
  if (!response.ok) {
    const reason = `${url.href} answered ${response.status}`;
    throw new CoreUnavailableError(`core: ${reason}`, { reason });
  }
  return response.headers.get("content-type") === STREAMED
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
