import type { StopSignal } from "../../model/signal.js";

/**
 * Turns texts into vectors whose directions are alike where the texts are. **What it is given are
 * rows' texts and queries, whoever may read them: with an embedder behind a network they leave this
 * machine.**
 */
export interface Embedder {
  /** Names the space of its vectors; those of another model, or of another length, are not compared. */
  readonly model: string;
  /** Numbers of a vector, 1 to `MAX_DIMENSIONS`. */
  readonly dimensions: number;
  /**
   * The cosine, in thousandths, up to which two texts count as unrelated, 0 to 999. It differs from
   * model to model; `UNRELATED` when absent.
   */
  readonly unrelated?: number;
  /**
   * One vector a text, in order, of any length but without NaN and infinities. Rejects with an
   * `EmbedderError`, or with anything else, which counts as an outage.
   */
  embed(texts: readonly string[], options: EmbedCall): Promise<readonly Float32Array[]>;
}

export interface EmbedCall {
  /** Fires when nobody waits for the answer any more. */
  readonly signal?: StopSignal | undefined;
}
