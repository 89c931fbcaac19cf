import { UnknownActorError } from "../../model/store-errors.js";
import type { BoundSession } from "../scope.js";

/** One at a time in a perspective: of two merges that would make a circle the second is refused. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('backread.actors', $1))`;

export async function lockActors(session: BoundSession): Promise<void> {
  await session.query(LOCK, [session.perspectiveId]);
}

// Route by route: the index of speakers is by route, and there is no other by actor.
const SPOKE = `
exists (select from backread.routes r cross join lateral (
    select from backread.messages m
    where m.perspective_id = $1 and m.route_id = r.id and m.actor_id = $2 and m.actor_id <> ''
      and m.author_type = 'person' and backread.row_is_live(m) limit 1) m
  where r.perspective_id = $1)`;

const KNOWN = `
select ${SPOKE} or exists (select from backread.actor_merges
  where perspective_id = $1 and $2 in (actor_id, into_actor_id)) as known`;

/** Whether a row that is not deleted is by the actor. */
export async function hasSpoken(session: BoundSession, actorId: string): Promise<boolean> {
  const values = [session.perspectiveId, actorId];
  const [row] = await session.query<{ readonly spoke: boolean }>(
    `select ${SPOKE} as spoke`,
    values,
  );
  return row?.spoke === true;
}

/** Errors: `UnknownActorError` for one that no row is by and that nothing was said of. */
export async function requireActor(
  session: BoundSession,
  argument: string,
  actorId: string,
): Promise<void> {
  const values = [session.perspectiveId, actorId];
  const [row] = await session.query<{ readonly known: boolean }>(KNOWN, values);
  if (row?.known === true) return;
  throw new UnknownActorError(`${argument}: no row here is by such an actor`, { argument });
}
