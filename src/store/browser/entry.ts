/** The worker of an embedded database. */
import type { Request } from "../pglite/protocol.js";
import { serveEngine } from "../pglite/serve-engine.js";

const serve = serveEngine((reply) => postMessage(reply));
addEventListener("message", ({ data }: MessageEvent<Request>) => serve(data));
