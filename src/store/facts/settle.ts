import { internSet, membersOf } from "../audiences.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import type { LaneFacts } from "./ask-lanes.js";
import type { LeasedRow } from "./lease.js";

// In order of id, as deletion locks them. What was read is still so: the row's version in the queue
// changes with whatever changes its words or its quote.
const HOLD = `
select m.id, m.set_id from backread.messages m
where m.perspective_id = $1 and m.id = any($2::bigint[]) and m.set_id is not null
  and backread.row_is_live(m) order by m.id for share of m`;

const CLAIM = `
delete from backread.fact_queue where perspective_id = $1 and row_id = $2 and version = $3
returning row_id`;

interface HeldRow {
  readonly id: number;
  readonly set_id: number;
}

/**
 * Writes the facts of a row in place of those that it had, and takes it from the queue, in one
 * transaction. Null, and nothing is written, where the row changed since, or somebody else was first.
 */
export function settle(
  scope: Scope,
  row: LeasedRow,
  read: { readonly model: string; readonly lanes: readonly LaneFacts[] },
): Promise<number | null> {
  return writing(
    scope,
    async (session) => {
      const sources = [...new Set([row.row_id, ...read.lanes.map(({ lane }) => lane.row)])];
      const held = await session.query<HeldRow>(HOLD, [session.perspectiveId, sources]);
      if (held.length < sources.length) return null;
      const claimed = await session.query(CLAIM, [session.perspectiveId, row.row_id, row.version]);
      return claimed.length === 0 ? null : replaceFacts(session, row, { ...read, held });
    },
    { retry: true },
  );
}

async function replaceFacts(
  session: BoundSession,
  { row_id, epoch }: LeasedRow,
  read: {
    readonly model: string;
    readonly lanes: readonly LaneFacts[];
    readonly held: readonly HeldRow[];
  },
): Promise<number> {
  const { model, lanes, held } = read;
  await session.query(`delete from backread.facts where perspective_id = $1 and row_id = $2`, [
    session.perspectiveId,
    row_id,
  ]);
  let written = 0;
  for (const { lane, texts } of lanes) {
    if (texts.length === 0) continue;
    const on = held.filter(({ id }) => id === row_id || id === lane.row);
    const setId = await setOf(session, on);
    await session.query(INSERT, [
      session.perspectiveId,
      row_id,
      lane.row,
      epoch,
      setId,
      lane.role,
      lane.actorId,
      model,
      texts,
    ]);
    written += texts.length;
  }
  return written;
}

const INSERT = `
insert into backread.facts
  (perspective_id, row_id, source_row, epoch, set_id, role, author_actor_id, model, content)
select $1, $2, $3, $4, $5, $6, $7, $8, text from unnest($9::text[]) as text`;

/** The set of all audiences that the rows stand on. */
async function setOf(session: BoundSession, rows: readonly HeldRow[]): Promise<number> {
  const sets = [...new Set(rows.map(({ set_id }) => set_id))];
  const [only] = sets;
  if (sets.length === 1 && only !== undefined) return only;
  return internSet(session, await membersOf(session, sets));
}
