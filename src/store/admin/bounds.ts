/** Rows of a conversation that are looked at, and changed, in one transaction. */
export const ADMIN_BATCH = 1_000;
/** The same where whole texts are looked at. */
export const REINDEX_BATCH = 200;
/** Conversations that are listed at once. */
export const ADMIN_PAGE = 500;
/** Results by conversation in one report. */
export const MAX_ADMIN_RESULTS = 1_000;
