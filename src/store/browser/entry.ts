/** The worker of an embedded database. */
import type { Request } from "../pglite/protocol.js";
import { serveEngine } from "../pglite/serve-engine.js";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other side
const serve = serveEngine((reply) => postMessage(reply));
addEventListener("message", ({ data }: MessageEvent<Request>) => serve(data));
