/** Most tokens of one answer as JSON. */
export const ANSWER_TOKENS = 10_000;

/** Characters of a query. */
export const QUERY_CHARS = 1_000;
/** Characters of a speaker that is asked for; a handle has far fewer. */
export const SPEAKER_CHARS = 256;
/** Characters of a message id that is asked for; the store's own are far shorter. */
export const MESSAGE_ID_CHARS = 128;
/** Characters of a time in words. */
export const TIME_CHARS = 64;
/** Characters shown of a label, of a name and of a source's own time text. */
export const LABEL_CHARS = 64;
/** Characters shown of a reason, a note and a `why`. */
export const REASON_CHARS = 400;
/** Characters of a text below which hits are left out instead of shortening further. */
export const LEAST_TEXT_CHARS = 120;
/** Of a shortened text, the share (one in so many) that stands before the match. */
export const LEAD_SHARE = 4;
/** Places of query words that are weighed when a text is shortened. */
export const MATCH_PLACES = 2_000;
/** Characters of a result's text in the two-tool profile's `search`. */
export const SNIPPET_CHARS = 240;

/** Facts of one answer; without another number the store's own. */
export const MAX_TOOL_FACTS = 50;
/** Pins and threads of one answer. */
export const DEFAULT_PINS = 12;
export const MAX_PINS = 32;
export const DEFAULT_THREADS = 5;
export const MAX_THREADS = 20;
