import { milliseconds } from "../positive.js";
import { DatabaseLog, type ClosedBy, type IndexedDbLog } from "./indexeddb-log.js";
import { OPEN_MS } from "./limits.js";
import { failed, storageError } from "./requests.js";
import { isOurs, SCHEMA_VERSION, upgrade } from "./schema.js";

export interface IndexedDbLogOptions {
  /** The runtime's own unless given. */
  readonly factory?: IDBFactory;
  /** Milliseconds to wait for tabs that hold an older version or a deletion; `OPEN_MS` unless given. */
  readonly openMs?: number;
  /** Called once when the log closes, which need not be its owner's doing. */
  readonly onClose?: (by: ClosedBy) => void;
}

/**
 * Opens the log that is kept under a name of this site, and makes it at first. Throws `StorageError`:
 * `unavailable` where there is no IndexedDB, `blocked` by other tabs for too long, `newer` when a
 * later version of this package wrote it, `foreign` when something else did.
 */
export async function openIndexedDbLog(
  name: string,
  options: IndexedDbLogOptions = {},
): Promise<IndexedDbLog> {
  const { factory = ownFactory(), onClose = (): void => {} } = options;
  const openMs = milliseconds("openMs", options.openMs ?? OPEN_MS);
  if (factory === undefined) throw failed("unavailable", "this runtime has none");
  const database = await openDatabase(factory, name, openMs);
  if (isOurs(database)) return new DatabaseLog(database, onClose);
  database.close();
  throw failed("foreign", "something else keeps a database of this name");
}

function ownFactory(): IDBFactory | undefined {
  return "indexedDB" in globalThis ? globalThis.indexedDB : undefined;
}

function openDatabase(factory: IDBFactory, name: string, openMs: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let late = false;
    const request = requestOf(factory, name);
    const timer = setTimeout(() => {
      late = true;
      reject(failed("blocked", `other tabs held it for ${openMs} ms`));
    }, openMs);
    request.addEventListener("upgradeneeded", ({ oldVersion }) => {
      if (late) request.transaction?.abort();
      else upgrade(request.result, oldVersion);
    });
    request.addEventListener("success", () => {
      clearTimeout(timer);
      if (late) request.result.close();
      else resolve(request.result);
    });
    request.addEventListener("error", () => {
      clearTimeout(timer);
      reject(storageError(request.error));
    });
  });
}

/** Some browsers throw where others answer with an error. */
function requestOf(factory: IDBFactory, name: string): IDBOpenDBRequest {
  try {
    return factory.open(name, SCHEMA_VERSION);
  } catch (error) {
    throw storageError(error);
  }
}
