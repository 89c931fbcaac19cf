import { reviveError, type Message } from "../../dist/index.js";
import { nameOfFiles, withinFolder } from "./chosen-files.js";
import type { ChosenFile, ImportEvent, ImportRequest } from "./import-protocol.js";
import type { Imported } from "./transcript.js";

export interface ImportOptions {
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
}

/**
 * Reads chosen files in a worker. Rejects with the reader's own typed error, or with the signal's
 * reason.
 */
export async function importFiles(
  files: readonly ChosenFile[],
  { signal, onRows }: ImportOptions,
): Promise<Imported> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
  const messages: Message[] = [];
  try {
    const end = await new Promise<Extract<ImportEvent, { type: "end" }>>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        reject(new Error(event.message || "the import's worker could not be started"));
      });
      worker.addEventListener("message", ({ data }: MessageEvent<ImportEvent>) => {
        if (data.type === "failed") reject(errorOf(data.error));
        else if (data.type === "end") resolve(data);
        else {
          for (const row of data.rows) messages.push(row);
          onRows(messages.length);
        }
      });
      worker.postMessage({ files: withinFolder(files) } satisfies ImportRequest, []);
    });
    return { name: nameOfFiles(files), messages, desks: end.desks, report: end.report };
  } finally {
    worker.terminate();
  }
}

function errorOf(error: Extract<ImportEvent, { type: "failed" }>["error"]): Error {
  const revived = "code" in error ? reviveError(error) : null;
  return revived ?? new Error(error.message);
}
