/** UTF-16 units of an entry's body. */
export const MAX_CARD_BODY = 500;
/** Citations of one entry; the first ones are kept. */
export const MAX_CITATIONS = 16;
/** Proposals of a kind for each entry that a card may hold of it: there is to be a choice. */
export const PROPOSALS_PER_ENTRY = 2;
/** Proposals of a kind, whatever the limit of the card: each one costs a judgement. */
export const MAX_PROPOSALS_PER_KIND = 12;
/** UTF-16 units of an answer; a longer one is not read. */
export const MAX_CARD_ANSWER = 200_000;
