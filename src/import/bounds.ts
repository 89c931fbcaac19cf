/**
 * Bounds of the readers. What is beyond one is reported (an issue or a typed error), never cut
 * short. "Bytes" are those of the source after gzip and zip are undone.
 */

/** Most issues of each effect that `collect` keeps; the rest are counted in `unlisted`. */
export const MAX_ISSUES = 1000;
/** Longest line of a line-based source. */
export const MAX_LINE_BYTES: number = 16 * 1024 * 1024;
/** Longest row (or skipped value) of a JSON document. */
export const MAX_ROW_BYTES: number = 16 * 1024 * 1024;
/** Longest conversation of a ChatGPT export, branches included. */
export const MAX_CONVERSATION_BYTES: number = 128 * 1024 * 1024;
/** Longest mail of a mailbox, attachments included. */
export const MAX_MAIL_BYTES: number = 64 * 1024 * 1024;
/** Deepest nesting of a JSON document. */
export const MAX_JSON_DEPTH = 64;
/** Rows read ahead to recognise the shape of a source that comes without a map. */
export const RECOGNISE_ROWS = 100;
/** Bytes looked at to tell one format from another. */
export const HEAD_BYTES: number = 16 * 1024;
/** Largest zip that is held in memory when it comes as a stream; a `Blob` is read where it lies. */
export const MAX_ZIP_STREAM_BYTES: number = 1024 * 1024 * 1024;
/** Most entries of a zip. */
export const MAX_ZIP_ENTRIES = 500_000;
/** Largest zip entry, counted while it inflates. */
export const MAX_ZIP_ENTRY_BYTES: number = 256 * 1024 * 1024;
/** Most bytes inflated from one zip. */
export const MAX_ZIP_TOTAL_BYTES: number = 16 * 1024 * 1024 * 1024;
