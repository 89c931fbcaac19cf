/** Workers of Node, Deno and Bun, which all say when a thread has ended. */
import { Worker } from "node:worker_threads";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { InvalidArgumentError } from "../model/errors.js";
import { UNREADABLE, type StartThread, type WorkerLike } from "./thread.js";

export const startThread: StartThread = (make, gone) => {
  const worker =
    make === undefined
      ? new Worker(new URL("./entry.node.js", import.meta.url), { name: "backread" })
      : threadOf(make());
  worker.on("error", (error) => gone(messageOf(error), error));
  worker.on("exit", (code) => gone(`it exited with code ${code}`));
  worker.on("messageerror", (error) => gone(UNREADABLE, error));
  return {
    endpoint: nodeEndpoint(worker),
    hold: (active) => (active ? worker.ref() : worker.unref()),
    terminate: async () => void (await worker.terminate()),
  };
};

function threadOf(worker: WorkerLike): Worker {
  if (!(worker instanceof Worker))
    throw InvalidArgumentError.of("worker", "must give a Worker of node:worker_threads here");
  // It would never say again that it has ended.
  if (worker.threadId === -1) throw InvalidArgumentError.of("worker", "must give one that runs");
  return worker;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
