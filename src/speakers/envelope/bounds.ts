/** UTF-16 units of a block's label, and of what stands in its parentheses. */
export const MAX_LABEL_UNITS = 81;
export const MAX_QUALIFIER_UNITS = 256;
/** Objects and lists inside one another in a block. */
export const MAX_BLOCK_DEPTH = 32;
/** Bytes of a quoted text in UTF-8, without white space around it. */
export const MAX_REPLY_BODY_BYTES = 16_384;
/** Closing fences that may end one malformed block, and headers that may begin a last one: each is
 * one mark to compute over the text. Of well-formed JSON the first is always the one. */
export const MAX_MARK_TRIES = 8;
/** Blocks of one envelope. */
export const MAX_BLOCKS = 32;
/** Bytes of a connector's secret. */
export const MIN_SECRET_BYTES = 16;
