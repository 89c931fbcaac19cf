/** Every bound of the store, in one place. */

/** Hash partitions of the tables that grow. */
export const PARTITIONS = 8;

/** Hits of one search. */
export const DEFAULT_HITS = 8;
export const MAX_HITS = 20;
/** Neighbours on either side of a hit. */
export const MAX_NEIGHBOURS = 2;

/** Best rows by words that are looked at again with all features. */
export const RERANK_POOL = 400;
/** Of these, the rows beside the best are looked at too, where a query has so many words. */
export const NEAR_POOL = 100;
export const NEAR_TERMS = 3;
/** Newest rows that hold a literal, among which the literal lane ranks. */
export const LITERAL_POOL = 400;
/** Exclusions are counted to here. */
export const EXCLUSION_CEILING = 1_000;

/** Distinct messages that one turn may see by searching. */
export const LEDGER_SEARCH_LIMIT = 400;
/** Messages that one reply may record as its sources. */
export const MAX_LINEAGE_INPUTS = 501;
export const MAX_LINEAGE_HISTORY = 500;
/** Rows that the walk over lineage visits for one row. */
export const MAX_LINEAGE_NODES = 5_000;

/** Routes that an alias may lead through. */
export const MAX_ALIAS_HOPS = 8;

/** Bytes of a row's text that are indexed; a `tsvector` above 1 MiB is refused by the database. */
export const MAX_INDEXED_BYTES = 262_144;

/** Bytes of an id, key or source id: each is part of the key of an index. */
export const MAX_ID_BYTES = 512;

/** Minutes for which a link code is good, and days for which a proof is. */
export const LINK_CODE_MINUTES = 10;
export const LINK_PROOF_DAYS = 180;

/** Milliseconds for one search, and for anything else. */
export const SEARCH_TIMEOUT_MS = 10_000;
/** The most that a host may allow a search. */
export const MAX_SEARCH_TIMEOUT_MS = 600_000;
export const STATEMENT_TIMEOUT_MS = 60_000;

/** Memories of one read, and the most of one. */
export const DEFAULT_MEMORIES = 12;
export const MAX_MEMORIES = 500;

/** Pieces of each kind that one `maintain` looks at. */
export const MAINTAIN_LIMIT = 100_000;

/** Newest rows of a conversation's channels among which exchanges are looked for. */
export const RECENT_ROWS = 256;
/** UTF-8 bytes of a row of them; a group that holds a longer one is left out whole, unread. */
export const MAX_RECENT_BYTES = 32_768;
/** Most groups of rows that are replayed as turns of the requester, and that are shown for reference. */
export const REPLAY_GROUPS = 6;
export const REFERENCE_GROUPS = 12;
/** Most tokens of each, where the caller names no others. */
export const REPLAY_TOKENS = 2_000;
export const REFERENCE_TOKENS = 1_500;

/** Numbers of an embedder's vector; pgvector takes no more. */
export const MAX_DIMENSIONS = 16_000;
/** UTF-16 units of a row's text, or of a query, that are embedded: the first ones. */
export const MAX_EMBEDDED_UNITS = 6_000;
/** Rows of one call of an embedder. */
export const EMBED_BATCH = 64;
/** Milliseconds for the vector of a query, and for those of a batch with all that is tried for it. */
export const EMBED_QUERY_TIMEOUT_MS = 2_000;
export const EMBED_BATCH_TIMEOUT_MS = 60_000;
/** Milliseconds for which a batch is its worker's: what a killed worker held is taken up then. */
export const EMBED_LEASE_MS = 180_000;
/** Seconds after which a row that failed is tried again at the latest. */
export const EMBED_BACKOFF_SECONDS = 3_600;
/** Tries of a row until an answer that cannot be used counts against its text. */
export const EMBED_ATTEMPTS = 3;
/** Rows that are queued at once when an index is built. */
export const EMBED_SWEEP = 5_000;
/** Newest rows among which likeness is looked for, without pgvector and with it. */
export const SEMANTIC_SCAN = 10_000;
export const SEMANTIC_VECTOR_SCAN = 50_000;
/** Rows of like meaning that join the others: twice as many as can be hits. */
export const SEMANTIC_POOL = 40;

