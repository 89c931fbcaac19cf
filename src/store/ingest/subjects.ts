import type { Place } from "../routes.js";
import type { BoundSession } from "../scope.js";
import type { Quoting } from "./quotes.js";

/** SQL of what makes a row `t` the one that a row `r` answers, both of one conversation's ids. */
export function answersSql(r: string, t: string): string {
  return (
    `${r}.reply_target_source_id <> '' and ${r}.id <> ${t}.id` +
    ` and (${r}.reply_author_id = '' or ${r}.reply_author_id = ${t}.author_id)` +
    ` and ${t}.source_id = ${r}.reply_target_source_id and ${t}.route_id = ${r}.route_id` +
    ` and ${t}.state = 'live' and ${r}.state = 'live'` +
    ` and (${r}.channel_key = '' or ${t}.channel_key = ${r}.channel_key)`
  );
}

const REPLIES = "r.perspective_id = $1 and r.origin_conversation_id = $2";
const TARGETS = `t.perspective_id = $1 and t.origin_conversation_id = $2 and ${answersSql("r", "t")}`;

const NAME = `
update backread.messages r
set reply_subject_actor_id = t.actor_id, reply_subject_label = t.author_label
from backread.messages t
where ${REPLIES} and ${TARGETS} and `;

const UNNAME = `
update backread.messages r set reply_subject_actor_id = '', reply_subject_label = ''
where ${REPLIES} and (r.reply_subject_actor_id <> '' or r.reply_subject_label <> '')
  and not exists (select from backread.messages t where ${TARGETS}) and `;

/** Whose ids the source ids of replies and of what they answer are. */
export interface Replies {
  readonly session: BoundSession;
  readonly place: Pick<Place, "originConversationId">;
}

/**
 * Says of replies whom they answer, where that is one stored row of the same route and channel, and
 * of the author that the transport names, if it names one. Labels never say it.
 */
export async function nameSubjects(room: Replies, replies: Quoting): Promise<void> {
  await change(room, NAME, replies);
}

/** The same, and takes the subject from those that answer no such row any more. */
export async function renameSubjects(room: Replies, replies: Quoting): Promise<void> {
  await change(room, UNNAME, replies);
  await change(room, NAME, replies);
}

async function change(
  { session, place }: Replies,
  statement: string,
  replies: Quoting,
): Promise<void> {
  const [condition, list] =
    "rowIds" in replies
      ? (["r.id = any($3::bigint[])", replies.rowIds] as const)
      : (["r.reply_target_source_id = any($3::text[])", replies.sourceIds] as const);
  if (list.length === 0) return;
  const values = [session.perspectiveId, place.originConversationId, list];
  await session.query(statement + condition, values);
}
