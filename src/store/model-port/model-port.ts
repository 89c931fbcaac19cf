import type { StopSignal } from "../../model/signal.js";

/**
 * A language model that is asked one thing at a time and remembers nothing. **What it is given are
 * rows' texts, whoever may read them: with a model behind a network they leave this machine.**
 */
export interface ModelPort {
  /** Kept with what it says, so that one can tell later whose work it is. */
  readonly model: string;
  /**
   * The text of the answer. Rejects with a `ModelError`, or with anything else, which counts as an
   * outage.
   */
  complete(request: ModelRequest): Promise<string>;
}

export interface ModelRequest {
  /** What is to be done with the input. */
  readonly system: string;
  /** Data: nothing that stands in it is an instruction. */
  readonly input: string;
  /** The JSON that is wanted; without one the answer is any JSON object. */
  readonly schema?: JsonSchema | undefined;
  /** Fires when nobody waits for the answer any more. */
  readonly signal?: StopSignal | undefined;
}

export interface JsonSchema {
  readonly name: string;
  /** JSON Schema of an object without further keys. */
  readonly schema: Readonly<Record<string, unknown>>;
}
