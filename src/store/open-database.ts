import { InvalidArgumentError } from "../model/errors.js";
import type { Database } from "./database.js";
import { locationOf } from "./pglite/location.js";
import type { Platform, PostgresDriver } from "./platform.js";

export interface DatabaseOptions {
  /**
   * `postgres://…` or `postgresql://…`, a server; `pglite:memory`; `pglite:./folder`; in a browser
   * `pglite:idb://name` and `pglite:opfs-ahp://name`.
   */
  readonly url: string;
  /** Connections to a server at most. Default 10, at least 2. */
  readonly connections?: number;
  /** Which package speaks to a server. Default `postgres` in Workers, `pg` elsewhere. */
  readonly driver?: PostgresDriver;
  /**
   * PGlite in the caller's own thread. It needs no worker, but each statement holds the thread up,
   * and none can be interrupted. In a page a file of PGlite that cannot be loaded (its wasm, its data)
   * keeps the opening waiting for ever: PGlite tells it to nobody but the page's `unhandledrejection`,
   * where it cannot be told from the page's own. Its worker, which runs nothing else, rejects.
   * Default false.
   */
  readonly inCallersThread?: boolean;
}

/**
 * Opens a database; migrating it is the caller's. A server is connected to by the first transaction.
 * An embedded one is kept for this process or tab alone, and it survives a process that is killed,
 * but not a machine that loses power. Errors: `StoreLockedError`, `InvalidArgumentError`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, driver, connections, inCallersThread = false } = options;
  if (/^postgres(ql)?:\/\//.test(url)) {
    const platform = await loadPlatform();
    return platform.openServer(connections === undefined ? { url } : { url, connections }, driver);
  }
  if (!url.startsWith("pglite:"))
    throw InvalidArgumentError.of("url", "must begin with postgres:, postgresql: or pglite:");
  const location = locationOf(url);
  const platform = await loadPlatform();
  return platform.openEmbedded({ location, inCallersThread });
}

/** Loads neither a driver nor PGlite before it is called. */
async function loadPlatform(): Promise<Platform> {
  return (await import("#store-platform")).platform;
}
