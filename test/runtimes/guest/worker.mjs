import { report } from "./report.mjs";

// Thrown later, so that it reaches the page as an `error` event and not as a promise that nobody reads.
report().then(
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
  (said) => globalThis.postMessage(said),
  (error) =>
    setTimeout(() => {
      throw error;
    }),
);
