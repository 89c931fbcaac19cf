import { milliseconds } from "../../log/positive.js";
import { InvalidArgumentError } from "../../model/errors.js";
import type { Client, Fault, OpenAiFetch } from "./post.js";

/** How a server is reached that speaks as OpenAI's does. */
export interface OpenAiOptions {
  /** What the path of a request is appended to, such as `https://host/v1`. */
  readonly baseUrl: string;
  /** Sent as a bearer token; none where absent. */
  readonly apiKey?: string;
  /** The runtime's own unless given. */
  readonly fetch?: OpenAiFetch;
  /** Waits between tries; a timer unless given. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** Milliseconds for one whole answer. */
  readonly timeoutMs?: number;
  /** Further tries after 408, 409, 429, 5xx and broken connections. Default 2, at most 10. */
  readonly retries?: number;
}

const RETRIES = 2;
const MAX_RETRIES = 10;

/** What one kind of request adds to the options. */
export interface Endpoint {
  /** Appended to the address, such as `/embeddings`. */
  readonly path: string;
  readonly timeoutMs: number;
  readonly fault: Fault;
}

/** Errors: `InvalidArgumentError`, which quotes no key. */
export function clientOf(options: OpenAiOptions, { path, timeoutMs, fault }: Endpoint): Client {
  const { retries = RETRIES } = options;
  if (!Number.isInteger(retries) || retries < 0 || retries > MAX_RETRIES)
    throw InvalidArgumentError.of("retries", `must be a whole number from 0 to ${MAX_RETRIES}`);
  return {
    url: endpointOf(options.baseUrl, path),
    headers: headersOf(options.apiKey),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    timeoutMs: milliseconds("timeoutMs", options.timeoutMs ?? timeoutMs),
    retries,
    fault,
  };
}

function endpointOf(baseUrl: string, path: string): string {
  if (!URL.canParse(baseUrl)) throw InvalidArgumentError.of("baseUrl", "is not an address");
  const url = new URL(baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw InvalidArgumentError.of("baseUrl", "must be of http or https");
  if (url.username !== "" || url.password !== "")
    throw InvalidArgumentError.of("baseUrl", "must not hold a password; give an apiKey");
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
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
