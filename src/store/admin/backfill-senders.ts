import type { BoundSession } from "../scope.js";
import { CHANGED, renameAround, type ChangedRow } from "./changed-rows.js";
import { SENDERS } from "./senders-sql.js";
import type { Step, Verdict } from "./step.js";

interface Found extends Verdict {
  readonly has_label: string;
  /** The row that said the label; null where there is none. */
  readonly source: number | null;
  readonly label: string;
}

const FILL = `
update backread.messages m set author_label = c.label
from unnest($2::bigint[], $3::text[], $4::text[]) as c (id, has_label, label)
where m.perspective_id = $1 and m.id = c.id and m.author_label = c.has_label
returning ${CHANGED}`;

// After the labels: what was filled in from a row goes when the row's own label is changed.
const REMEMBER = `
insert into backread.label_fills (perspective_id, row_id, source_row)
select $1, f.row_id, f.source from unnest($2::bigint[], $3::bigint[]) as f (row_id, source)
on conflict (perspective_id, row_id) do update set source_row = excluded.source_row`;

export const backfillSenders: Step<Found> = {
  command: "backfill-senders",
  verdicts: ["filled", "repaired", "existing", "direct", "no_actor", "no_label"],
  changing: ["filled", "repaired"],
  open: async (_, { conversationId }) => ({
    plan: (session, { after, upTo }) =>
      session.query<Found>(SENDERS, [session.perspectiveId, conversationId, after, upTo]),
    holds: ({ source }) => (source === null ? [] : [source]),
    apply,
  }),
};

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  const changed = await session.query<ChangedRow>(FILL, [
    session.perspectiveId,
    found.map(({ row_id }) => row_id),
    found.map(({ has_label }) => has_label),
    found.map(({ label }) => label),
  ]);
  const done = new Set(changed.map(({ id }) => id));
  const filled = found.filter(({ row_id }) => done.has(row_id));
  await session.query(REMEMBER, [
    session.perspectiveId,
    filled.map(({ row_id }) => row_id),
    filled.map(({ source }) => source),
  ]);
  await renameAround(session, changed);
  return changed.length;
}
