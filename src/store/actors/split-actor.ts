import type { ActorChange } from "../../model/stored.js";
import { writing, type Scope } from "../scope.js";
import { writeActorAudit } from "./actor-audit.js";
import { checkActor, checkOperation } from "./check-operation.js";
import { groupOf, headFirst } from "./groups.js";
import { lockActors, requireActor } from "./known-actors.js";
import type { ActorSplit } from "./options.js";

const DELETE = `
delete from backread.actor_merges
where perspective_id = $1 and actor_id = $2 and into_actor_id = $3`;

/**
 * Undoes the merge of one actor, and that alone: others that count as the same go on doing so. One
 * that is merged with nobody, or that others count as, is left as it is. Errors:
 * `InvalidArgumentError`, `UnknownActorError`.
 */
export async function splitActor(scope: Scope, options: ActorSplit): Promise<ActorChange> {
  const { actor } = options;
  checkActor("actor", actor);
  const { operator, reason, dryRun } = checkOperation(options);
  return writing(
    scope,
    async (session) => {
      await lockActors(session);
      await requireActor(session, "actor", actor);
      const group = await groupOf(session, actor);
      const [head = actor] = group;
      if (head === actor) return { changed: 0, actor, into: null, group: headFirst(group), dryRun };
      if (!dryRun) {
        await session.query(DELETE, [session.perspectiveId, actor, head]);
        await writeActorAudit(session, { action: "split", operator, reason, actor, head });
      }
      return { changed: 1, actor, into: head, group: [actor], dryRun };
    },
    { retry: true },
  );
}
