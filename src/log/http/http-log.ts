import { InvalidArgumentError } from "../../model/errors.js";
import { BackreadError } from "../../model/error-base.js";
import type { StopSignal } from "../../model/signal.js";
import { checkRead } from "../check-read.js";
import type { Page, SessionLog } from "../port.js";
import { milliseconds, positive } from "../positive.js";
import { underDeadline } from "./deadline.js";
import { failed, readAnswer } from "./exchange.js";
import { MAX_ANSWER_BYTES, TIMEOUT_MS } from "./limits.js";
import { pageUrl } from "./page-request.js";

/** The part of `fetch` that is used. */
export type HttpFetch = (
  url: string,
  init: {
    readonly method: "GET";
    readonly headers: Record<string, string>;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

export interface HttpLogOptions {
  /** The runtime's own unless given. */
  readonly fetch?: HttpFetch;
  /** Sent with every request, as an `authorization` is. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for one whole answer; `TIMEOUT_MS` unless given. */
  readonly timeoutMs?: number;
  /** Most bytes of one answer, unpacked; `MAX_ANSWER_BYTES` unless given. */
  readonly maxBytes?: number;
}

/**
 * A log behind an address that answers `GET ?before=&limit=` with `{messages, next_before}`; other
 * parameters of the address are kept, redirects are not followed. `readBefore` throws the typed error
 * that the other side names, `MalformedPageError`, `RemoteLogError`, or the signal's reason.
 */
export function httpLog(url: string | URL, options: HttpLogOptions = {}): SessionLog {
  const endpoint = endpointOf(url);
  const headers = headersOf(options.headers ?? {});
  const timeoutMs = milliseconds("timeoutMs", options.timeoutMs ?? TIMEOUT_MS);
  const maxBytes = positive("maxBytes", options.maxBytes ?? MAX_ANSWER_BYTES);
  const fetch: HttpFetch = options.fetch ?? ((href, init) => globalThis.fetch(href, init));
  const exchange = async (href: string, signal: AbortSignal): Promise<Page> => {
    const request = { method: "GET", headers, redirect: "manual", signal } as const;
    return readAnswer(await fetch(href, request), maxBytes);
  };
  return {
    readBefore: async (before, limit, { signal }: { readonly signal?: StopSignal } = {}) => {
      checkRead(before, limit);
      const href = pageUrl(endpoint, before, limit);
      const late = (): Error => failed("timeout", `no whole answer within ${timeoutMs} ms`);
      return underDeadline({ signal, ms: timeoutMs, late }, (stop) =>
        exchange(href, stop).catch((error: unknown) => {
          // What a broken connection throws is named by each runtime in its own way.
          throw error instanceof BackreadError
            ? error
            : failed("network", "the connection failed", { cause: error });
        }),
      );
    },
  };
}

/** A relative address is one of the page that runs this. */
function endpointOf(url: string | URL): URL {
  const base = "location" in globalThis ? globalThis.location?.href : undefined;
  if (!URL.canParse(url, base)) throw InvalidArgumentError.of("url", "is not an address");
  const endpoint = new URL(url, base);
  if (endpoint.protocol !== "http:" && endpoint.protocol !== "https:")
    throw InvalidArgumentError.of("url", "must be of http or https");
  if (endpoint.username !== "" || endpoint.password !== "")
    throw InvalidArgumentError.of("url", "must not hold a password; send an authorization header");
  endpoint.hash = "";
  return endpoint;
}

/** Fails here for a name or value that no request can carry, and not at every read. */
function headersOf(given: Readonly<Record<string, string>>): Record<string, string> {
  try {
    const headers = new Headers(given);
    if (!headers.has("accept")) headers.set("accept", "application/json");
    return Object.fromEntries(headers);
  } catch (error) {
    throw InvalidArgumentError.of("headers", error instanceof Error ? error.message : "do not fit");
  }
}
