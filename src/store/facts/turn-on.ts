import { checkModel } from "../model-port/ask-model.js";
import type { ModelPort } from "../model-port/model-port.js";
import { writing, type BoundSession, type Scope } from "../scope.js";

// Rows that others are storing at this moment do not know of the model: the lock waits for them, so
// that none of them comes in below the mark after the sweep has passed its place.
const WAIT_FOR_WRITERS = "lock table backread.messages in share mode";

const TURN_ON = `
update backread.perspectives p set facts_model = $2, facts_swept = 0, facts_mark = coalesce((
  select max(m.id) from backread.messages m where m.perspective_id = $1), 0)
where p.id = $1 and p.facts_model is null`;

// What the last model could not read, another one may.
const CHANGE = `
with changed as (
  update backread.perspectives set facts_model = $2
  where id = $1 and facts_model is not null and facts_model <> $2 returning id
)
update backread.fact_queue q set attempts = 0, failures = 0, not_before = '-infinity'
from changed where q.perspective_id = changed.id and q.not_before = 'infinity'`;

/**
 * From now on rows of the perspective are queued to be read for facts, whichever process stores
 * them; what is there already is queued by `readFacts`. Facts of another model stay. Doing it again
 * changes nothing. Errors: `InvalidArgumentError`.
 */
export async function turnOnFacts(scope: Scope, model: ModelPort): Promise<void> {
  checkModel(model, "models.facts");
  await writing(scope, async (session) => {
    const values = [session.perspectiveId, model.model];
    if (await isOff(session)) {
      await session.query(WAIT_FOR_WRITERS);
      await session.query(TURN_ON, values);
    }
    await session.query(CHANGE, values);
  });
}

async function isOff(session: BoundSession): Promise<boolean> {
  const rows = await session.query(
    `select from backread.perspectives where id = $1 and facts_model is null`,
    [session.perspectiveId],
  );
  return rows.length > 0;
}
