/** The worker's script in Node, Deno and Bun. It listens before it waits for anything. */
import { parentPort } from "node:worker_threads";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { serve } from "./server.js";

// Null where it is not run as a worker; there is then nobody to answer.
if (parentPort !== null) {
  parentPort.on("messageerror", (error) => {
    throw error;
  });
  serve(nodeEndpoint(parentPort));
}
