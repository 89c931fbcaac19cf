import { EMBED_BACKOFF_SECONDS, EMBED_LEASE_MS } from "../bounds.js";
import { writing, type BoundSession } from "../scope.js";
import type { Worker } from "./worker.js";

/** A row that is this worker's until its lease ends. */
export interface LeasedRow {
  readonly rowId: number;
  /** Tries, this one included. */
  readonly attempts: number;
  readonly content: string;
  /** Changes with each edit. */
  readonly epoch: number;
}

interface LeasedRecord {
  readonly row_id: number;
  readonly attempts: number;
  readonly content: string | null;
  readonly epoch: number | null;
}

// A try counts from its beginning: a text that kills its worker is put off like any other.
const LEASE = `
with due as (
  select o.row_id from backread.outbox o
  where o.perspective_id = $1 and o.not_before <= clock_timestamp() and exists (
    select from backread.perspectives p where p.id = $1 and p.semantic_model = $2)
  order by o.attempts, o.row_id limit $3 for update of o skip locked
), taken as (
  update backread.outbox o set attempts = o.attempts + 1,
    not_before = clock_timestamp() + $4::int * interval '1 millisecond'
  from due where o.perspective_id = $1 and o.row_id = due.row_id
  returning o.row_id, o.attempts
)
select t.row_id, t.attempts, m.content, m.lineage_epoch as epoch
from taken t left join backread.messages m
  on m.perspective_id = $1 and m.id = t.row_id and m.set_id is not null and backread.row_is_live(m)
order by t.row_id`;

export interface Leased {
  readonly rows: readonly LeasedRow[];
  /** With those that were no rows to embed any more. */
  readonly taken: number;
}

/** A batch of edits may lock the same rows in another order. */
const RETRIED = { retry: true };

/** Takes rows that are due and nobody's; none where the perspective embeds with another model. */
export function lease({ scope, space }: Worker, limit: number): Promise<Leased> {
  return writing(scope, (session) => take(session, space, limit), RETRIED);
}

async function take(session: BoundSession, space: string, limit: number): Promise<Leased> {
  const records = await session.query<LeasedRecord>(LEASE, [
    session.perspectiveId,
    space,
    limit,
    EMBED_LEASE_MS,
  ]);
  const rows = records.flatMap(({ row_id, attempts, content, epoch }) =>
    content === null || epoch === null ? [] : [{ rowId: row_id, attempts, content, epoch }],
  );
  if (rows.length < records.length) await dropOthers(session, records);
  return { rows, taken: records.length };
}

/** What is no row to embed (any more) waits for nothing. */
async function dropOthers(session: BoundSession, records: readonly LeasedRecord[]): Promise<void> {
  const gone = records.filter(({ content }) => content === null).map(({ row_id }) => row_id);
  await session.query(
    `delete from backread.outbox where perspective_id = $1 and row_id = any($2::bigint[])`,
    [session.perspectiveId, gone],
  );
}

const PUT_OFF = `
update backread.outbox set not_before = clock_timestamp()
  + least(power(2, least(attempts, 30)), ${EMBED_BACKOFF_SECONDS}) * interval '1 second'
where perspective_id = $1 and row_id = any($2::bigint[])`;

// Only what was taken back unharmed: an edit in the meantime has begun to count anew.
const GIVE_BACK = `
update backread.outbox o set attempts = o.attempts - 1, not_before = '-infinity'
from unnest($2::bigint[], $3::int[]) as r (row_id, attempts)
where o.perspective_id = $1 and o.row_id = r.row_id and o.attempts = r.attempts`;

/** After a failure: each row waits twice as long as before. */
export async function putOff({ scope }: Worker, rows: readonly LeasedRow[]): Promise<void> {
  const ids = rows.map(({ rowId }) => rowId);
  await writing(scope, (session) => session.query(PUT_OFF, [session.perspectiveId, ids]), RETRIED);
}

/** Untried, for the next worker. */
export async function giveBack({ scope }: Worker, rows: readonly LeasedRow[]): Promise<void> {
  const ids = rows.map(({ rowId }) => rowId);
  const attempts = rows.map(({ attempts }) => attempts);
  await writing(
    scope,
    (session) => session.query(GIVE_BACK, [session.perspectiveId, ids, attempts]),
    RETRIED,
  );
}
