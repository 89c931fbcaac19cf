import type { ReadOptions } from "../recall/search-messages.js";
import type { Io } from "./io.js";
import type { OpenedLog } from "./opened-log.js";
import { progressOn } from "./progress.js";

/** Runs a read of a log with a bar beside it, and ends it when the user interrupts. */
export async function withProgress<Value>(
  { err, signal }: Io,
  { rows }: OpenedLog,
  read: (options: ReadOptions) => Promise<Value>,
): Promise<Value> {
  const progress = progressOn(err);
  try {
    return await read({
      signal,
      onProgress: ({ scanned }) => {
        const part = rows === null ? null : scanned / Math.max(rows, 1);
        progress.step({ what: "searching", rows: scanned, part });
      },
    });
  } finally {
    progress.end();
  }
}
