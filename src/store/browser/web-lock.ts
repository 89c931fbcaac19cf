import { DatabaseError, StoreLockedError } from "../../model/store-errors.js";
import { defer } from "../driver/deferred.js";

/**
 * Keeps other tabs out until it is let go; the browser lets it go with the page. Errors:
 * `StoreLockedError` with process number 0, `DatabaseError` in a page that has no locks.
 */
export async function holdWebLock(path: string): Promise<() => Promise<void>> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- absent outside secure contexts
  if (typeof navigator.locks?.request !== "function")
    throw new DatabaseError("this page has no Web Locks: it is not a secure context", {
      sqlState: null,
    });
  const held = defer<void>();
  const taken = defer<boolean>();
  const ended = navigator.locks.request(
    `backread-store:${path}`,
    { ifAvailable: true },
    async (lock) => {
      taken.resolve(lock !== null);
      if (lock !== null) await held.promise;
    },
  );
  ended.catch((error: unknown) => taken.reject(error));
  if (!(await taken.promise))
    throw new StoreLockedError(`another tab has this store open: ${path}`, { path, pid: 0 });
  return async () => {
    held.resolve();
    await ended;
  };
}
