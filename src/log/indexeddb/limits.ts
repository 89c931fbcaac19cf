/** Most rows written in one transaction. */
export const APPEND_ROWS = 512;
/** UTF-16 units of content after which a transaction takes no further row. */
export const APPEND_CHARS = 4_194_304;
/** Milliseconds that opening may wait for other tabs, unless the host says otherwise. */
export const OPEN_MS = 10_000;
/** The longest step that a cursor can be told to take. */
export const LONGEST_ADVANCE = 4_294_967_295;
