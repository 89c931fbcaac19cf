import { EMBED_SWEEP } from "../bounds.js";
import { writing, type BoundSession } from "../scope.js";
import type { Worker } from "./worker.js";

interface BuildState {
  /** Everything has ended that ran when the model was chosen, and so may not know of it. */
  readonly settled: boolean;
  readonly swept: number;
}

// The number of the transaction in which the first sweep runs: whoever stored a row without knowing
// of the model had begun before, so once all of before have ended, their rows are there to be seen.
const BEGIN = `
update backread.perspectives set semantic_since = pg_current_xact_id()
where id = $1 and semantic_model = $2 and semantic_building and semantic_since is null
returning id`;

const STATE = `
select pg_snapshot_xmin(pg_current_snapshot()) > semantic_since as settled, semantic_swept as swept
from backread.perspectives where id = $1 and semantic_model = $2 and semantic_building for update`;

// In the order of their ids, from where the last sweep ended.
const QUEUE = `
with missing as (
  select d.row_id from backread.documents d
  where d.perspective_id = $1 and d.row_id > $3
    and not exists (select from backread.embeddings e
      where e.perspective_id = $1 and e.row_id = d.row_id and e.model = $2)
    and not exists (select from backread.outbox o
      where o.perspective_id = $1 and o.row_id = d.row_id)
  order by d.row_id limit ${EMBED_SWEEP}
), queued as (
  insert into backread.outbox (perspective_id, row_id) select $1, row_id from missing
  on conflict (perspective_id, row_id) do nothing
)
select max(row_id) as newest from missing`;

const FINISH = `
update backread.perspectives set semantic_building = false
where id = $1 and not exists (select from backread.outbox o
  where o.perspective_id = $1 and o.row_id <= semantic_mark)`;

/**
 * While an index is being built: queues rows that it has not. A pass that begins anew and finds none
 * ends it, when nothing of the old rows waits any more. Tells whether there may be more to do.
 */
export function sweep({ scope, space }: Worker): Promise<boolean> {
  return writing(scope, async (session) => {
    const begun = await session.query(BEGIN, [session.perspectiveId, space]);
    if (begun.length > 0) return true;
    const [state] = await session.query<BuildState>(STATE, [session.perspectiveId, space]);
    return state === undefined ? false : sweepOn(session, space, state);
  });
}

async function sweepOn(
  session: BoundSession,
  space: string,
  { settled, swept }: BuildState,
): Promise<boolean> {
  const values = [session.perspectiveId, space, swept];
  const [found] = await session.query<{ newest: number | null }>(QUEUE, values);
  const newest = found?.newest ?? null;
  if (newest === null && swept === 0) {
    if (settled) await session.query(FINISH, [session.perspectiveId]);
    return false;
  }
  await session.query(`update backread.perspectives set semantic_swept = $2 where id = $1`, [
    session.perspectiveId,
    newest ?? 0,
  ]);
  return true;
}
