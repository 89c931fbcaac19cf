import type { ActorAudit } from "../../model/stored.js";
import { DEFAULT_ACTOR_AUDIT, MAX_ACTOR_AUDIT } from "../bounds.js";
import { checkCount } from "../check-count.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { instantSql, shortInstant } from "../view/instant.js";

/** In the transaction of what it tells of: there is neither without the other. */
export async function writeActorAudit(
  session: BoundSession,
  entry: {
    readonly action: "merge" | "split";
    readonly operator: string;
    readonly reason: string;
    readonly actor: string;
    readonly head: string;
  },
): Promise<void> {
  const { action, operator, reason, actor, head } = entry;
  await session.query(
    `insert into backread.actor_audit
       (perspective_id, action, operator, reason, actor_id, into_actor_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [session.perspectiveId, action, operator, reason, actor, head],
  );
}

type AuditRecord = Omit<ActorAudit, "actor" | "into"> & {
  readonly actor: string;
  readonly into: string;
};

const READ = `
select ${instantSql("at")} as at, action, operator, reason, actor_id as actor,
  into_actor_id as "into"
from backread.actor_audit where perspective_id = $1 order by id desc limit $2`;

/**
 * What operators said of actors, newest first. As the owner: the role that answers readers may not
 * see it. Errors: `InvalidArgumentError`.
 */
export async function readActorAudit(
  scope: Scope,
  { limit = DEFAULT_ACTOR_AUDIT }: { readonly limit?: number } = {},
): Promise<readonly ActorAudit[]> {
  checkCount("limit", limit, { most: MAX_ACTOR_AUDIT });
  const values = [scope.perspectiveId, limit];
  const records = await writing(scope, (session) => session.query<AuditRecord>(READ, values));
  return records.map(({ at, action, operator, reason, actor, into }) =>
    Object.freeze({
      at: shortInstant(at),
      action,
      operator,
      reason,
      actor: actor === "" ? null : actor,
      into: into === "" ? null : into,
    }),
  );
}
