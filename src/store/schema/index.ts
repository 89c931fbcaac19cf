import { TABLES } from "./001-tables.js";
import { ELIGIBILITY } from "./002-eligibility.js";
import { SECURITY } from "./003-security.js";
import { INDEX } from "./004-index.js";
import { LITERAL } from "./005-literal.js";
import type { Migration } from "./migration.js";
import { SEMANTIC } from "./006-semantic.js";
import { REPLY_AUTHOR } from "./007-reply-author.js";
import { HANDLES } from "./008-handles.js";
import { SPEAKERS } from "./009-speakers.js";
import { FACTS } from "./010-facts.js";
import { CARDS } from "./011-cards.js";
import { ACTORS } from "./012-actors.js";
import { LABEL_FILLS } from "./013-label-fills.js";
import { CHANNEL_FILLS } from "./014-channel-fills.js";
import { FACT_LEXEMES, FACT_LEXEMES_FILL } from "./015-fact-lexemes.js";

export type { Migration } from "./migration.js";

/** In the order in which they run. A migration that was released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "tables", sql: TABLES },
  { number: 2, name: "eligibility", sql: ELIGIBILITY },
  { number: 3, name: "security", sql: SECURITY },
  { number: 4, name: "index", sql: INDEX },
  { number: 5, name: "literal", sql: LITERAL },
  { number: 6, name: "semantic", sql: SEMANTIC },
  { number: 7, name: "reply-author", sql: REPLY_AUTHOR },
  { number: 8, name: "handles", sql: HANDLES },
  { number: 9, name: "speakers", outside: SPEAKERS },
  { number: 10, name: "facts", sql: FACTS },
  { number: 11, name: "cards", sql: CARDS },
  { number: 12, name: "actors", sql: ACTORS },
  { number: 13, name: "label-fills", sql: LABEL_FILLS },
  { number: 14, name: "channel-fills", sql: CHANNEL_FILLS },
  { number: 15, name: "fact-lexemes", sql: FACT_LEXEMES },
  { number: 16, name: "fact-lexemes-fill", backfill: { batch: FACT_LEXEMES_FILL } },
];
