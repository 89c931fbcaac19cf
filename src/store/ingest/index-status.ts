import type { IndexStatus } from "../ingest-port.js";
import type { CheckedMessage } from "./checked-event.js";
import type { Room } from "./place.js";

/** What the row is stored with: right for nearly all, so that few are written twice. */
export function expectedStatus(
  message: Pick<CheckedMessage, "audience" | "repaired">,
): IndexStatus {
  if (message.audience === null) return "no_evidence";
  return message.repaired ? "repaired" : "indexed";
}

export function worse(indexed: IndexStatus, expected: IndexStatus): IndexStatus {
  return indexed === "indexed" ? expected : indexed;
}

export async function saveStatuses(
  { session }: Pick<Room, "session">,
  changed: readonly { readonly rowId: number; readonly status: IndexStatus }[],
): Promise<void> {
  if (changed.length === 0) return;
  await session.query(
    `update backread.messages m set index_status = c.status
     from unnest($2::bigint[], $3::text[]) as c (id, status)
     where m.perspective_id = $1 and m.id = c.id`,
    [session.perspectiveId, changed.map(({ rowId }) => rowId), changed.map(({ status }) => status)],
  );
}
