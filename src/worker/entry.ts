/** The worker's script in a browser. It listens before it waits for anything, or messages would be lost. */
import type { Lifeline } from "./protocol.js";
import { serve } from "./server.js";

const LIFELINE = `backread worker ${Math.random()}`;

/** Whether it answers a client: only as the script of a worker. */
const serving: boolean = "DedicatedWorkerGlobalScope" in globalThis;

export { serving };

if (serving) {
  addEventListener("messageerror", () => {
    throw new Error("a message could not be read");
  });
  serve({
    postMessage: (message, transfer = []) => postMessage(message, { transfer }),
    addEventListener: (...listening) => addEventListener(...listening),
    removeEventListener: (...listening) => removeEventListener(...listening),
  });
  // Not there without a secure context, nor in a page of an opaque origin.
  const locks: LockManager | undefined = navigator.locks;
  locks?.request(LIFELINE, holdForEver).catch(() => {});
}

function holdForEver(): Promise<never> {
  postMessage({ lifeline: LIFELINE } satisfies Lifeline);
  return new Promise(() => {});
}
