/** A `WebAssembly.Module`, which has no members of its own. */
export interface CompiledModule {
  readonly byteLength?: never;
  readonly href?: never;
  readonly arrayBuffer?: never;
}

/** The part of a `Response` that is read. */
export interface ModuleResponse {
  readonly ok: boolean;
  readonly status: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Where re2.wasm comes from; a string or a `URL` is an address. */
export type Re2ModuleSource =
  | CompiledModule
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ModuleResponse
  | { readonly href: string }
  | string;