/** UTF-16 units of a lane that facts are extracted from: the first ones. */
export const MAX_READ_UNITS = 6_000;
/** UTF-16 units of a fact, and facts of one lane. */
export const MAX_FACT_UNITS = 500;
export const MAX_LANE_FACTS = 20;
/** Milliseconds for the facts of one lane, with all that is tried for them. */
export const FACT_TIMEOUT_MS = 120_000;
/** Milliseconds for which a row is its reader's: two lanes, and room to write. */
export const FACT_LEASE_MS = 300_000;
/** Seconds after which a row that failed is read again at the latest. */
export const FACT_BACKOFF_SECONDS = 3_600;
/** Answers that cannot be used until a row is left unread, and is reported so. */
export const FACT_ATTEMPTS = 5;
/** Rows in a row whose answers cannot be used: then it is the model, and the others are spared. */
export const FACT_UNUSABLE_RUN = 20;
/** Rows that are queued at once when a model is set for what is stored already. */
export const FACT_SWEEP = 5_000;
/** Facts of one read, and the most of one. */
export const DEFAULT_FACTS = 20;
export const MAX_FACTS = 500;

/** Accounts of one page for operators, and the most of one. */
export const DEFAULT_ACTORS = 50;
export const MAX_ACTORS = 500;
/** Accounts that one page looks at where it is asked for some of them by name. */
export const ACTOR_SCAN = 500;
/** Labels of an account that are told: the newest. */
export const ACTOR_LABELS = 20;
/** Accounts that can count as one. */
export const MAX_ACTOR_GROUP = 64;
/** UTF-16 units of who an operator is, and of why. */
export const MAX_OPERATOR_UNITS = 200;
export const MAX_REASON_UNITS = 2_000;
/** Entries of the audit of actors of one read, and the most of one. */
export const DEFAULT_ACTOR_AUDIT = 100;
export const MAX_ACTOR_AUDIT = 1_000;
/** UTF-16 units of a row that a card's models see whole; of a longer one they see its two ends. */
export const CARD_ROW_UNITS = 4_000;
export const CARD_END_UNITS = 1_940;
/** UTF-16 units of all that is shown for one card. */
export const CARD_PROMPT_UNITS = 192_000;
/** Milliseconds for one answer about a card, with all that is tried for it. */
export const CARD_TIMEOUT_MS = 120_000;
/** Seconds until a card that failed once is tried again; twice as many each time, up to the most. */
export const CARD_BACKOFF_SECONDS = 30;
export const CARD_BACKOFF_MOST_SECONDS = 3_600;
/** Failures over the same evidence after which a card waits for more of it. */
export const CARD_FAILURES = 3;
/** Outages in a row over the same evidence after which it does: most of a day, an hour apart. */
export const CARD_OUTAGES = 24;
/** Cards of one `maintain`, and of one `rebuildCards`. */
export const CARD_RUN = 25;
export const CARD_REBUILD = 1_000;
/** Cards in a row for which no model answered: then the others are spared. */
export const CARD_OUTAGE_RUN = 3;
/** Rows that are looked through at once when cards are turned on. */
export const CARD_SWEEP = 5_000;
/** Entries of one read, the most certain ones. */
export const MAX_CARD_ENTRIES = 48;
/** Cards of one status. */
export const MAX_CARD_STATUS = 10_000;
/** Times that one question about a card is asked until its answer can be used. */
export const CARD_ANSWER_TRIES = 2;
/** Calls of models of one build: three questions. */
export const MAX_CARD_CALLS: number = 3 * CARD_ANSWER_TRIES;
/** Milliseconds for which a card is its builder's: all calls of a build, and room to write. */
export const CARD_LEASE_MS: number = (MAX_CARD_CALLS + 1) * CARD_TIMEOUT_MS;
