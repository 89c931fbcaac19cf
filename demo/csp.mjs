// What the page may do. Nothing but its own files can be fetched, so nothing that it reads can leave it.

/**
 * For a header and for a `meta` element alike, so that the page keeps its word wherever it is served. A
 * worker is held to the header of its own script alone.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** With what only a header can say. */
export const CONTENT_POLICY_HEADER = `${CONTENT_POLICY}; frame-ancestors 'none'`;
