/** The thread of an embedded database. */
import { parentPort } from "node:worker_threads";
import type { Request } from "../pglite/protocol.js";
import { serveEngine } from "../pglite/serve-engine.js";

const port = parentPort;
if (port !== null) {
  const server = serveEngine((reply) => port.postMessage(reply));
  port.on("message", (request: Request) => server.serve(request));
}
