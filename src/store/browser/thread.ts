import type { Reply, StartThread } from "../pglite/protocol.js";

/** A module worker of a browser. */
export const startThread: StartThread = ({ reply, gone }) => {
  // Bundlers look for exactly this form.
  const worker = new Worker(new URL("./entry.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => reply(data));
  worker.addEventListener("messageerror", () => gone("a message could not be read"));
  worker.addEventListener("error", (event) => {
    // It is reported here, and is no error of the page.
    event.preventDefault();
    gone(event.message || "its script could not be loaded");
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one side only
    post: (request) => worker.postMessage(request),
    hold: () => undefined,
    terminate: async () => worker.terminate(),
  };
};
