import { renewFactCards } from "../cards/renew-fact-cards.js";
import type { BoundSession } from "../scope.js";
import { WINDOW } from "./direct-sql.js";
import type { Step, Verdict } from "./step.js";

interface Found extends Verdict {
  readonly fact: number;
  readonly said_by: string;
  readonly author: string;
  readonly source_row: number;
}

// As `lanesOf` says it: the human of the row whose words they are, and nobody on the assistant lane.
const PLAN = `
select f.*, case
    when f.author = f.said_by then case when f.author = '' then 'unattributed' else 'existing' end
    when f.author = '' then 'cleared' else 'attributed' end as verdict
from (
  select m.id as row_id, m.sequence, f.id as fact, f.source_row, f.author_actor_id as said_by,
    case when f.role <> 'assistant' and s.author_type = 'person' then s.actor_id else '' end as author
  from backread.messages m
  join backread.facts f on f.perspective_id = $1 and f.row_id = m.id
  join backread.messages s on s.perspective_id = $1 and s.id = f.source_row
  where ${WINDOW}) f
order by f.sequence, f.fact`;

const SET = `
update backread.facts f set author_actor_id = c.author
from unnest($2::bigint[], $3::text[], $4::text[]) as c (id, said_by, author)
where f.perspective_id = $1 and f.id = c.id and f.author_actor_id = c.said_by
returning f.id`;

export const backfillFactAuthors: Step<Found> = {
  command: "backfill-fact-authors",
  verdicts: ["attributed", "cleared", "existing", "unattributed"],
  changing: ["attributed", "cleared"],
  open: async (_, { conversationId }) => ({
    plan: (session, { after, upTo }) =>
      session.query<Found>(PLAN, [session.perspectiveId, conversationId, after, upTo]),
    holds: ({ source_row }) => [source_row],
    apply,
  }),
};

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  const changed = await session.query<{ readonly id: number }>(SET, [
    session.perspectiveId,
    found.map(({ fact }) => fact),
    found.map(({ said_by }) => said_by),
    found.map(({ author }) => author),
  ]);
  await renewFactCards(
    session,
    changed.map(({ id }) => id),
  );
  return changed.length;
}
