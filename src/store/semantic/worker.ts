import type { StopSignal } from "../../model/signal.js";
import type { Embedder } from "../embedder/embedder.js";
import type { Scope } from "../scope.js";

/** One call of `embedPending`. */
export interface Worker {
  readonly scope: Scope;
  readonly embedder: Embedder;
  readonly space: string;
  readonly signal: StopSignal | undefined;
}
