/** The worker's script in a browser. It listens before it waits for anything, or messages would be lost. */
import { serve } from "./server.js";

/** Open for as long as this worker runs: its other end is how a client learns that it has ended. */
const lifelines: unknown[] = [];

addEventListener("message", ({ data }: MessageEvent<{ lifeline?: unknown } | null>) => {
  if (data?.lifeline !== undefined) lifelines.push(data.lifeline);
});
addEventListener("messageerror", () => {
  throw new Error("a message could not be read");
});

serve({
  postMessage: (message, transfer = []) => postMessage(message, { transfer }),
  addEventListener: (...listening) => addEventListener(...listening),
  removeEventListener: (...listening) => removeEventListener(...listening),
});
