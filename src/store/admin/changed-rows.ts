import { renameSubjects } from "../ingest/subjects.js";
import type { BoundSession } from "../scope.js";

/** A row that was changed, as `update … returning` gives it. */
export interface ChangedRow {
  readonly id: number;
  readonly origin: number;
  readonly source_id: string;
}

/** Columns of `ChangedRow`, of rows `m`. */
export const CHANGED = "m.id, m.origin_conversation_id as origin, m.source_id";

/** Says anew whom replies answer: the changed rows themselves, and those that answer them. */
export async function renameAround(
  session: BoundSession,
  changed: readonly ChangedRow[],
): Promise<void> {
  for (const origin of new Set(changed.map((row) => row.origin))) {
    const rows = changed.filter((row) => row.origin === origin);
    const replies = { session, place: { originConversationId: origin } };
    await renameSubjects(replies, { rowIds: rows.map(({ id }) => id) });
    await renameSubjects(replies, { sourceIds: rows.map(({ source_id }) => source_id) });
  }
}
