/**
 * Every bound of the recall room, by name. "Characters" are Unicode code points; "rows" are raw rows
 * of a log, whatever desk they belong to. A walk that stops at one of these says so in its coverage.
 */

/** Messages of a conversation that a turn is shown. */
export const SESSION_WINDOW = 30;
/** Most rows asked of a log in one read. */
export const PAGE_SIZE = 512;
/** Most rows read to fill a session window, or to check a summary's tail. */
export const SCAN_LIMIT = 2048;
/** Most rows read by one message search. */
export const SEARCH_SCAN = 2048;
/** Hits of a message search where the query names no limit. */
export const SEARCH_LIMIT = 10;
/** Characters of a row shown around a match. */
export const EXCERPT_CHARS = 96;
/** Characters of an excerpt that stand before the match. */
export const EXCERPT_LEAD_CHARS = 24;
/** Hits of a picker where the caller names no limit. */
export const SELECT_LIMIT = 8;
/** Threads listed in a turn's context. */
export const THREAD_INDEX_LIMIT = 5;
/** Most rows read for a thread index or a thread search. */
export const THREAD_INDEX_SCAN = 256;
/** Characters of a thread's opening. */
export const THREAD_OPENING_CHARS = 60;
/** Pins on a board. */
export const PIN_LIMIT = 12;
/** Most rows read for a board. */
export const PIN_SCAN = 2048;
/** Characters of a pinned row shown on a board. */
export const PIN_EXCERPT_CHARS = 120;
/** Most directives read from one message. */
export const PIN_MARKER_CAP = 8;
/** Characters of one message that the default brevity policy asks for. */
export const BREVITY_CHARS = 600;

/** Most candidates in one prepared snapshot (the order key holds a 21-bit index). */
export const CANDIDATE_LIMIT = 2_097_152;
/** Most UTF-8 bytes of one candidate field (the order key holds 16-bit offsets and lengths). */
export const CANDIDATE_FIELD_BYTES = 65_535;
