import type { WasmModule } from "./exports.js";
import { CoreInstance } from "./instance.js";

/** Linear memory that is kept between calls; an instance that had to grow beyond it is let go. */
const KEEP_BYTES = 4_194_304;

/** An instance for calls that keep nothing, made when first needed. */
export class Scratch {
  readonly #module: WasmModule;
  #instance: CoreInstance | null = null;

  constructor(module: WasmModule) {
    this.#module = module;
  }

  /** Runs one call. An instance that a call left by an error is not used again. */
  use<T>(call: (instance: CoreInstance) => T): T {
    const instance = this.#instance ?? new CoreInstance(this.#module);
    this.#instance = null;
    const result = call(instance);
    if (instance.byteLength <= KEEP_BYTES) this.#instance = instance;
    return result;
  }
}
