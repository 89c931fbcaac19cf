/** The worker's script in Node, Deno and Bun. It listens before it waits for anything. */
import { parentPort } from "node:worker_threads";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { serve } from "./server.js";

/** Whether it answers a client: only as the script of a worker. */
const serving: boolean = parentPort !== null;

export { serving };

if (parentPort !== null) {
  parentPort.on("messageerror", (error) => {
    throw error;
  });
  serve(nodeEndpoint(parentPort));
}
