/** The worker of an embedded database. */
import type { Request } from "../pglite/protocol.js";
import { serveEngine } from "../pglite/serve-engine.js";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other side
const server = serveEngine((reply) => postMessage(reply));
// Nothing else runs here, so a promise that fails unheard while the engine is opened is PGlite's.
addEventListener("unhandledrejection", (event) => {
  if (server.failOpening(event.reason)) event.preventDefault();
});
addEventListener("message", ({ data }: MessageEvent<Request>) => server.serve(data));
