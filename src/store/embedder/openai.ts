import { InvalidArgumentError } from "../../model/errors.js";
import { EmbedderError } from "../../model/store-errors.js";
import { checkEmbedder } from "./ask-embedder.js";
import type { EmbedCall, Embedder } from "./embedder.js";
import { readVectors } from "./openai-answer.js";
import { clientOf, type OpenAiOptions } from "../openai/client.js";
import { post, type Fault } from "../openai/post.js";

export interface OpenAiEmbedderOptions extends OpenAiOptions {
  readonly model: string;
  /** Length of vector that the server is asked for; the model's own when absent. */
  readonly dimensions?: number;
  /** The model's own length, where it is none of those that are known here; not sent. */
  readonly ownDimensions?: number;
  /** See `Embedder.unrelated`. */
  readonly unrelated?: number;
}

const OWN_DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ["text-embedding-3-large", 3_072],
  ["text-embedding-3-small", 1_536],
  ["text-embedding-ada-002", 1_536],
]);
const TIMEOUT_MS = 30_000;

/**
 * An embedder behind an address that speaks the `/embeddings` of OpenAI, as many servers do. **Every
 * text that is embedded, rows' and queries' alike, is sent there.** No error of it quotes a text or
 * the key. Errors: `InvalidArgumentError`; of `embed`, `EmbedderError` and the signal's reason.
 */
export function openAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, dimensions, unrelated } = options;
  const length = dimensions ?? options.ownDimensions ?? OWN_DIMENSIONS.get(model);
  if (length === undefined)
    throw InvalidArgumentError.of("ownDimensions", "must be given for a model that is not known");
  const client = clientOf(options, { path: "/embeddings", timeoutMs: TIMEOUT_MS, fault });
  const settings = {
    model,
    encoding_format: "float",
    ...(dimensions === undefined ? {} : { dimensions }),
  };
  const embed: Embedder["embed"] = async (texts, { signal }: EmbedCall) => {
    if (texts.length === 0) return [];
    const answer = await post(client, JSON.stringify({ ...settings, input: texts }), signal);
    return readVectors(answer, { count: texts.length, dimensions: length });
  };
  const flags = unrelated === undefined ? {} : { unrelated };
  const embedder = Object.freeze({ model, dimensions: length, ...flags, embed });
  checkEmbedder(embedder);
  return embedder;
}

const fault: Fault = (failure, reason, status) => EmbedderError.of(failure, reason, status);
