import type { Namespace } from "../../model/conversation-ref.js";
import type { BoundSession } from "../scope.js";
import { hasSpoken } from "./known-actors.js";

/** The actors under which an account spoke, deleted rows counted; none of an unknown connector. */
export async function actorsOfAccount(
  session: BoundSession,
  { type, name }: Namespace,
  id: string,
): Promise<readonly string[]> {
  const rows = await session.query<{ readonly actor_id: string }>(
    `select distinct m.actor_id from backread.messages m
     where m.perspective_id = $1 and m.author_id = $4 and m.author_type = 'person'
       and m.actor_id <> '' and m.connector_id = (select id from backread.connectors
         where perspective_id = $1 and type = $2 and name = $3)`,
    [session.perspectiveId, type, name, id],
  );
  return rows.map(({ actor_id }) => actor_id);
}

// Who was merged into a deleted one counts as himself again: that two were one person was known by
// way of the third alone.
const UNDO = `
with undone as (
  delete from backread.actor_merges
  where perspective_id = $1 and $2 in (actor_id, into_actor_id)
  returning actor_id, into_actor_id
)
insert into backread.actor_audit (perspective_id, action, operator, actor_id, into_actor_id)
select $1, 'forget', '', actor_id, into_actor_id from undone order by actor_id collate "C"`;

/** The audit tells ids as they were written then; rows of theirs may have been trimmed since. */
function namesSql(id: string): string {
  return `$2 in (${id}, regexp_replace(${id}, '^(actor:[^:]*:)\\s*(.*?)\\s*$', '\\1\\2'))`;
}

const BLANK = `
update backread.actor_audit set reason = '',
  actor_id = case when ${namesSql("actor_id")} then '' else actor_id end,
  into_actor_id = case when ${namesSql("into_actor_id")} then '' else into_actor_id end
where perspective_id = $1 and (${namesSql("actor_id")} or ${namesSql("into_actor_id")})`;

/**
 * Takes actors of whom no row is left out of what operators said: their merges go, and the entries of
 * the audit lose their ids and the reasons, which may name them. To be called under `lockActors`,
 * after their rows are gone.
 */
export async function forgetActors(
  session: BoundSession,
  actorIds: readonly string[],
): Promise<void> {
  for (const actorId of actorIds) {
    // Elsewhere the same actor may have another account, which stays.
    if (await hasSpoken(session, actorId)) continue;
    await session.query(UNDO, [session.perspectiveId, actorId]);
    await session.query(BLANK, [session.perspectiveId, actorId]);
  }
}
