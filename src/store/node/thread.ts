import { Worker } from "node:worker_threads";
import type { Reply, StartThread } from "../pglite/protocol.js";

/** A thread of Node, Deno or Bun. */
export const startThread: StartThread = ({ reply, gone }) => {
  const worker = new Worker(new URL("./entry.js", import.meta.url), {
    name: "backread-store",
    // Those of the process may be for its own script alone: `--input-type` ends a thread at once.
    execArgv: [],
  });
  worker.on("message", (message: Reply) => reply(message));
  worker.on("error", (error) => gone(error instanceof Error ? error.message : String(error)));
  worker.on("messageerror", () => gone("a message could not be read"));
  worker.on("exit", (code) => gone(`it exited with code ${code}`));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one side only
    post: (request) => worker.postMessage(request),
    hold: (active) => (active ? worker.ref() : worker.unref()),
    terminate: async () => void (await worker.terminate()),
  };
};
