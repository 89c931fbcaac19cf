/** What a browser can open. */
import { InvalidArgumentError } from "../../model/errors.js";
import type { Database } from "../database.js";
import { EmbeddedDatabase } from "../pglite/embedded.js";
import type { Location } from "../pglite/location.js";
import { ThreadHost } from "../pglite/thread-host.js";
import type { EmbeddedOptions, Platform } from "../platform.js";
import { startThread } from "./thread.js";
import { holdWebLock } from "./web-lock.js";

export const platform: Platform = {
  openEmbedded,
  openServer: async () => {
    throw InvalidArgumentError.of("url", "names a server, which a browser cannot connect to");
  },
};

async function openEmbedded({ location, inCallersThread }: EmbeddedOptions): Promise<Database> {
  const dataDir = dataDirOf(location);
  const inMemory = location.kind === "memory";
  const unlock = inMemory ? async (): Promise<void> => undefined : await holdWebLock(dataDir);
  try {
    if (inCallersThread) {
      const { openInThread } = await import("../pglite/in-thread.js");
      return await openInThread({ dataDir }, unlock);
    }
    const host = new ThreadHost({ start: startThread, dataDir, inMemory, unlock });
    // Whatever is wrong with the storage is said now, and not by the first transaction.
    await host.engine();
    return new EmbeddedDatabase(host);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function dataDirOf(location: Location): string {
  if (location.kind === "memory") return "memory://";
  if (location.kind !== "folder") return `${location.kind}://${location.name}`;
  throw InvalidArgumentError.of("url", "names a folder, which a browser does not have");
}
