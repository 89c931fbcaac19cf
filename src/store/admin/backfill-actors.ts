import { actorOf, isAmbiguous, type Naming } from "../ingest/actor-of.js";
import type { BoundSession } from "../scope.js";
import { CHANGED, renameAround, type ChangedRow } from "./changed-rows.js";
import { WINDOW } from "./direct-sql.js";
import type { Step, Verdict } from "./step.js";

interface AuthoredRow {
  readonly row_id: number;
  readonly author_id: string;
  readonly actor_id: string;
}

interface Found extends Verdict {
  /** Empty where none is derived. */
  readonly actor: string;
}

const PLAN = `
select m.id as row_id, m.author_id, m.actor_id from backread.messages m
where ${WINDOW} and m.author_type = 'person' and backread.row_is_live(m)
order by m.sequence`;

const FILL = `
update backread.messages m set actor_id = c.actor from unnest($2::bigint[], $3::text[]) as c (id, actor)
where m.perspective_id = $1 and m.id = c.id and m.actor_id = ''
returning ${CHANGED}`;

export const backfillActors: Step<Found> = {
  command: "backfill-actors",
  verdicts: ["derived", "existing", "no_identity", "no_platform", "unqualified"],
  changing: ["derived"],
  open: async (_, { conversationId, naming }) => ({
    plan: async (session, { after, upTo }) => {
      const values = [session.perspectiveId, conversationId, after, upTo];
      const rows = await session.query<AuthoredRow>(PLAN, values);
      return rows.map((row) => judge(row, naming));
    },
    apply,
  }),
};

function judge({ row_id, author_id, actor_id }: AuthoredRow, naming: Naming): Found {
  if (actor_id !== "") return { row_id, verdict: "existing", actor: "" };
  if (author_id === "") return { row_id, verdict: "no_identity", actor: "" };
  // Ingestion would not take such a row today.
  if (isAmbiguous(author_id, naming)) return { row_id, verdict: "unqualified", actor: "" };
  const actor = actorOf(author_id, naming);
  return { row_id, verdict: actor === "" ? "no_platform" : "derived", actor };
}

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  const changed = await session.query<ChangedRow>(FILL, [
    session.perspectiveId,
    found.map(({ row_id }) => row_id),
    found.map(({ actor }) => actor),
  ]);
  await renameAround(session, changed);
  return changed.length;
}
