import { MAINTAIN_LIMIT } from "../bounds.js";
import { refreshCards } from "../cards/refresh-cards.js";
import type { CardWorker } from "../cards/worker.js";
import { checkCount } from "../check-count.js";
import type { Database } from "../database.js";
import type { Embedder } from "../embedder/embedder.js";
import { readFacts } from "../facts/read-pending.js";
import type { ModelPort } from "../model-port/model-port.js";
import { embedPending } from "../semantic/embed-pending.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import type { MaintainReport } from "../store-port.js";
import { analyseGrown } from "./growth.js";

interface MaintainOptions {
  readonly limit?: number;
  readonly embedder?: Embedder | undefined;
  readonly factModel?: ModelPort | undefined;
  readonly cards?: CardWorker | undefined;
}

/** See `Store.maintain`. */
export async function maintain(
  scope: Scope,
  options: MaintainOptions = {},
): Promise<MaintainReport> {
  const { limit = MAINTAIN_LIMIT, embedder, factModel, cards: worker } = options;
  checkCount("limit", limit);
  const countersFolded = await foldCounters(scope, limit);
  const report = await writing(scope, async (session) => ({
    countersFolded,
    codesExpired: await removed(session, EXPIRED_CODES, limit),
    linksExpired: await removed(session, EXPIRED_LINKS, limit),
  }));
  const embedded =
    embedder === undefined ? 0 : (await embedPending(scope, embedder, { limit })).embedded;
  const facts =
    factModel === undefined ? {} : { facts: await readFacts(scope, factModel, { limit }) };
  // After the facts, which they stand on.
  const cards = worker === undefined ? {} : { cards: await refreshCards(scope, worker, { limit }) };
  await tidy(scope.database);
  return { ...report, embedded, ...facts, ...cards };
}

/** Deltas folded in one transaction, so that no other waits long for the rows. */
const FOLD_BATCH = 1_000;

// One statement takes the deltas and puts their sum: a reader's snapshot has either the one or the
// other. A delta that another fold holds is left to it. Sets with one delta are folded already.
const FOLD = `
with crowded as (
  select set_id from backread.corpus_counts where perspective_id = $1
  group by set_id having count(*) > 1
), taken as materialized (
  select c.ctid, c.tableoid from backread.corpus_counts c join crowded using (set_id)
  where c.perspective_id = $1 order by c.set_id limit $2 for update of c skip locked
), gone as (
  delete from backread.corpus_counts c using taken t
  where c.perspective_id = $1 and c.ctid = t.ctid and c.tableoid = t.tableoid
  returning c.set_id, c.documents, c.length
), put as (
  insert into backread.corpus_counts (perspective_id, set_id, documents, length)
  select $1, set_id, sum(documents), sum(length) from gone group by set_id
  having sum(documents) <> 0 or sum(length) <> 0
  returning 1
)
select (select count(*) from gone)::int as taken, (select count(*) from put)::int as put`;

/** How many deltas went into a sum. */
async function foldCounters(scope: Scope, limit: number): Promise<number> {
  let folded = 0;
  while (folded < limit) {
    const batch = Math.max(2, Math.min(FOLD_BATCH, limit - folded));
    const { taken, put } = await writing(scope, (session) => fold(session, batch));
    if (taken === 0 || taken === put) break;
    folded += taken;
  }
  return folded;
}

interface Fold {
  readonly taken: number;
  readonly put: number;
}

async function fold(session: BoundSession, batch: number): Promise<Fold> {
  const [row] = await session.query<Fold>(FOLD, [session.perspectiveId, batch]);
  return row ?? { taken: 0, put: 0 };
}

const EXPIRED_CODES = `
delete from backread.link_codes where perspective_id = $1 and pair in (
  select pair from backread.link_codes where perspective_id = $1 and expires_at <= now()
  order by expires_at limit $2)`;

const EXPIRED_LINKS = `
delete from backread.identity_links where perspective_id = $1 and id in (
  select id from backread.identity_links where perspective_id = $1 and expires_at <= now()
  order by id limit $2)`;

async function removed(session: BoundSession, text: string, limit: number): Promise<number> {
  const rows = await session.query(`${text} returning 1`, [session.perspectiveId, limit]);
  return rows.length;
}

/** Tables that are read by index alone, or that a search joins by what the planner believes of them. */
const TIDIED: readonly string[] = [
  "corpus_counts",
  "documents",
  "postings",
  "audience_set_members",
  "messages",
  "outbox",
  "embeddings",
  "facts",
  "fact_queue",
  "cards",
  "card_entries",
  "card_sources",
];

/** What deletions and folds leave behind, and what the planner goes by. */
async function tidy(database: Database): Promise<void> {
  for (const table of TIDIED) await database.outside(`vacuum (analyze) backread.${table}`);
  await analyseGrown(database);
}
