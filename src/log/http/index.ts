/** A log behind an HTTP address: the client, and a fetch-style handler that serves any log. */
export { httpLog } from "./http-log.js";
export type { HttpFetch, HttpLogOptions } from "./http-log.js";
export { MAX_ANSWER_BYTES, MAX_LIMIT, PAGE_BYTES, TIMEOUT_MS } from "./limits.js";
export { serveLog } from "./serve-log.js";
export type { ServeLogOptions } from "./serve-log.js";
