import type { Audience } from "../../speakers/audience.js";
import type { SqlValue } from "../database.js";
import type { Place } from "../routes.js";
import type { BoundSession } from "../scope.js";

/** Where something is told, and who reads there. */
export interface Told {
  readonly place: Place;
  readonly audience: Audience;
}

/** A message that may be told at a destination, as it was verified. */
export interface EvidenceRow {
  readonly id: number;
  readonly setId: number;
  readonly lineageEpoch: number;
}

const LOCK_MESSAGES = `
select id from backread.messages
where perspective_id = $1 and message_id = any($2::uuid[])
order by id for share`;

const LOCK_AUDIENCES = `
select a.id from backread.audiences a
where a.perspective_id = $1 and a.id in (
  select s.audience_id from backread.audience_set_members s
  join backread.messages m on m.perspective_id = s.perspective_id and m.set_id = s.set_id
  where m.perspective_id = $1 and m.message_id = any($2::uuid[]))
order by a.id for share`;

const LOCK_LINKS = `
select l.id from backread.identity_links l
where l.perspective_id = $1 and l.person_id in (
  select o.person_id from backread.identity_links o
  where o.perspective_id = $1 and o.connector_id = $2 and o.external_id = $3)
order by l.id for share`;

/**
 * Holds what decides whether these messages may be told there, until the commit: deletions, edits,
 * departures, restrictions and revocations take the same rows exclusively and wait. Each table in
 * the order of its ids, as they do.
 */
export async function lockEvidence(
  session: BoundSession,
  messageIds: readonly string[],
  { place, audience }: Told,
): Promise<void> {
  const values = [session.perspectiveId, messageIds];
  await session.query(LOCK_MESSAGES, values);
  await session.query(LOCK_AUDIENCES, values);
  const readers = audience.kind === "members" ? audience.readers : [];
  const [reader, ...others] = readers;
  if (reader !== undefined && others.length === 0)
    await session.query(LOCK_LINKS, [session.perspectiveId, place.connectorId, reader]);
}

const VERIFY = `
with d as materialized (
  select backread.allowed_sets(row($1::int, $3::int, $4::int, $5::text, $6::text[], $7::boolean,
    $8::boolean)::backread.destination) as sets
), eligible as materialized (
  select m.id, m.set_id, m.lineage_epoch from backread.messages m, d
  where m.perspective_id = $1 and m.message_id = any($2::uuid[])
    and backread.row_is_live(m) and m.set_id = any(d.sets)
)
select e.id, e.set_id, e.lineage_epoch from eligible e
where e.id in (select backread.lineage_allows(
  $1, (select array_agg(id) from eligible), (select sets from d)))
order by e.id`;

/** Null where any of them may not be told there: gone, never there, or somebody else's. */
export async function verifyEvidence(
  session: BoundSession,
  messageIds: readonly string[],
  told: Told,
): Promise<readonly EvidenceRow[] | null> {
  const rows = await session.query<{
    readonly id: number;
    readonly set_id: number;
    readonly lineage_epoch: number;
  }>(VERIFY, [session.perspectiveId, messageIds, ...destinationValues(told)]);
  if (rows.length < new Set(messageIds).size) return null;
  return rows.map((row) => ({
    id: row.id,
    setId: row.set_id,
    lineageEpoch: row.lineage_epoch,
  }));
}

/** Of a `backread.destination`, all but the perspective. */
function destinationValues({ place, audience }: Told): readonly SqlValue[] {
  const members = audience.kind === "members";
  return [
    place.connectorId,
    place.conversationId,
    audience.kind,
    members ? audience.readers : [],
    members && audience.direct === true,
    audience.kind !== "public" && audience.external === true,
  ];
}
