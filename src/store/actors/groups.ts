import type { BoundSession } from "../scope.js";
import type { AccountId } from "../view/binding.js";

/** All that count as one with an actor, the one that they count as first. */
export async function groupOf(session: BoundSession, actorId: string): Promise<readonly string[]> {
  const values = [session.perspectiveId, actorId];
  const [row] = await session.query<{ readonly actors: readonly string[] }>(
    `select backread.actors_of($1::int, $2::text) as actors`,
    values,
  );
  return row?.actors ?? [actorId];
}

/** In one order in every database: the head, then the others by their ids. */
export function headFirst([head, ...others]: readonly string[]): readonly string[] {
  return head === undefined ? [] : [head, ...others.toSorted()];
}

/** All that count as one with the actor of some account; none where those are merged with nobody. */
export async function groupsOfAccounts(
  session: BoundSession,
  accounts: readonly AccountId[],
): Promise<readonly string[]> {
  if (accounts.length === 0) return [];
  const rows = await session.query<{ readonly actor_id: string }>(OF_ACCOUNTS, [
    session.perspectiveId,
    accounts.map(({ connectorId }) => connectorId),
    accounts.map(({ id }) => id),
  ]);
  return rows.map(({ actor_id }) => actor_id);
}

const OF_ACCOUNTS = `
select distinct g.actor_id from unnest($2::int[], $3::text[]) as a (connector_id, external_id)
cross join lateral (select m.actor_id from backread.messages m
  where m.perspective_id = $1 and m.connector_id = a.connector_id
    and m.author_id = a.external_id and m.author_type = 'person' and m.actor_id <> ''
  limit 1) m
cross join lateral backread.actors_of($1::int, m.actor_id) as s (actors)
cross join lateral unnest(s.actors) as g (actor_id)
where cardinality(s.actors) > 1`;
