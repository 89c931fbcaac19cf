import { freeHandle, handleBase } from "../../speakers/handle/handle.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import type { Speaker } from "./find-speakers.js";

/** A route whose people are named, as it was read. */
export interface Minting {
  readonly routeId: number;
  /** The conversation at the end of the route, whose epoch it is. */
  readonly originConversationId: number;
  readonly epoch: number;
}

interface TakenRecord {
  readonly actor_id: string;
  readonly handle: string;
  readonly base: string;
}

/**
 * Gives handles to speakers, in order. One process at a time does so for a conversation; what another
 * gave meanwhile stays. Writes nothing where the conversation was reset meanwhile, nor from a row
 * that was deleted meanwhile: who asked reads again.
 */
export function mintHandles(
  scope: Scope,
  route: Minting,
  speakers: readonly Speaker[],
): Promise<void> {
  return writing(
    scope,
    async (session) => {
      if (!(await holdEpoch(session, route))) return;
      const live = await holdRows(session, speakers);
      const records = await session.query<TakenRecord>(
        `select actor_id, handle, base from backread.speaker_handles
         where perspective_id = $1 and route_id = $2 and epoch = $3`,
        [session.perspectiveId, route.routeId, route.epoch],
      );
      await insert(session, route, newHandles(live, records));
    },
    { retry: true },
  );
}

/** Locks the conversation, as a reset does; false where it has another epoch by now. */
async function holdEpoch(
  session: BoundSession,
  { originConversationId, epoch }: Minting,
): Promise<boolean> {
  const [row] = await session.query<{ readonly epoch: number }>(
    `select epoch from backread.conversations
     where perspective_id = $1 and id = $2 for no key update`,
    [session.perspectiveId, originConversationId],
  );
  return row?.epoch === epoch;
}

/** Speakers whose row is still there, and stays until the commit: a handle goes with its row. */
async function holdRows(
  session: BoundSession,
  speakers: readonly Speaker[],
): Promise<readonly Speaker[]> {
  const rows = await session.query<{ readonly id: number }>(
    `select m.id from backread.messages m
     where m.perspective_id = $1 and m.id = any($2::bigint[]) and backread.row_is_live(m)
     order by m.id for share`,
    [session.perspectiveId, speakers.map(({ rowId }) => rowId)],
  );
  const live = new Set(rows.map(({ id }) => id));
  return speakers.filter(({ rowId }) => live.has(rowId));
}

interface NewHandle extends TakenRecord {
  readonly source_row: number;
}

function newHandles(
  speakers: readonly Speaker[],
  records: readonly TakenRecord[],
): readonly NewHandle[] {
  const taken = new Set(records.map(({ handle }) => handle));
  const made: NewHandle[] = [];
  for (const { account, name, rowId } of speakers) {
    const base = handleBase(name);
    const has = (record: TakenRecord): boolean =>
      record.actor_id === account && record.base === base;
    if (records.some(has)) continue;
    const handle = freeHandle(base, taken);
    taken.add(handle);
    made.push({ actor_id: account, handle, base, source_row: rowId });
  }
  return made;
}

async function insert(
  session: BoundSession,
  { routeId, epoch }: Minting,
  handles: readonly NewHandle[],
): Promise<void> {
  if (handles.length === 0) return;
  await session.query(
    `insert into backread.speaker_handles
       (perspective_id, route_id, epoch, handle, base, actor_id, source_row)
     select $1, $2, $3, h.handle, h.base, h.actor_id, h.source_row
     from unnest($4::text[], $5::text[], $6::text[], $7::bigint[])
       with ordinality as h (handle, base, actor_id, source_row, rank) order by h.rank`,
    [
      session.perspectiveId,
      routeId,
      epoch,
      handles.map(({ handle }) => handle),
      handles.map(({ base }) => base),
      handles.map(({ actor_id }) => actor_id),
      handles.map(({ source_row }) => source_row),
    ],
  );
}
