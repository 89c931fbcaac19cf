/** What Node, Deno and Bun can open. */
import { mkdir, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BackreadError } from "../../model/error-base.js";
import { InvalidArgumentError } from "../../model/errors.js";
import type { Database } from "../database.js";
import { EmbeddedDatabase } from "../pglite/embedded.js";
import { ThreadHost } from "../pglite/thread-host.js";
import type { EmbeddedOptions, Platform } from "../platform.js";
import { lockFile, type FileLock } from "./lock-file.js";
import { startThread } from "./thread.js";

export const platform: Platform = {
  openEmbedded,
  openServer: async (options, driver = "pg") =>
    driver === "pg"
      ? (await import("../postgres/pg.js")).openPg(options)
      : (await import("../postgres/postgres-js.js")).openPostgresJs(options),
};

async function openEmbedded({ location, inCallersThread }: EmbeddedOptions): Promise<Database> {
  if (location.kind === "memory") return open("memory://", { inCallersThread, lock: null });
  if (location.kind !== "folder")
    throw InvalidArgumentError.of("url", `names ${location.kind}, which only browsers have`);
  const { folder, lock } = await lockFolder(location.path);
  try {
    return await open(folder, { inCallersThread, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Errors: `StoreLockedError`, and `InvalidArgumentError` where the path can have no folder or lock. */
async function lockFolder(
  path: string,
): Promise<{ readonly folder: string; readonly lock: FileLock }> {
  try {
    const folder = await folderOf(path);
    return { folder, lock: await lockFile(`${folder}.lock`) };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error instanceof BackreadError)
      throw error;
    const reason = `names a folder that cannot be made or locked (${String(error.code)})`;
    throw InvalidArgumentError.of("url", reason);
  }
}

/** By its one real name, so that two names of it have one lock. */
async function folderOf(path: string): Promise<string> {
  const folder = path.startsWith("file:") ? fileURLToPath(path) : resolve(path);
  await mkdir(folder, { recursive: true });
  return realpath(folder);
}

interface How {
  readonly inCallersThread: boolean;
  readonly lock: FileLock | null;
}

async function open(dataDir: string, { inCallersThread, lock }: How): Promise<Database> {
  const unlock = async (): Promise<void> => lock?.release();
  if (inCallersThread) {
    const { openInThread } = await import("../pglite/in-thread.js");
    return openInThread({ dataDir }, unlock);
  }
  const inMemory = lock === null;
  const host = new ThreadHost({ start: startThread, dataDir, inMemory, unlock });
  // Whatever is wrong with the folder is said now, and not by the first transaction.
  await host.engine();
  return new EmbeddedDatabase(host);
}
