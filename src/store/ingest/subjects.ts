import type { Room } from "./place.js";
import type { Quoting } from "./quotes.js";

const NAME = `
update backread.messages r
set reply_subject_actor_id = t.actor_id, reply_subject_label = t.author_label
from backread.messages t
where r.perspective_id = $1 and r.origin_conversation_id = $2 and r.reply_target_source_id <> ''
  and r.id <> t.id and (r.reply_author_id = '' or r.reply_author_id = t.author_id)
  and t.perspective_id = $1 and t.origin_conversation_id = $2
  and t.source_id = r.reply_target_source_id and t.route_id = r.route_id and t.state = 'live'
  and r.state = 'live' and (r.channel_key = '' or t.channel_key = r.channel_key) and `;

/**
 * Says of replies whom they answer, where that is one stored row of the same route and channel, and
 * of the author that the transport names, if it names one. Labels never say it.
 */
export async function nameSubjects({ session, place }: Room, replies: Quoting): Promise<void> {
  const [condition, list] =
    "rowIds" in replies
      ? (["r.id = any($3::bigint[])", replies.rowIds] as const)
      : (["r.reply_target_source_id = any($3::text[])", replies.sourceIds] as const);
  if (list.length === 0) return;
  await session.query(NAME + condition, [session.perspectiveId, place.originConversationId, list]);
}
