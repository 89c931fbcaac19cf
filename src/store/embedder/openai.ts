import { milliseconds } from "../../log/positive.js";
import { InvalidArgumentError } from "../../model/errors.js";
import { checkEmbedder } from "./ask-embedder.js";
import type { EmbedCall, Embedder } from "./embedder.js";
import { readVectors } from "./openai-answer.js";
import { post, type Client, type EmbedderFetch } from "./openai-client.js";

export interface OpenAiEmbedderOptions {
  /** What `/embeddings` is appended to, such as `https://host/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token; none where absent. */
  readonly apiKey?: string;
  readonly model: string;
  /** Length of vector that the server is asked for; the model's own when absent. */
  readonly dimensions?: number;
  /** The model's own length, where it is none of those that are known here; not sent. */
  readonly ownDimensions?: number;
  /** See `Embedder.unrelated`. */
  readonly unrelated?: number;
  /** The runtime's own unless given. */
  readonly fetch?: EmbedderFetch;
  /** Waits between tries; a timer unless given. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** Milliseconds for one whole answer. Default 30,000. */
  readonly timeoutMs?: number;
  /** Further tries after 408, 409, 429, 5xx and broken connections. Default 2, at most 10. */
  readonly retries?: number;
}

const OWN_DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ["text-embedding-3-large", 3_072],
  ["text-embedding-3-small", 1_536],
  ["text-embedding-ada-002", 1_536],
]);
const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const MAX_RETRIES = 10;

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
  const client = clientOf(options);
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

function clientOf(options: OpenAiEmbedderOptions): Client {
  const { retries = RETRIES } = options;
  if (!Number.isInteger(retries) || retries < 0 || retries > MAX_RETRIES)
    throw InvalidArgumentError.of("retries", `must be a whole number from 0 to ${MAX_RETRIES}`);
  return {
    url: endpointOf(options.baseUrl),
    headers: headersOf(options.apiKey),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    timeoutMs: milliseconds("timeoutMs", options.timeoutMs ?? TIMEOUT_MS),
    retries,
  };
}

function endpointOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw InvalidArgumentError.of("baseUrl", "is not an address");
  const url = new URL(baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw InvalidArgumentError.of("baseUrl", "must be of http or https");
  if (url.username !== "" || url.password !== "")
    throw InvalidArgumentError.of("baseUrl", "must not hold a password; give an apiKey");
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/embeddings`;
  url.hash = "";
  return url.href;
}

/** What a header cannot carry is said here, without the key, which the runtime's own error quotes. */
function headersOf(apiKey: string | undefined): Record<string, string> {
  const json = { accept: "application/json", "content-type": "application/json" };
  if (apiKey === undefined) return json;
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw InvalidArgumentError.of("apiKey", "holds what no header can carry, or nothing");
  return { ...json, authorization: `Bearer ${apiKey}` };
}
