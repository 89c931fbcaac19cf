import type { BoundSession, reading } from "../../dist/store/scope.js";
import type { Planted } from "./plant.js";
import { people, type Reader } from "./world.js";

/** What a `backread.destination` is made of. */
const DESTINATION =
  "row($1::int, $2::int, $3::int, $4::text, $5::text[], $6::boolean, $7::boolean)::backread.destination";

/** Rows and memories that the bare predicate lets through, by their names in the script. */
export function eligible(
  inside: typeof reading,
  planted: Planted,
  reader: Reader,
): Promise<ReadonlySet<string>> {
  return inside(planted.scope, async (session) => {
    const sets = await allowedSets(session, planted, reader);
    const candidates = await session.query<{ id: number; source_id: string }>(
      `select m.id, m.source_id from backread.messages m
       where m.perspective_id = $1 and m.set_id = any($2::int[]) and backread.row_is_live(m)`,
      [session.perspectiveId, sets],
    );
    const ids = await borneOut(
      session,
      candidates.map(({ id }) => id),
      sets,
    );
    const memories = await session.query<{ content: string }>(
      `select m.content from backread.memories m
       where m.perspective_id = $1 and m.set_id = any($2::int[]) and backread.memory_is_live(m)`,
      [session.perspectiveId, sets],
    );
    const rows = candidates.filter(({ id }) => ids.has(id)).map((row) => row.source_id);
    return new Set([...rows, ...memories.map((memory) => memory.content)]);
  });
}

export async function allowedSets(
  session: BoundSession,
  planted: Planted,
  reader: Reader,
): Promise<readonly number[]> {
  const { room } = reader;
  const audience = people(reader.audience);
  const { type, name } = room.connector;
  const members = audience.kind === "members";
  const [row] = await session.query<{ sets: readonly number[] }>(
    `select backread.allowed_sets(${DESTINATION}) as sets`,
    [
      session.perspectiveId,
      planted.connectorIds.get(JSON.stringify([type, name])) ?? 0,
      planted.conversationIds.get(planted.oracle.conversation(room)) ?? 0,
      audience.kind,
      members ? audience.readers : [],
      members && audience.direct === true,
      audience.kind !== "public" && audience.external === true,
    ],
  );
  return row.sets;
}

async function borneOut(
  session: BoundSession,
  ids: readonly number[],
  sets: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await session.query<{ id: number }>(
    `select backread.lineage_allows($1, $2::bigint[], $3::int[]) as id`,
    [session.perspectiveId, ids, sets],
  );
  return new Set(rows.map(({ id }) => id));
}
