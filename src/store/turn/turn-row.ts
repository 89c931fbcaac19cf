import type { ConversationRef } from "../port.js";
import type { BoundSession } from "../scope.js";
import type { Delivered } from "../turn-port.js";

/** A turn as it is kept, so that another process can go on with it. */
export interface TurnRow {
  readonly runId: string | null;
  /** Message ids in the order in which they entered. */
  readonly ledger: readonly string[];
  readonly destination: TurnPlace;
  /** Where the reply stands once it is delivered; deleting it later changes nothing here. */
  readonly delivered: Delivered | null;
}

/** What of a destination a turn cannot change: the same id elsewhere is another turn. */
export interface TurnPlace {
  readonly conversation: ConversationRef;
  readonly channel: string;
}

interface StoredTurn {
  readonly run_id: string | null;
  readonly ledger: readonly string[];
  readonly destination: TurnPlace;
  readonly message_id: string | null;
  readonly sequence: number | null;
}

const CREATE = `
insert into backread.turns (perspective_id, turn_id, run_id, destination)
values ($1, $2, $3, $4::text::jsonb)
on conflict (perspective_id, turn_id) do nothing`;

/** The turn's row, made where it is new; nothing else of it changes. */
export async function createTurnRow(
  session: BoundSession,
  turnId: string,
  made: { readonly runId: string | null; readonly destination: TurnPlace },
): Promise<TurnRow> {
  const values = [session.perspectiveId, turnId, made.runId, JSON.stringify(made.destination)];
  await session.query(CREATE, values);
  return lockTurnRow(session, turnId);
}

const READ = `
select t.run_id, t.ledger::text[] as ledger, t.destination, m.message_id::text as message_id, m.sequence
from backread.turns t
left join backread.messages m on m.perspective_id = t.perspective_id and m.id = t.reply_row
where t.perspective_id = $1 and t.turn_id = $2`;

/** Errors: none for a turn that was made; its row is never removed. */
export async function readTurnRow(session: BoundSession, turnId: string): Promise<TurnRow> {
  const [row] = await session.query<StoredTurn>(READ, [session.perspectiveId, turnId]);
  if (row === undefined) throw new Error("a turn has a row from its beginning");
  const { message_id: messageId, sequence } = row;
  const delivered = messageId === null || sequence === null ? null : { messageId, sequence };
  return { runId: row.run_id, ledger: row.ledger, destination: row.destination, delivered };
}

const LOCK = `
select from backread.turns where perspective_id = $1 and turn_id = $2 for update`;

/** As `readTurnRow`, and nobody else grows or delivers the turn until the commit. */
export async function lockTurnRow(session: BoundSession, turnId: string): Promise<TurnRow> {
  // Locked first and read then: the statement that waits has the snapshot of before.
  await session.query(LOCK, [session.perspectiveId, turnId]);
  return readTurnRow(session, turnId);
}

/** The row has to be locked. */
export async function writeLedger(
  session: BoundSession,
  turnId: string,
  ledger: readonly string[],
): Promise<void> {
  await session.query(
    `update backread.turns set ledger = $3::uuid[] where perspective_id = $1 and turn_id = $2`,
    [session.perspectiveId, turnId, ledger],
  );
}
