import { InvalidArgumentError } from "../../model/errors.js";
import type { StopSignal } from "../../model/signal.js";
import { EmbedderError } from "../../model/store-errors.js";
import { underDeadline } from "../../log/http/deadline.js";
import { MAX_DIMENSIONS, MAX_EMBEDDED_UNITS } from "../bounds.js";
import { faultOfId } from "../text.js";
import type { Embedder } from "./embedder.js";
import { quantise, type Quantised } from "./quantise.js";

/** See `Embedder.unrelated`. */
export const UNRELATED = 250;

/** Errors: `InvalidArgumentError` for an embedder that cannot be one. */
export function checkEmbedder({ model, dimensions, unrelated = UNRELATED }: Embedder): void {
  const fault = model === "" ? "must not be empty" : faultOfId(model);
  if (fault !== null) throw InvalidArgumentError.of("embedder.model", fault);
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS)
    throw InvalidArgumentError.of("embedder.dimensions", `must be 1 to ${MAX_DIMENSIONS}`);
  if (!Number.isInteger(unrelated) || unrelated < 0 || unrelated > 999)
    throw InvalidArgumentError.of("embedder.unrelated", "must be a whole number from 0 to 999");
}

export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: StopSignal | undefined;
}

/**
 * The vectors of some texts, checked, one a text; over when the time is, even where the embedder takes
 * no notice. Errors: `EmbedderError`; the signal's reason.
 */
export async function askEmbedder(
  embedder: Embedder,
  texts: readonly string[],
  { timeoutMs, signal }: AskOptions,
): Promise<readonly Quantised[]> {
  const late = (): Error => EmbedderError.of("timeout", `no answer within ${timeoutMs} ms`);
  const clipped = texts.map((text) => clip(text));
  const vectors = await underDeadline({ signal, ms: timeoutMs, late }, (stop) =>
    embedder.embed(clipped, { signal: stop }),
  );
  return checked(vectors, texts.length, embedder.dimensions);
}

function clip(text: string): string {
  if (text.length <= MAX_EMBEDDED_UNITS) return text;
  // Half a surrogate pair at the end would be no text.
  return text.slice(0, MAX_EMBEDDED_UNITS).replace(/\p{Surrogate}$/u, "");
}

function checked(
  vectors: readonly Float32Array[],
  count: number,
  dimensions: number,
): readonly Quantised[] {
  if (!Array.isArray(vectors) || vectors.length !== count)
    throw EmbedderError.of("malformed", `it did not answer ${count} vectors for ${count} texts`);
  return vectors.map((vector: Float32Array) => {
    if (vector.length !== dimensions)
      throw EmbedderError.of("malformed", `a vector of it is not of ${dimensions} numbers`);
    const quantised = quantise(vector);
    if (quantised === null) throw EmbedderError.of("malformed", "a vector of it holds no number");
    return quantised;
  });
}
