import type { Audience, Namespace } from "../speakers/audience.js";
import type { BoundSession } from "./scope.js";

/** What an audience is a version of. */
export interface AudiencePlace {
  readonly connectorId: number;
  readonly originConversationId: number;
  /** Empty where the conversation has no channels. */
  readonly channelKey: string;
}

export interface AudienceVersion {
  readonly audience: Audience;
  readonly conversationOnly: boolean;
  /** Membership events recorded for the place: a new version begins with each. */
  readonly generation: number;
}

/** A version as the database keeps it. */
export interface AudienceRecord {
  readonly id: number;
  readonly kind: Audience["kind"];
  readonly readers: readonly string[];
  readonly direct: boolean;
  readonly external: boolean;
  readonly channel_key: string;
}

/** The audience that a record says, in its connector's namespace. */
export function audienceFrom(
  record: Pick<AudienceRecord, "kind" | "readers" | "direct" | "external">,
  namespace: Namespace,
): Audience {
  const { kind, readers, direct, external } = record;
  if (kind === "public") return { kind };
  return kind === "workspace"
    ? { kind, namespace, external }
    : { kind, namespace, readers, direct, external };
}

const INTERN_AUDIENCE = `
with wanted as (select sha256(convert_to($11::text, 'UTF8')) as digest), made as (
  insert into backread.audiences (perspective_id, kind, connector_id, conversation_id, channel_key,
    readers, direct, external, conversation_only, generation, digest)
  select $1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10, digest from wanted
  on conflict (perspective_id, digest) do nothing
  returning id
)
select id from made
union all
select a.id from backread.audiences a join wanted using (digest) where a.perspective_id = $1`;

/** The id of a version, made when it is new. Equal versions have one id. */
export async function internAudience(
  session: BoundSession,
  place: AudiencePlace,
  version: AudienceVersion,
): Promise<number> {
  const { audience, conversationOnly, generation } = version;
  const { connectorId, originConversationId, channelKey } = place;
  const readers = audience.kind === "members" ? [...new Set(audience.readers)].sort() : [];
  const direct = audience.kind === "members" && audience.direct === true;
  const external = audience.kind !== "public" && audience.external === true;
  const named = [audience.kind, connectorId, originConversationId, channelKey, readers] as const;
  const flags = [direct, external, conversationOnly, generation] as const;
  return interned(session, INTERN_AUDIENCE, [
    session.perspectiveId,
    ...named,
    ...flags,
    JSON.stringify([...named, ...flags]),
  ]);
}

const INTERN_SET = `
with wanted as (select sha256(convert_to($2::text, 'UTF8')) as digest), made as (
  insert into backread.audience_sets (perspective_id, digest) select $1, digest from wanted
  on conflict (perspective_id, digest) do nothing
  returning id
), members as (
  insert into backread.audience_set_members (perspective_id, set_id, audience_id)
  select $1, made.id, member from made, unnest($3::int[]) as member
)
select id from made
union all
select s.id from backread.audience_sets s join wanted using (digest) where s.perspective_id = $1`;

/** No audience has this id, so that a set which holds it allows nobody. */
export const NOBODY = -1;

/** The id of a set of audiences, made when it is new. */
export async function internSet(
  session: BoundSession,
  audienceIds: readonly number[],
): Promise<number> {
  if (audienceIds.length === 0) throw new Error("a set of no audiences would allow everybody");
  const members = [...new Set(audienceIds)].sort((left, right) => left - right);
  return interned(session, INTERN_SET, [session.perspectiveId, JSON.stringify(members), members]);
}

/**
 * Another transaction may be making the same thing: `do nothing` waits for it, and its row is then
 * not in this statement's snapshot. Asked again, it is.
 */
async function interned(
  session: BoundSession,
  text: string,
  values: readonly (string | number | boolean | readonly (string | number)[])[],
): Promise<number> {
  for (;;) {
    const [row] = await session.query<{ id: number }>(text, values);
    if (row !== undefined) return row.id;
  }
}

/** Every audience of some sets. */
export async function membersOf(
  session: BoundSession,
  sets: readonly number[],
): Promise<readonly number[]> {
  const rows = await session.query<{ readonly audience_id: number }>(
    `select distinct audience_id from backread.audience_set_members
     where perspective_id = $1 and set_id = any($2::int[])`,
    [session.perspectiveId, sets],
  );
  return rows.map((row) => row.audience_id);
}
