/** A log kept in a browser's own database. */
export { APPEND_CHARS, APPEND_ROWS, OPEN_MS } from "./limits.js";
export { openIndexedDbLog } from "./open.js";
export type { IndexedDbLogOptions } from "./open.js";
export type { AppendReport, ClosedBy, IndexedDbLog } from "./indexeddb-log.js";
