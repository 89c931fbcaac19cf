// A browser: the report of the page, and that of a module worker.
import { report } from "./report.mjs";

/** @returns {Promise<import("./report.mjs").Report>} */
function reportOfWorker() {
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", ({ message }) => reject(new Error(`worker: ${message}`)));
  });
}

Object.assign(globalThis, { reports: Promise.all([report(), reportOfWorker()]) });
