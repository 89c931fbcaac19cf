import { CoreUnavailableError } from "../model/errors.js";
import type { WasmModule } from "./wasm/exports.js";

/** The part of a `Response` that is used here. */
export interface ResponseSource {
  readonly ok: boolean;
  readonly status: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of a `URL` that is used here; it is fetched. */
export interface UrlSource {
  readonly href: string;
}

/** What a host can bring the core as: a compiled module, its bytes, a response, or where to fetch it. */
export type CoreModuleSource =
  | WasmModule
  | ArrayBuffer
  | Uint8Array
  | ResponseSource
  | Promise<ResponseSource>
  | UrlSource;

/** Compiles whatever was brought. Throws `CoreUnavailableError`. */
export async function compileSource(source: CoreModuleSource): Promise<WasmModule> {
  try {
    return await compile(await source);
  } catch (error) {
    if (error instanceof CoreUnavailableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CoreUnavailableError(`core: ${reason}`, { reason }, { cause: error });
  }
}

async function compile(source: object): Promise<WasmModule> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer) return WebAssembly.compile(source);
  if (ArrayBuffer.isView(source)) return WebAssembly.compile(Uint8Array.from(bytesOf(source)));
  if (isResponse(source)) return WebAssembly.compile(await bodyOf(source));
  if (isUrl(source)) return WebAssembly.compile(await bodyOf(await fetch(source.href)));
  throw unavailable("the module is neither a WebAssembly.Module nor bytes, a response or a URL");
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function isResponse(source: object): source is ResponseSource {
  return "arrayBuffer" in source && "status" in source;
}

function isUrl(source: object): source is UrlSource {
  return "href" in source && typeof source.href === "string";
}

async function bodyOf(response: ResponseSource): Promise<ArrayBuffer> {
  if (!response.ok) throw unavailable(`the module's address answered ${response.status}`);
  return response.arrayBuffer();
}

function unavailable(reason: string): CoreUnavailableError {
  return new CoreUnavailableError(`core: ${reason}`, { reason });
}
