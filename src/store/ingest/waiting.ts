import type { Audience } from "../../speakers/audience.js";
import type { CheckedChange, CheckedEdit } from "./checked-event.js";
import type { Room } from "./place.js";

/** An edit or a deletion whose original has not arrived. */
export type WaitingChange =
  | { readonly type: "delete" }
  | {
      readonly type: "edit";
      readonly by: string;
      readonly content: string;
      readonly repaired: boolean;
      readonly at: number;
      readonly audience: Audience | null;
    };

/**
 * Keeps a change for its original. A deletion takes the place of every edit that waits, so that no
 * deleted text stays anywhere. False for an edit of what a waiting deletion has deleted.
 */
export async function keepWaiting(room: Room, change: CheckedChange): Promise<boolean> {
  if (change.type === "delete") {
    await takeWaiting(room, [change.sourceId]);
    await insert(room, change.sourceId, { type: "delete" });
    return true;
  }
  if (await isDeletionWaiting(room, change.sourceId)) return false;
  await insert(room, change.sourceId, waitingEdit(change));
  return true;
}

interface WaitingRow {
  readonly source_id: string;
  readonly event: WaitingChange;
}

/** Takes out what waits for some originals, by source id. */
export async function takeWaiting(
  { session, place }: Room,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WaitingChange[]>> {
  const rows = await session.query<WaitingRow>(
    `delete from backread.waiting_events
     where perspective_id = $1 and conversation_id = $2 and source_id = any($3::text[])
     returning source_id, event`,
    [session.perspectiveId, place.originConversationId, sourceIds],
  );
  const waiting = new Map<string, WaitingChange[]>();
  for (const { source_id, event } of rows)
    waiting.set(source_id, [...(waiting.get(source_id) ?? []), event]);
  return waiting;
}

function waitingEdit({ type, by, content, repaired, at, audience }: CheckedEdit): WaitingChange {
  return { type, by, content, repaired, at, audience };
}

async function isDeletionWaiting({ session, place }: Room, sourceId: string): Promise<boolean> {
  const rows = await session.query(
    `select from backread.waiting_events where perspective_id = $1 and conversation_id = $2
       and source_id = $3 and event ->> 'type' = 'delete'`,
    [session.perspectiveId, place.originConversationId, sourceId],
  );
  return rows.length > 0;
}

async function insert(
  { session, place }: Room,
  sourceId: string,
  change: WaitingChange,
): Promise<void> {
  await session.query(
    `insert into backread.waiting_events (perspective_id, conversation_id, source_id, event)
     select $1, $2, $3, $4::text::jsonb
     where not exists (select from backread.waiting_events w where w.perspective_id = $1
       and w.conversation_id = $2 and w.source_id = $3 and w.event = $4::text::jsonb)`,
    [session.perspectiveId, place.originConversationId, sourceId, JSON.stringify(change)],
  );
}
