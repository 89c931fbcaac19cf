import { forget } from "../forget.js";
import type { CheckedChange, CheckedDelete, CheckedEdit } from "./checked-event.js";
import { Refusal } from "./checked-event.js";
import { applyEdit, findEditable } from "./edits.js";
import type { StoredMessage } from "./messages.js";
import { DELETED_REASON, type Outcomes } from "./outcomes.js";
import type { Room } from "./place.js";
import { keepWaiting, takeWaiting, type WaitingChange } from "./waiting.js";

/** Applies edits and deletions in their order; deletions that follow one another go together. */
export async function applyChanges(
  room: Room,
  changes: readonly CheckedChange[],
  outcomes: Outcomes,
): Promise<void> {
  let deletions: CheckedDelete[] = [];
  for (const change of changes)
    if (change.type === "delete") deletions.push(change);
    else {
      await applyDeletions(room, deletions, outcomes);
      deletions = [];
      await applyOneEdit(room, change, outcomes);
    }
  await applyDeletions(room, deletions, outcomes);
}

async function applyOneEdit(room: Room, edit: CheckedEdit, outcomes: Outcomes): Promise<void> {
  const { position } = edit;
  const row = await findEditable(room, edit.sourceId);
  if (row === undefined) {
    if (await keepWaiting(room, edit)) outcomes.set(position, { status: "waiting" });
    else outcomes.refuse(position, "deleted", DELETED_REASON);
    return;
  }
  const result = await applyEdit(room, row, edit);
  if (result instanceof Refusal) outcomes.refused(position, result);
  else outcomes.set(position, { status: "applied" });
}

async function applyDeletions(
  room: Room,
  deletions: readonly CheckedDelete[],
  outcomes: Outcomes,
): Promise<void> {
  if (deletions.length === 0) return;
  const { session, place } = room;
  const rows = await session.query<{ id: number; source_id: string }>(
    `select id, source_id from backread.messages
     where perspective_id = $1 and origin_conversation_id = $2 and source_id = any($3::text[])`,
    [session.perspectiveId, place.originConversationId, deletions.map(({ sourceId }) => sourceId)],
  );
  const known = new Map(rows.map((row) => [row.source_id, row.id]));
  await forget(session, [...known.values()]);
  for (const deletion of deletions) {
    const arrived = known.has(deletion.sourceId);
    if (!arrived) await keepWaiting(room, deletion);
    outcomes.set(deletion.position, { status: arrived ? "applied" : "waiting" });
  }
}

/** Applies what had been waiting for rows that have just been stored. */
export async function applyWaiting(
  room: Room,
  stored: readonly StoredMessage[],
  outcomes: Outcomes,
): Promise<void> {
  if (stored.length === 0) return;
  const waiting = await takeWaiting(
    room,
    stored.map(({ message }) => message.sourceId),
  );
  if (waiting.size === 0) return;
  const deleted: number[] = [];
  for (const row of stored) {
    const changes = waiting.get(row.message.sourceId) ?? [];
    if (changes.some(({ type }) => type === "delete")) {
      deleted.push(row.rowId);
      outcomes.refuse(row.message.position, "deleted", DELETED_REASON);
    } else await applyWaitingEdits(room, row, changes, outcomes);
  }
  await forget(room.session, deleted);
}

/** An edit that turns out to be somebody else's is dropped: its sender has long had its answer. */
async function applyWaitingEdits(
  room: Room,
  { message, messageId }: StoredMessage,
  edits: readonly WaitingChange[],
  outcomes: Outcomes,
): Promise<void> {
  for (const edit of edits) {
    if (edit.type === "delete") continue;
    const row = await findEditable(room, message.sourceId);
    if (row === undefined) throw new Error("a row that was just stored is not there");
    const index = await applyEdit(room, row, edit);
    if (!(index instanceof Refusal))
      outcomes.set(message.position, { status: "stored", messageId, index });
  }
}
