import { FACT_SWEEP } from "../bounds.js";
import { writing, type Scope } from "../scope.js";

const HOLD = `
select facts_swept as swept, facts_mark as mark from backread.perspectives
where id = $1 and facts_model is not null and facts_swept < facts_mark for update`;

const QUEUE = `
with old as (
  select m.id, m.state, m.set_id from backread.messages m
  where m.perspective_id = $1 and m.id > $2 and m.id <= $3 order by m.id limit ${FACT_SWEEP}
), queued as (
  insert into backread.fact_queue (perspective_id, row_id)
  select $1, id from old where state = 'live' and set_id is not null
  on conflict (perspective_id, row_id) do nothing
)
update backread.perspectives set facts_swept = coalesce((select max(id) from old), $3)
where id = $1`;

/**
 * Queues rows that were stored before a model was set, where the last sweep ended. Tells whether
 * there were any. A row that was edited meanwhile and read already is read once more.
 */
export function sweepFacts(scope: Scope): Promise<boolean> {
  return writing(scope, async (session) => {
    const [state] = await session.query<{ swept: number; mark: number }>(HOLD, [
      session.perspectiveId,
    ]);
    if (state === undefined) return false;
    await session.query(QUEUE, [session.perspectiveId, state.swept, state.mark]);
    return true;
  });
}
