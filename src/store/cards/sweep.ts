import { CARD_SWEEP } from "../bounds.js";
import { sweep, type Sweep } from "../model-gate.js";
import type { Scope } from "../scope.js";
import { CARDS_GATE } from "./turn-on.js";

/** Columns of rows `old` that `SPOKEN` looks at. */
export const SPOKEN_COLUMNS = "m.id, m.state, m.set_id, m.actor_id, m.author_type, m.connector_id";

/** SQL of the expression `spoken`: who said what there is in rows `old`, to whom. */
export const SPOKEN = `spoken as (
  select o.actor_id, o.set_id, o.connector_id from old o
  where o.state = 'live' and o.set_id is not null and o.author_type = 'person'
  union
  select f.author_actor_id, f.set_id, w.connector_id from old o
  join backread.facts f on f.perspective_id = $1 and f.row_id = o.id
  join backread.messages w on w.perspective_id = $1 and w.id = f.source_row
)`;

const QUEUE: Sweep = {
  columns: SPOKEN_COLUMNS,
  most: CARD_SWEEP,
  work: `${SPOKEN}, queued as (
  insert into backread.cards (perspective_id, actor_id, set_id)
  select distinct $1::int, s.actor_id, s.set_id from spoken s join backread.connectors k
    on k.perspective_id = $1 and k.id = s.connector_id and k.ids <> 'session'
  where s.actor_id <> ''
  order by 2, 3
  on conflict (perspective_id, actor_id, set_id) do update
    set dirty = true, next_try_at = '-infinity' where not cards.dirty
)`,
};

/**
 * Makes cards due of what was said and read before they were turned on, where the last sweep ended:
 * those too that operators had built before, of which nobody knows what was said since. Tells whether
 * there was anything to look through.
 */
export function sweepCards(scope: Scope): Promise<boolean> {
  return sweep(scope, CARDS_GATE, QUEUE);
}
