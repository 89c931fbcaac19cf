import { FACT_SWEEP } from "../bounds.js";
import { sweep, type Sweep } from "../model-gate.js";
import type { Scope } from "../scope.js";
import { FACTS_GATE } from "./turn-on.js";

const QUEUE: Sweep = {
  columns: "m.id, m.state, m.set_id",
  most: FACT_SWEEP,
  work: `queued as (
  insert into backread.fact_queue (perspective_id, row_id)
  select $1, id from old where state = 'live' and set_id is not null
  on conflict (perspective_id, row_id) do nothing
)`,
};

/**
 * Queues rows that were stored before a model was set, where the last sweep ended. Tells whether
 * there were any. A row that was edited meanwhile and read already is read once more.
 */
export function sweepFacts(scope: Scope): Promise<boolean> {
  return sweep(scope, FACTS_GATE, QUEUE);
}
