import { forget } from "../forget.js";
import { applyEdit, findEditable } from "../ingest/edits.js";
import type { Room } from "../ingest/place.js";
import { linkQuotes } from "../ingest/quotes.js";
import { nameSubjects } from "../ingest/subjects.js";
import { takeWaiting, type WaitingChange } from "../ingest/waiting.js";

/**
 * The transport may have sent a reply before it was delivered here: what quotes, answers, edits or
 * deletes it may have arrived first.
 */
export async function settle(
  room: Room,
  { id, source_id: sourceId }: { readonly id: number; readonly source_id: string },
): Promise<void> {
  const sourceIds = [sourceId];
  await linkQuotes(room, { sourceIds });
  await nameSubjects(room, { rowIds: [id] });
  await nameSubjects(room, { sourceIds });
  const waiting = (await takeWaiting(room, sourceIds)).get(sourceId) ?? [];
  if (waiting.some(({ type }) => type === "delete")) await forget(room.session, [id]);
  else await applyEdits(room, sourceId, waiting);
}

async function applyEdits(
  room: Room,
  sourceId: string,
  edits: readonly WaitingChange[],
): Promise<void> {
  for (const edit of edits) {
    if (edit.type === "delete") continue;
    const row = await findEditable(room, sourceId);
    // An edit by anybody but the agent is refused, as it would have been had it come later.
    if (row !== undefined) await applyEdit(room, row, edit);
  }
}
