import type { AuthorType } from "../../speakers/lanes/lanes.js";
import { FACT_ATTEMPTS, FACT_BACKOFF_SECONDS, FACT_LEASE_MS } from "../bounds.js";
import { writing, type Scope } from "../scope.js";

/** A row that is this reader's until its lease ends, as the database gives it. */
export interface LeasedRow {
  readonly row_id: number;
  readonly version: number;
  /** Null where there is no row to read any more. */
  readonly epoch: number | null;
  readonly author_type: AuthorType;
  readonly actor_id: string;
  readonly content: string;
  readonly quoted: string;
  readonly quoted_row: number | null;
  readonly quoted_type: AuthorType | null;
  readonly quoted_actor: string | null;
  /** The quoted row is of the same route and channel: it is read as itself. */
  readonly original_read: boolean;
}

// A try counts from its beginning: a text that kills its reader is put off like any other.
const LEASE = `
with due as (
  select q.row_id from backread.fact_queue q
  where q.perspective_id = $1 and q.not_before <= clock_timestamp()
    and q.row_id <> all($3::bigint[])
  order by q.attempts, q.row_id limit 1 for update of q skip locked
), taken as (
  update backread.fact_queue q set attempts = q.attempts + 1,
    not_before = clock_timestamp() + $2::int * interval '1 millisecond'
  from due where q.perspective_id = $1 and q.row_id = due.row_id
  returning q.row_id, q.version
)
select t.row_id, t.version, m.lineage_epoch as epoch, m.author_type, m.actor_id, m.content, m.quoted,
  s.id as quoted_row, s.author_type as quoted_type, s.actor_id as quoted_actor,
  coalesce(s.route_id = m.route_id and s.channel_key = m.channel_key, false) as original_read
from taken t
left join backread.messages m on m.perspective_id = $1 and m.id = t.row_id
  and m.set_id is not null and backread.row_is_live(m)
left join backread.messages s on s.perspective_id = $1 and s.id = m.quoted_row
  and s.set_id is not null and backread.row_is_live(s)`;

/** Takes the row that is due first and nobody's, but none of `passed`; undefined where none is. */
export function lease(scope: Scope, passed: readonly number[]): Promise<LeasedRow | undefined> {
  return writing(scope, async (session) => {
    const [row] = await session.query<LeasedRow>(LEASE, [
      session.perspectiveId,
      FACT_LEASE_MS,
      passed,
    ]);
    if (row !== undefined && row.epoch === null)
      await session.query(
        `delete from backread.fact_queue where perspective_id = $1 and row_id = $2`,
        [session.perspectiveId, row.row_id],
      );
    return row;
  });
}

const PUT_OFF = `
update backread.fact_queue set failures = failures + $4::int,
  not_before = case when failures + $4::int >= ${FACT_ATTEMPTS} then 'infinity'
    else clock_timestamp() + least(power(2, least(attempts, 30)), ${FACT_BACKOFF_SECONDS})
      * interval '1 second' end
where perspective_id = $1 and row_id = $2 and version = $3`;

/**
 * After a failure the row waits twice as long as before. An answer that cannot be used counts
 * against it, an outage does not.
 */
export async function putOff(
  scope: Scope,
  { row_id, version }: LeasedRow,
  { counts }: { readonly counts: boolean },
): Promise<void> {
  await writing(scope, (session) =>
    session.query(PUT_OFF, [session.perspectiveId, row_id, version, counts ? 1 : 0]),
  );
}

/** Rows that were given up, until they change or another model is set. */
export function countGivenUp(scope: Scope): Promise<number> {
  return writing(scope, async (session) => {
    const [row] = await session.query<{ count: number }>(
      `select count(*)::int as count from backread.fact_queue
       where perspective_id = $1 and not_before = 'infinity'`,
      [session.perspectiveId],
    );
    return row?.count ?? 0;
  });
}
