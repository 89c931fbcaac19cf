// What one request may cost. The rows read (2,048, in pages of 512) and the steps of an expression are
// bounded by backread itself.

/** UTF-16 units of `q`. */
export const QUERY_CHARS = 1000;
/** Hits of one answer. */
export const MAX_HITS = 50;
/** Milliseconds for the whole search. */
export const SEARCH_MS = 10_000;
/** Milliseconds for one page of the log. */
export const LOG_MS = 5000;
/** Most bytes of one page of the log: an isolate has 128 MB. */
export const PAGE_BYTES = 16_777_216;
