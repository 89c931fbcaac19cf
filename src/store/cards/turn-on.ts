import { writing, type BoundSession, type Scope } from "../scope.js";
import type { CardModels } from "./build/build-card.js";

// Rows that others are storing at this moment do not know of the models: the lock waits for them, so
// that none of them comes in below the mark after the sweep has passed its place.
const WAIT_FOR_WRITERS = "lock table backread.messages in share mode";

const TURN_ON = `
update backread.perspectives p set cards_models = $2, cards_swept = 0, cards_mark = coalesce((
  select max(m.id) from backread.messages m where m.perspective_id = $1), 0)
where p.id = $1 and p.cards_models is null`;

// What the last models could not do, others may.
const CHANGE = `
with changed as (
  update backread.perspectives set cards_models = $2
  where id = $1 and cards_models is not null and cards_models <> $2 returning id
)
update backread.cards c set failure_count = 0, next_try_at = '-infinity'
from changed where c.perspective_id = changed.id and c.dirty`;

/**
 * From now on whatever a person says makes his card of that audience due, whichever process stores
 * it; what is there already is looked through by `refreshCards`. Doing it again changes nothing.
 */
export async function turnOnCards(scope: Scope, models: CardModels): Promise<void> {
  const { general, admission, curation } = models;
  const names = JSON.stringify([general.model, admission.model, curation.model]);
  await writing(scope, async (session) => {
    const values = [session.perspectiveId, names];
    if (await isOff(session)) {
      await session.query(WAIT_FOR_WRITERS);
      await session.query(TURN_ON, values);
    }
    await session.query(CHANGE, values);
  });
}

async function isOff(session: BoundSession): Promise<boolean> {
  const rows = await session.query(
    `select from backread.perspectives where id = $1 and cards_models is null`,
    [session.perspectiveId],
  );
  return rows.length > 0;
}
