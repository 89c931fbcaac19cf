/** Grows with every change of what is stored; `upgrade` leads up from any older one. */
export const SCHEMA_VERSION = 1;
/** Message objects as the model has them, by sequence. */
export const STORE = "messages";
const KEY = "sequence";

/** Brings a database of an older schema (0: none yet) up to date, inside its upgrade transaction. */
export function upgrade(database: IDBDatabase, from: number): void {
  if (from < 1) database.createObjectStore(STORE, { keyPath: KEY });
}

/** False for a database that something else made under the same name. */
export function isOurs(database: IDBDatabase): boolean {
  if (!database.objectStoreNames.contains(STORE)) return false;
  const { autoIncrement, keyPath } = database.transaction(STORE).objectStore(STORE);
  return keyPath === KEY && !autoIncrement;
}
