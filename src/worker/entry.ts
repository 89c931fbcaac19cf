/** The worker's script in a browser. It listens before it waits for anything, or messages would be lost. */
import type { Lifeline } from "./protocol.js";
import { serve } from "./server.js";

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
const lifeline = `backread worker ${Math.random()}`;
locks?.request(lifeline, holdForEver).catch(() => {});

function holdForEver(): Promise<never> {
  postMessage({ lifeline } satisfies Lifeline);
  return new Promise(() => {});
}
