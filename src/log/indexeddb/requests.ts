import { StorageError } from "../../model/adapter-errors.js";
import { STORE } from "./schema.js";

/** A transaction over the rows; the browser may have closed the database without a word so far. */
export function begin(database: IDBDatabase, mode: "readonly" | "readwrite"): IDBTransaction {
  try {
    return database.transaction(STORE, mode);
  } catch (error) {
    throw storageError(error);
  }
}

/** The next answer of a request; a cursor's request answers once a step. */
export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result), { once: true });
    request.addEventListener("error", () => reject(storageError(request.error)), { once: true });
  });
}

/** Resolves once the transaction is written, which a request's success does not yet mean. */
export function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(storageError(transaction.error)));
  });
}

const FAILURES: Readonly<Record<string, readonly [StorageError["data"]["failure"], string]>> = {
  QuotaExceededError: ["quota", "there is no room left for this site"],
  VersionError: ["newer", "a newer version of this package wrote it"],
  SecurityError: ["unavailable", "the browser does not allow it here"],
};

/** The typed form of what the database threw. */
export function storageError(error: unknown): StorageError {
  const name = error instanceof Error || error instanceof DOMException ? error.name : null;
  const known = name !== null && Object.hasOwn(FAILURES, name) ? FAILURES[name] : undefined;
  const [failure, reason] = known ?? ["failed", name ?? "it gave no reason"];
  return failed(failure, reason, error);
}

export function failed(
  failure: StorageError["data"]["failure"],
  reason: string,
  cause?: unknown,
): StorageError {
  const name = cause instanceof Error ? cause.name : null;
  return new StorageError(`IndexedDB: ${reason}`, { failure, name }, { cause });
}
