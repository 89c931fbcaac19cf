/** Module workers of a browser. */
import { InvalidArgumentError, WorkerUnavailableError } from "../model/errors.js";
import type { Lifeline } from "./protocol.js";
import { UNREADABLE, type Gone, type StartThread, type WorkerLike } from "./thread.js";

export const startThread: StartThread = (make, gone) => {
  if (typeof Worker === "undefined") throw WorkerUnavailableError.of("this runtime has none");
  const worker = make === undefined ? startWorker() : workerOf(make());
  worker.addEventListener("error", (event) => {
    // It is reported here, and is no error of the page.
    event.preventDefault();
    gone(event.message || "its script could not be loaded", event.error);
  });
  worker.addEventListener("messageerror", () => gone(UNREADABLE));
  waitForLifeline(worker, gone);
  return {
    endpoint: worker,
    hold: () => {},
    terminate: async () => worker.terminate(),
  };
};

function startWorker(): Worker {
  try {
    // Bundlers look for exactly this form.
    return new Worker(new URL("./entry.js", import.meta.url), { type: "module" });
  } catch (error) {
    throw WorkerUnavailableError.of(error instanceof Error ? error.message : String(error), error);
  }
}

function workerOf(worker: WorkerLike): Worker {
  if (worker instanceof Worker) return worker;
  throw InvalidArgumentError.of("worker", "must give a Worker here");
}

/**
 * A browser does not say that a worker was terminated, but lets go the locks that it held. In a page
 * that has no locks, for want of a secure context, only errors are noticed.
 */
function waitForLifeline(worker: Worker, gone: Gone): void {
  worker.addEventListener("message", ({ data }: MessageEvent<Lifeline | null>) => {
    const lock = data?.lifeline;
    if (lock === undefined) return;
    navigator.locks.request(lock, () => gone("it was terminated")).catch(() => {});
  });
}
