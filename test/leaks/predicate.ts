import type { reading } from "../../dist/store/scope.js";
import type { Planted } from "./plant.js";
import { people, type Reader } from "./world.js";

/** What a `backread.destination` is made of. */
const DESTINATION =
  "row($1::int, $2::int, $3::int, $4::text, $5::text[], $6::boolean, $7::boolean)::backread.destination";

const ELIGIBLE = `
with sets as materialized (select backread.allowed_sets(${DESTINATION}) as ids),
candidates as materialized (
  select m.id, m.source_id from backread.messages m, sets
  where m.perspective_id = $1 and m.set_id = any(sets.ids) and backread.row_is_live(m)
), borne_out as materialized (
  select backread.lineage_allows(
    $1, (select array_agg(id) from candidates), (select ids from sets)) as id
)
select c.source_id as name from candidates c join borne_out using (id)
union all
select m.content from backread.memories m, sets
where m.perspective_id = $1 and m.set_id = any(sets.ids) and backread.memory_is_live(m)
  -- Sources that are there still may be told less widely than they were; those that are deleted
  -- took the memory with them.
  and not exists (
    select from backread.memory_sources k join backread.messages r
      on r.perspective_id = k.perspective_id and r.id = k.source_row
    where k.perspective_id = $1 and k.memory_row = m.id and r.state <> 'deleted'
      and r.id not in (select id from borne_out))`;

/** Rows and memories that the bare predicate lets through, by their names in the script. */
export function eligible(
  inside: typeof reading,
  planted: Planted,
  reader: Reader,
): Promise<ReadonlySet<string>> {
  const { type, name } = reader.room.connector;
  const audience = people(reader.audience);
  const members = audience.kind === "members";
  return inside(planted.scope, async (session) => {
    const rows = await session.query<{ name: string }>(ELIGIBLE, [
      session.perspectiveId,
      planted.connectorIds.get(JSON.stringify([type, name])) ?? 0,
      planted.conversationIds.get(planted.oracle.conversation(reader.room)) ?? 0,
      audience.kind,
      members ? audience.readers : [],
      members && audience.direct === true,
      audience.kind !== "public" && audience.external === true,
    ]);
    return new Set(rows.map(({ name }) => name));
  });
}
