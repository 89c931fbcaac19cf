import { CARD_SWEEP } from "../bounds.js";
import { writing, type Scope } from "../scope.js";

const HOLD = `
select cards_swept as swept, cards_mark as mark from backread.perspectives
where id = $1 and cards_models is not null and cards_swept < cards_mark for update`;

const QUEUE = `
with old as (
  select m.id, m.state, m.set_id, m.actor_id, m.author_type, m.connector_id
  from backread.messages m
  where m.perspective_id = $1 and m.id > $2 and m.id <= $3 order by m.id limit ${CARD_SWEEP}
), spoken as (
  select o.actor_id, o.set_id, o.connector_id from old o
  where o.state = 'live' and o.set_id is not null and o.author_type = 'person'
  union
  select f.author_actor_id, f.set_id, w.connector_id from old o
  join backread.facts f on f.perspective_id = $1 and f.row_id = o.id
  join backread.messages w on w.perspective_id = $1 and w.id = f.source_row
), queued as (
  insert into backread.cards (perspective_id, actor_id, set_id)
  select distinct $1::int, s.actor_id, s.set_id from spoken s join backread.connectors k
    on k.perspective_id = $1 and k.id = s.connector_id and k.ids <> 'session'
  where s.actor_id <> ''
  order by 2, 3
  on conflict (perspective_id, actor_id, set_id) do nothing
)
update backread.perspectives set cards_swept = coalesce((select max(id) from old), $3)
where id = $1`;

/**
 * Makes cards due of what was said and read before they were turned on, where the last sweep ended. Tells
 * whether there was anything to look through.
 */
export function sweepCards(scope: Scope): Promise<boolean> {
  return writing(scope, async (session) => {
    const [state] = await session.query<{ swept: number; mark: number }>(HOLD, [
      session.perspectiveId,
    ]);
    if (state === undefined) return false;
    await session.query(QUEUE, [session.perspectiveId, state.swept, state.mark]);
    return true;
  });
}
