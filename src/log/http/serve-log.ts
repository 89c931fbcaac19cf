import { InvalidArgumentError } from "../../model/errors.js";
import type { SessionLog } from "../port.js";
import { positive } from "../positive.js";
import { type PageRequest, validatePage } from "../validate-page.js";
import { encodeError, type HttpErrorJson } from "./error-json.js";
import { MAX_LIMIT, PAGE_BYTES } from "./limits.js";
import { encodePage } from "./page-json.js";
import { parseRequest } from "./page-request.js";

export interface ServeLogOptions {
  /** Largest `limit` that is granted, and what a request without one gets; `MAX_LIMIT` unless given. */
  readonly maxLimit?: number;
  /** Bytes of rows after which a page ends, though it holds fewer rows; `PAGE_BYTES` unless given. */
  readonly pageBytes?: number;
  /** The only path that is answered, as `/rooms/1/log`; every path when absent. */
  readonly path?: string;
  /** Told what a 502 stands for, which the answer itself keeps private. */
  readonly onError?: (error: unknown) => void;
}

type Handler = (request: Request) => Promise<Response>;

const METHODS = "GET, HEAD";

/**
 * A handler of `GET ?before=&limit=` for any fetch-style server: 200 `{messages, next_before}`; 400
 * for a bad parameter, 404, 405, and 502 where the log failed, each `{error: {code, message}}` with
 * the fields of a typed error in `data`. Rejects only where `onError` throws. Who may read is for the
 * host to decide before it calls.
 */
export function serveLog(log: SessionLog, options: ServeLogOptions = {}): Handler {
  const { path, onError } = options;
  const maxLimit = positive("maxLimit", options.maxLimit ?? MAX_LIMIT);
  const budget = positive("pageBytes", options.pageBytes ?? PAGE_BYTES);
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (path !== undefined && pathname !== path)
      return refuse(request, 404, { code: "not_found", message: "no log is served here" });
    if (request.method !== "GET" && request.method !== "HEAD")
      return refuse(request, 405, { code: "method_not_allowed", message: `allowed: ${METHODS}` });
    try {
      const asked = parseRequest(searchParams, maxLimit);
      return answer(request, 200, await readPage(log, asked, request.signal, budget));
    } catch (error) {
      if (isBadParameter(error)) return refuse(request, 400, encodeError(error));
      if (!request.signal.aborted) onError?.(error);
      // An argument that nobody sent is between the log and its host.
      const own = error instanceof InvalidArgumentError;
      return refuse(request, 502, encodeError(own ? null : error));
    }
  };
}

async function readPage(
  log: SessionLog,
  asked: PageRequest,
  signal: AbortSignal,
  budget: number,
): Promise<string> {
  const page = await log.readBefore(asked.before, asked.limit, { signal });
  validatePage(page, asked, new Set());
  return encodePage(page, budget);
}

function isBadParameter(error: unknown): boolean {
  return (
    error instanceof InvalidArgumentError &&
    (error.data.argument === "before" || error.data.argument === "limit")
  );
}

function refuse(request: Request, status: number, error: HttpErrorJson): Response {
  return answer(request, status, JSON.stringify({ error }));
}

function answer({ method }: Request, status: number, body: string): Response {
  const headers = new Headers({
    "content-type": "application/json; charset=utf-8",
    // A page of a growing log is true once.
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  if (status === 405) headers.set("allow", METHODS);
  return new Response(method === "HEAD" ? null : body, { status, headers });
}
