/** Module workers of a browser. */
import { InvalidArgumentError, WorkerUnavailableError } from "../model/errors.js";
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
  const lifeline = tieTo(worker, gone);
  return {
    endpoint: worker,
    hold: () => {},
    terminate: async () => {
      lifeline.close();
      worker.terminate();
    },
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
 * A browser does not say that a worker was terminated, but closes the ports that it held. Where ports
 * do not tell of that either, only errors are noticed.
 */
function tieTo(worker: Worker, gone: Gone): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("close", () => gone("it was terminated"));
  port1.start();
  worker.postMessage({ lifeline: port2 }, [port2]);
  return port1;
}
