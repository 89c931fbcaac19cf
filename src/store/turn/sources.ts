import { EvidenceWithdrawnError } from "../../model/store-errors.js";
import type { Room } from "../ingest/place.js";
import { membersOf } from "../audiences.js";
import type { BoundSession } from "../scope.js";
import type { EvidenceRow } from "./evidence.js";

/** Every audience that some sources stand on. */
export function audiencesOf(
  session: BoundSession,
  sources: readonly EvidenceRow[],
): Promise<readonly number[]> {
  return membersOf(session, [...new Set(sources.map(({ setId }) => setId))]);
}

/** Names nothing: which message is gone would be news of it. */
export function withdrawn(turnId: string): EvidenceWithdrawnError {
  return new EvidenceWithdrawnError("something that the turn saw may not be shown there any more", {
    turnId,
  });
}

/** Whether a source shows, in this conversation, text of others that was not traced to its row. */
export async function hasQuoteOfUnknown(
  { session, place }: Room,
  sources: readonly EvidenceRow[],
): Promise<boolean> {
  const rows = await session.query(
    `select from backread.messages
     where perspective_id = $1 and id = any($2::bigint[]) and conversation_id = $3
       and quoted <> '' and quoted_row is null limit 1`,
    [session.perspectiveId, sources.map(({ id }) => id), place.conversationId],
  );
  return rows.length > 0;
}
