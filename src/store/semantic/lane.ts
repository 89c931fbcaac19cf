import { milliseconds } from "../../log/positive.js";
import type { StopSignal } from "../../model/signal.js";
import { EMBED_QUERY_TIMEOUT_MS } from "../bounds.js";
import { askEmbedder, checkEmbedder, UNRELATED } from "../embedder/ask-embedder.js";
import type { Embedder } from "../embedder/embedder.js";
import type { Quantised } from "../embedder/quantise.js";
import { spaceOf } from "./space.js";

/** Why the semantic lane had no part in an answer. */
export type Degradation = "semantic_unavailable" | "semantic_rebuilding";

/** What a query means, as far as its embedder could say in time. */
export type Meaning =
  | {
      readonly model: string;
      readonly space: string;
      readonly vector: Quantised;
      readonly unrelated: number;
    }
  | { readonly degraded: "semantic_unavailable" };

/** The part of the semantic lane that asks an embedder; it never touches the database. */
export interface SemanticLane {
  /** Rejects never. */
  meaningOf(query: string, signal?: StopSignal): Promise<Meaning>;
}

export interface SemanticLaneOptions {
  /** **Queries are sent to it.** */
  readonly embedder: Embedder;
  /** Milliseconds for a query's vector; `EMBED_QUERY_TIMEOUT_MS` when absent. */
  readonly timeoutMs?: number;
}

/** Errors: `InvalidArgumentError`. */
export function semanticLane({ embedder, timeoutMs }: SemanticLaneOptions): SemanticLane {
  checkEmbedder(embedder);
  const { model, unrelated = UNRELATED } = embedder;
  const space = spaceOf(embedder);
  const patience = milliseconds("timeoutMs", timeoutMs ?? EMBED_QUERY_TIMEOUT_MS);
  return Object.freeze({
    meaningOf: async (query: string, signal?: StopSignal): Promise<Meaning> => {
      try {
        const [vector] = await askEmbedder(embedder, [query], { timeoutMs: patience, signal });
        if (vector !== undefined) return { model, space, vector, unrelated };
      } catch {
        // An outage costs the lane, and never the search. A caller who left is met by the search.
      }
      return { degraded: "semantic_unavailable" };
    },
  });
}
