import type { Room } from "./place.js";

const HOLD = `
select id from backread.messages
where perspective_id = $1 and origin_conversation_id = $2 and source_id = any($3::text[])
order by id for share`;

/**
 * Holds rows until the commit whose words, or whose author's name, others are about to repeat. A
 * deletion does not see who has only begun to: it has to wait for this transaction, or this for it.
 */
export async function holdSources(
  { session, place }: Room,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await session.query(HOLD, [session.perspectiveId, place.originConversationId, sourceIds]);
}
