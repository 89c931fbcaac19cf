// A Cloudflare Worker that searches a log behind HTTP: `GET /search?q=&desk=&limit=&before=`.
import { createCore, createRecall, type Recall, type SessionLog } from "backread";
import { httpLog } from "backread/log/http";
import { createRe2jsEngine } from "backread/regex";
import { searchResult } from "backread/wire";
import { answerJson, errorAnswer } from "./answers.js";
import { LOG_MS, PAGE_BYTES, SEARCH_MS } from "./bounds.js";
import { readQuery } from "./query.js";

interface Env {
  /** Where the log is; set by who deploys, never by a request. */
  readonly LOG_URL: string;
  /** Sent to the log as a bearer token; a secret (`wrangler secret put LOG_TOKEN`). */
  readonly LOG_TOKEN?: string;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname !== "/search")
      return answerJson(404, { error: { code: "not_found", message: "there is only /search" } });
    if (request.method !== "GET")
      return answerJson(405, { error: { code: "method_not_allowed", message: "use GET" } });
    try {
      const query = readQuery(url.searchParams);
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(SEARCH_MS)]);
      const found = await (await recall()).searchMessages(logOf(env), query, { signal });
      return answerJson(200, searchResult.encode(found));
    } catch (error) {
      return errorAnswer(error);
    }
  },
};

let started: Promise<Recall> | undefined;

/** One for each isolate: the core holds no text between two searches. */
function recall(): Promise<Recall> {
  started ??= start();
  return started;
}

async function start(): Promise<Recall> {
  try {
    return createRecall({ core: await createCore({ kind: "wasm" }), regex: createRe2jsEngine() });
  } catch (error) {
    // The next request tries again.
    started = undefined;
    throw error;
  }
}

function logOf({ LOG_URL, LOG_TOKEN }: Env): SessionLog {
  const headers = LOG_TOKEN === undefined ? {} : { authorization: `Bearer ${LOG_TOKEN}` };
  return httpLog(LOG_URL, { headers, timeoutMs: LOG_MS, maxBytes: PAGE_BYTES });
}
