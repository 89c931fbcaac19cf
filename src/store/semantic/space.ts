import type { Embedder } from "../embedder/embedder.js";

/** What vectors have to have in common to be compared: the model and their length. */
export function spaceOf({ model, dimensions }: Embedder): string {
  return `${model}/${dimensions}`;
}
