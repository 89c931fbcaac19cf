import { InvalidActorMergeError } from "../../model/store-errors.js";
import { MAX_ACTOR_GROUP } from "../bounds.js";
import type { BoundSession } from "../scope.js";
import { groupOf } from "./groups.js";
import { hasSpoken, lockActors } from "./known-actors.js";

/** An actor whose id is written otherwise from now on, in some of his rows or in all of them. */
interface Renaming {
  readonly was: string;
  readonly is: string;
  /** Rows elsewhere are under the old id still. */
  readonly stays: boolean;
}

/**
 * Carries over what is kept of actors beside their rows, after those were written anew: whom they
 * count as, and their cards. What is said of the new id already stands; where both were said to
 * count as others, all of these are one. The audit of actors tells what was, as it was. Errors:
 * `InvalidActorMergeError` for a group that would be too large.
 */
export async function renameActors(
  session: BoundSession,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  if (renamed.size === 0) return;
  await lockActors(session);
  for (const [was, is] of renamed) {
    const stays = await hasSpoken(session, was);
    await renameInGroup(session, { was, is, stays });
    if (!stays) await dropCards(session, was);
  }
}

async function renameInGroup(session: BoundSession, renaming: Renaming): Promise<void> {
  const { was, is, stays } = renaming;
  const theirs = await groupOf(session, was);
  if (theirs.length === 1) return;
  const own = await groupOf(session, is);
  const [first = is] = own.length > 1 ? own : theirs;
  const head = first === was ? is : first;
  const actors = new Set([...theirs, ...own, is]);
  actors.delete(was);
  if (actors.size > MAX_ACTOR_GROUP)
    throw InvalidActorMergeError.of(`more than ${MAX_ACTOR_GROUP} actors would count as one`);
  if (stays) actors.add(was);
  actors.delete(head);
  await regroup(session, renaming, { head, members: [...actors] });
}

const TAKE_OVER = `
update backread.actor_merges g set actor_id = $3
where g.perspective_id = $1 and g.actor_id = $2 and not exists (
  select from backread.actor_merges o where o.perspective_id = $1 and o.actor_id = $3)`;

const LEAVE = `delete from backread.actor_merges where perspective_id = $1 and actor_id = any($2::text[])`;

const TURN = `
update backread.actor_merges set into_actor_id = $2
where perspective_id = $1 and actor_id = any($3::text[]) and into_actor_id <> $2`;

const JOIN = `
insert into backread.actor_merges (perspective_id, actor_id, into_actor_id, handle_mark)
select $1, a.id, $2, coalesce(
  (select g.handle_mark from backread.actor_merges g
    where g.perspective_id = $1 and g.actor_id = $4 and a.id = $5),
  (select coalesce(max(h.position), 0) + 1 from backread.speaker_handles h
    where h.perspective_id = $1))
from unnest($3::text[]) as a (id)
on conflict (perspective_id, actor_id) do nothing`;

/** One level, always: nobody is merged into an actor that is merged itself. */
async function regroup(
  session: BoundSession,
  { was, is, stays }: Renaming,
  { head, members }: { readonly head: string; readonly members: readonly string[] },
): Promise<void> {
  const { perspectiveId } = session;
  if (!stays && head !== is) await session.query(TAKE_OVER, [perspectiveId, was, is]);
  await session.query(LEAVE, [perspectiveId, stays ? [head] : [head, was]]);
  await session.query(TURN, [perspectiveId, head, [...members]]);
  await session.query(JOIN, [perspectiveId, head, [...members], was, is]);
}

const DROP_CARDS: readonly string[] = [
  `delete from backread.card_sources s using backread.card_entries e, backread.cards c
   where s.perspective_id = $1 and e.perspective_id = $1 and e.id = s.entry_id
     and c.perspective_id = $1 and c.id = e.card_id and c.actor_id = $2`,
  `delete from backread.card_entries e using backread.cards c
   where e.perspective_id = $1 and c.perspective_id = $1 and c.id = e.card_id and c.actor_id = $2`,
  `delete from backread.cards where perspective_id = $1 and actor_id = $2`,
];

const HOLD_CARDS = `
select id from backread.cards where perspective_id = $1 and actor_id = $2 order by id for update`;

/** Nobody has the id any more; his cards under the new one are made due by the rows themselves. */
async function dropCards(session: BoundSession, actorId: string): Promise<void> {
  const values = [session.perspectiveId, actorId];
  await session.query(HOLD_CARDS, values);
  for (const drop of DROP_CARDS) await session.query(drop, values);
}
