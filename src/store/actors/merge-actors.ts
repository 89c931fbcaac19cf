import { InvalidActorMergeError } from "../../model/store-errors.js";
import type { ActorChange } from "../../model/stored.js";
import { MAX_ACTOR_GROUP } from "../bounds.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { writeActorAudit } from "./actor-audit.js";
import { checkActor, checkOperation } from "./check-operation.js";
import { groupOf, headFirst } from "./groups.js";
import { lockActors, requireActor } from "./known-actors.js";
import type { ActorMerge } from "./options.js";

/**
 * Makes what one actor says count as another's. No row changes, and nobody may read more or less for
 * it. Merging again what is merged does nothing. Errors: `InvalidArgumentError`; `UnknownActorError`;
 * `InvalidActorMergeError` for one actor twice, a circle, one that is merged elsewhere or into which
 * others are (each merge is undone by itself, so none may hang on another), and a full group.
 */
export async function mergeActors(scope: Scope, options: ActorMerge): Promise<ActorChange> {
  const { from, into } = options;
  checkActor("from", from);
  checkActor("into", into);
  const { operator, reason, dryRun } = checkOperation(options);
  if (from === into) throw InvalidActorMergeError.of("they are one actor");
  return writing(
    scope,
    async (session) => {
      await lockActors(session);
      await requireActor(session, "from", from);
      await requireActor(session, "into", into);
      const [theirs, others] = [await groupOf(session, from), await groupOf(session, into)];
      const head = others[0] ?? into;
      const changed = isMerged(from, theirs, others) ? 0 : 1;
      if (changed === 1) checkGroups(from, theirs, others);
      if (changed === 1 && !dryRun) {
        await insertMerge(session, from, head);
        await writeActorAudit(session, { action: "merge", operator, reason, actor: from, head });
      }
      const group = changed === 1 ? [...others, from] : others;
      return { changed, actor: from, into: head, group: headFirst(group), dryRun };
    },
    { retry: true },
  );
}

function isMerged(from: string, theirs: readonly string[], others: readonly string[]): boolean {
  if (theirs[0] !== others[0]) return false;
  if (theirs[0] === from) throw InvalidActorMergeError.of("the other is merged into it already");
  return true;
}

function checkGroups(from: string, theirs: readonly string[], others: readonly string[]): void {
  if (theirs[0] !== from)
    throw InvalidActorMergeError.of("it is merged into another; split it first");
  if (theirs.length > 1)
    throw InvalidActorMergeError.of(
      "others are merged into it; merge the other way, or split them",
    );
  if (others.length >= MAX_ACTOR_GROUP)
    throw InvalidActorMergeError.of(`${MAX_ACTOR_GROUP} actors count as one there already`);
}

async function insertMerge(session: BoundSession, from: string, head: string): Promise<void> {
  await session.query(
    `insert into backread.actor_merges (perspective_id, actor_id, into_actor_id, handle_mark)
     select $1, $2, $3, coalesce(max(position), 0) + 1 from backread.speaker_handles
     where perspective_id = $1`,
    [session.perspectiveId, from, head],
  );
}
