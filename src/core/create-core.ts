import { coreModule } from "#core-wasm";
import { CoreUnavailableError } from "../model/errors.js";
import type { Core } from "./core.js";
import { compileSource, type CoreModuleSource } from "./module-source.js";
import { createWasmCore } from "./wasm/wasm-core.js";

export interface CoreOptions {
  /**
   * `wasm` throws where WebAssembly cannot be had; `reference` is the slow, exact twin. When absent
   * the compiled core is taken if it can be had and its twin if not: `core.kind` says which runs.
   */
  readonly kind?: "wasm" | "reference" | undefined;
  /** The compiled core, for hosts that bring it themselves; by default the package's own is loaded. */
  readonly module?: CoreModuleSource | undefined;
}

/** The text engine. Throws `CoreUnavailableError` for a module that is not this version's core. */
export async function createCore({ kind, module }: CoreOptions = {}): Promise<Core> {
  if (kind === "reference") {
    // Not needed; whether it comes is nobody's concern.
    Promise.resolve(module).catch(() => undefined);
    return referenceCore();
  }
  if (module !== undefined) return createWasmCore(await compileSource(module));
  try {
    return createWasmCore(await coreModule());
  } catch (error) {
    if (kind === undefined) return referenceCore();
    if (error instanceof CoreUnavailableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CoreUnavailableError(`core: ${reason}`, { reason }, { cause: error });
  }
}

/** Loaded when it is needed: its tables are as large as the whole compiled core. */
async function referenceCore(): Promise<Core> {
  const { ReferenceCore } = await import("./reference/reference-core.js");
  return new ReferenceCore();
}
