import type { BoundSession } from "../scope.js";

const DROP = `
select backread.drop_card_entries($1::int, (
  select array_agg(distinct entry_id) from backread.card_sources
  where perspective_id = $1 and fact = any($2::bigint[])))`;

const QUEUE = `
insert into backread.cards (perspective_id, actor_id, set_id)
select distinct f.perspective_id, f.author_actor_id, f.set_id from backread.facts f
join backread.perspectives p on p.id = f.perspective_id and p.cards_models is not null
join backread.messages m on m.perspective_id = f.perspective_id and m.id = f.source_row
  and m.set_id is not null and m.author_type = 'person' and m.state = 'live'
join backread.connectors k on k.perspective_id = m.perspective_id and k.id = m.connector_id
  and k.ids <> 'session'
where f.perspective_id = $1 and f.id = any($2::bigint[]) and f.author_actor_id <> ''
order by 1, 2, 3
on conflict (perspective_id, actor_id, set_id) do update set dirty = true, marker = null,
  claimed_until = '-infinity', next_try_at = '-infinity'`;

/**
 * After the authors of facts were changed: entries that stood on them are those of somebody else, and
 * go; the cards of whoever says them now are due. What happens by itself when facts come and go.
 */
export async function renewFactCards(
  session: BoundSession,
  factIds: readonly number[],
): Promise<void> {
  if (factIds.length === 0) return;
  const values = [session.perspectiveId, [...factIds]];
  await session.query(DROP, values);
  await session.query(QUEUE, values);
}
