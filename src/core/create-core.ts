import type { Core } from "./core.js";
import { ReferenceCore } from "./reference/reference-core.js";

export interface CoreOptions {
  readonly kind?: "reference";
}

/** The text engine. */
export async function createCore(_options: CoreOptions = {}): Promise<Core> {
  return new ReferenceCore();
}
