import { indexRows } from "../index-rows.js";
import type { IndexStatus } from "../ingest-port.js";
import { AudienceBook, type AudienceIds } from "./audience-book.js";
import type { CheckedMessage } from "./checked-event.js";
import { expectedStatus, saveStatuses, worse } from "./index-status.js";
import { insertMessages, type InsertedRow, type NewRow } from "./insert-messages.js";
import { DELETED_REASON, type Outcomes } from "./outcomes.js";
import { saveNumbering, type Room } from "./place.js";
import { freeSequences, takenSequences } from "./sequences.js";

/** A message that has just been stored. */
export interface StoredMessage extends InsertedRow {
  readonly message: CheckedMessage;
  readonly setId: number | null;
}

/** Stores those of some messages that are new, with their evidence, and indexes them. */
export async function storeMessages(
  room: Room,
  messages: readonly CheckedMessage[],
  outcomes: Outcomes,
): Promise<readonly StoredMessage[]> {
  const fresh = await withoutRepeated(room, messages, outcomes);
  const numbered = await number(room, fresh, outcomes);
  if (numbered.length === 0) return [];
  const book = await AudienceBook.open(room, oldestOf(fresh));
  const rows: NewRow[] = [];
  for (const { message, sequence } of numbered)
    rows.push({ message, sequence, evidence: await evidenceOf(book, message) });
  const inserted = await insertMessages(room, rows);
  await saveNumbering(room);
  const stored = rows.map((row): StoredMessage => {
    const made = inserted.get(row.message.sourceId);
    if (made === undefined) throw new Error("a row of a locked conversation was not stored");
    return { ...made, message: row.message, setId: row.evidence?.setId ?? null };
  });
  await insertEvidence(room, stored, rows);
  await index(room, stored, outcomes);
  return stored;
}

interface KnownRow {
  readonly source_id: string;
  readonly message_id: string;
  readonly state: "live" | "withdrawn" | "deleted";
}

async function withoutRepeated(
  { session, place }: Room,
  messages: readonly CheckedMessage[],
  outcomes: Outcomes,
): Promise<readonly CheckedMessage[]> {
  const rows = await session.query<KnownRow>(
    `select source_id, message_id, state from backread.messages
     where perspective_id = $1 and origin_conversation_id = $2 and source_id = any($3::text[])`,
    [session.perspectiveId, place.originConversationId, messages.map(({ sourceId }) => sourceId)],
  );
  const known = new Map(rows.map((row) => [row.source_id, row]));
  return messages.filter(({ sourceId, position }) => {
    const row = known.get(sourceId);
    if (row === undefined) return true;
    if (row.state === "live")
      outcomes.set(position, { status: "repeated", messageId: row.message_id });
    else outcomes.refuse(position, "deleted", DELETED_REASON);
    return false;
  });
}

interface Numbered {
  readonly message: CheckedMessage;
  readonly sequence: number;
}

/** The first row decides how a conversation is numbered; rows of another numbering are refused. */
async function number(
  room: Room,
  messages: readonly CheckedMessage[],
  outcomes: Outcomes,
): Promise<readonly Numbered[]> {
  const [first] = messages;
  if (first === undefined) return [];
  room.numbering ??= first.numbering;
  const alike = messages.filter(({ numbering, position }) => {
    if (numbering === room.numbering) return true;
    const reason = `the conversation is numbered by ${room.numbering}, and the row by ${numbering}`;
    outcomes.refuse(position, "mixed_numbering", reason);
    return false;
  });
  const numbered =
    room.numbering === "source"
      ? await bySource(room, alike, outcomes)
      : withoutLost(await byTimeOrOrder(room, alike), outcomes);
  for (const { sequence } of numbered) room.lastSequence = Math.max(room.lastSequence, sequence);
  return numbered;
}

async function bySource(
  { session, place }: Room,
  messages: readonly CheckedMessage[],
  outcomes: Outcomes,
): Promise<readonly Numbered[]> {
  const numbered = messages.map((message) => ({ message, sequence: message.event.sequence ?? 0 }));
  const wanted = numbered.map(({ sequence }) => sequence);
  const { conversationId } = place;
  const taken = new Set(await takenSequences({ session, conversationId }, wanted));
  return numbered.filter(({ message, sequence }) => {
    if (taken.has(sequence)) {
      outcomes.refuse(message.position, "malformed_event", "another row has the sequence");
      return false;
    }
    taken.add(sequence);
    return true;
  });
}

async function byTimeOrOrder(
  { session, place, lastSequence }: Room,
  messages: readonly CheckedMessage[],
): Promise<readonly Numbered[]> {
  const wanted = messages.map(({ sentAt }, index) => sentAt ?? lastSequence + 1 + index);
  const { conversationId } = place;
  const given = await freeSequences({ session, conversationId, lastSequence }, wanted);
  return messages.map((message, index) => ({ message, sequence: given[index] ?? 0 }));
}

/** A number beyond the last safe one could be stored, and nothing of its conversation read again. */
function withoutLost(numbered: readonly Numbered[], outcomes: Outcomes): readonly Numbered[] {
  return numbered.filter(({ message, sequence }) => {
    if (Number.isSafeInteger(sequence)) return true;
    outcomes.refuse(message.position, "malformed_event", "no number is left at its time");
    return false;
  });
}

function oldestOf(messages: readonly CheckedMessage[]): number | null {
  const times = messages.flatMap(({ sentAt }) => (sentAt === null ? [] : [sentAt]));
  return times.length === 0 ? null : times.reduce((oldest, at) => Math.min(oldest, at));
}

async function evidenceOf(
  book: AudienceBook,
  { audience, conversationOnly, event, sentAt }: CheckedMessage,
): Promise<AudienceIds | null> {
  if (audience === null) return null;
  const channelKey = event.channel ?? "";
  return book.idsOf({ audience, conversationOnly, channelKey, at: sentAt });
}

async function insertEvidence(
  { session }: Room,
  stored: readonly StoredMessage[],
  rows: readonly NewRow[],
): Promise<void> {
  const recorded = stored.flatMap(({ rowId }, index) => {
    const audienceId = rows[index]?.evidence?.audienceId;
    return audienceId === undefined ? [] : [{ rowId, audienceId }];
  });
  if (recorded.length === 0) return;
  await session.query(
    `insert into backread.evidence (perspective_id, row_id, audience_id, source)
     select $1, row_id, audience_id, 'sent'
     from unnest($2::bigint[], $3::int[]) as e (row_id, audience_id)`,
    [
      session.perspectiveId,
      recorded.map(({ rowId }) => rowId),
      recorded.map(({ audienceId }) => audienceId),
    ],
  );
}

async function index(
  room: Room,
  stored: readonly StoredMessage[],
  outcomes: Outcomes,
): Promise<void> {
  const readable = stored.flatMap(({ rowId, setId, message }) =>
    setId === null ? [] : [{ rowId, setId, content: message.content }],
  );
  const statuses = await indexRows(room.session, readable);
  const indexed = new Map(readable.map(({ rowId }, at) => [rowId, statuses[at] ?? "indexed"]));
  const changed: { readonly rowId: number; readonly status: IndexStatus }[] = [];
  for (const { rowId, messageId, message } of stored) {
    const expected = expectedStatus(message);
    const status = worse(indexed.get(rowId) ?? "no_evidence", expected);
    if (status !== expected) changed.push({ rowId, status });
    outcomes.set(message.position, { status: "stored", messageId, index: status });
  }
  await saveStatuses(room, changed);
}
