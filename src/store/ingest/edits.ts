import type { Audience } from "../../speakers/audience.js";
import { internSet, type AudienceRecord } from "../audiences.js";
import { deleteEmbeddings, indexRows, renewEmbeddings, unindexRows } from "../index-rows.js";
import type { IndexStatus } from "../ingest-port.js";
import { instantOfMicros } from "../instant.js";
import { AudienceBook } from "./audience-book.js";
import { Refusal, type CheckedEdit } from "./checked-event.js";
import { worse } from "./index-status.js";
import { DELETED_REASON } from "./outcomes.js";
import type { Room } from "./place.js";
import { linkQuotes } from "./quotes.js";

export type Edit = Pick<CheckedEdit, "by" | "content" | "repaired" | "at" | "audience">;

export interface EditableRow {
  readonly id: number;
  readonly message_id: string;
  readonly source_id: string;
  readonly author_type: string;
  readonly author_id: string;
  readonly state: "live" | "withdrawn" | "deleted";
  readonly channel_key: string;
  readonly content: string;
  readonly set_id: number | null;
  /** Microseconds. */
  readonly edited_at: number | null;
  readonly index_status: IndexStatus;
}

/** The row of a source id, locked; undefined when it has not arrived. */
export async function findEditable(
  { session, place }: Room,
  sourceId: string,
): Promise<EditableRow | undefined> {
  const [row] = await session.query<EditableRow>(
    `select id, message_id, source_id, author_type, author_id, state, channel_key, content, set_id,
       (extract(epoch from edited_at) * 1000000)::bigint as edited_at, index_status
     from backread.messages
     where perspective_id = $1 and origin_conversation_id = $2 and source_id = $3 for update`,
    [session.perspectiveId, place.originConversationId, sourceId],
  );
  return row;
}

/**
 * Applies an edit to a locked row: its text is that of its newest edit, its readers are those of the
 * original and of every edit. Answers the row's index status afterwards, or why it is refused.
 */
export async function applyEdit(
  room: Room,
  row: EditableRow,
  edit: Edit,
): Promise<IndexStatus | Refusal> {
  if (row.state !== "live") return new Refusal("deleted", DELETED_REASON);
  if (!isAuthor(row, edit.by))
    return new Refusal("edit_by_other", "only the author of a row may edit it");
  const setId = await narrowedSet(room, row, edit);
  if (isNewer(row, edit)) return rewrite(room, row, { ...edit, setId });
  if (setId === row.set_id) return row.index_status;
  const { content, edited_at, index_status } = row;
  return rewrite(room, row, {
    content,
    at: edited_at,
    repaired: index_status === "repaired",
    setId,
  });
}

/** Nobody can be shown to be the author of a row that has no author's id. */
function isAuthor({ author_type, author_id }: EditableRow, by: string): boolean {
  return (author_type === "person" || author_type === "agent") && author_id === by;
}

/** Of two edits at one instant the greater text counts, so that their order makes no difference. */
function isNewer(row: EditableRow, { at, content }: Edit): boolean {
  if (row.edited_at === null || at > row.edited_at) return true;
  return at === row.edited_at && content > row.content;
}

interface AudienceRow extends AudienceRecord {
  readonly conversation_id: number;
}

/** The row's set with the audience of an edit in it; null where either has no evidence. */
async function narrowedSet(room: Room, row: EditableRow, edit: Edit): Promise<number | null> {
  if (row.set_id === null || edit.audience === null) return null;
  const { session } = room;
  const members = await audiencesOfSet(room, row.set_id);
  const book = await AudienceBook.open(room, edit.at);
  const seen = { audience: edit.audience, conversationOnly: false, channelKey: row.channel_key };
  const now = book.asOfNow({ ...seen, at: edit.at });
  const equal = members.find((member) => isEqual(member, now, row, room));
  const own = equal?.id ?? (await book.idsOf({ ...seen, at: edit.at })).audienceId;
  await session.query(
    `insert into backread.evidence (perspective_id, row_id, audience_id, source)
     values ($1, $2, $3, 'edited') on conflict do nothing`,
    [session.perspectiveId, row.id, own],
  );
  if (members.some(({ id }) => id === own)) return row.set_id;
  return internSet(session, [...members.map(({ id }) => id), own]);
}

function audiencesOfSet({ session }: Room, setId: number): Promise<readonly AudienceRow[]> {
  return session.query<AudienceRow>(
    `select a.id, a.kind, a.readers, a.direct, a.external, a.channel_key, a.conversation_id
     from backread.audience_set_members m join backread.audiences a
       on a.perspective_id = m.perspective_id and a.id = m.audience_id
     where m.perspective_id = $1 and m.set_id = $2`,
    [session.perspectiveId, setId],
  );
}

/** A version of the same place with the same readers says all that the edit's audience would say. */
function isEqual(
  member: AudienceRow,
  audience: Audience,
  row: EditableRow,
  { place }: Room,
): boolean {
  if (member.conversation_id !== place.originConversationId) return false;
  if (member.channel_key !== row.channel_key || member.kind !== audience.kind) return false;
  if (audience.kind === "public") return true;
  if (member.external !== (audience.external === true)) return false;
  if (audience.kind === "workspace") return true;
  return (
    member.direct === (audience.direct === true) &&
    JSON.stringify(member.readers) === JSON.stringify(audience.readers)
  );
}

interface Rewritten {
  readonly content: string;
  readonly repaired: boolean;
  readonly at: number | null;
  readonly setId: number | null;
}

/** Replaces text and set everywhere. The number of the row stays, its lineage epoch does not. */
async function rewrite(room: Room, row: EditableRow, next: Rewritten): Promise<IndexStatus> {
  const { session } = room;
  await unindexRows(session, [row.id]);
  const status = await indexAgain(room, row, next);
  await session.query(
    `update backread.messages set content = $3, set_id = $4, edited_at = $5::text::timestamptz,
       index_status = $6, lineage_epoch = lineage_epoch + 1
     where perspective_id = $1 and id = $2`,
    [
      session.perspectiveId,
      row.id,
      next.content,
      next.setId,
      next.at === null ? null : instantOfMicros(next.at),
      status,
    ],
  );
  await linkQuotes(room, { sourceIds: [row.source_id] });
  return status;
}

async function indexAgain(
  { session }: Room,
  row: EditableRow,
  { content, repaired, setId }: Rewritten,
): Promise<IndexStatus> {
  if (setId === null) {
    await deleteEmbeddings(session, [row.id]);
    return "no_evidence";
  }
  await renewEmbeddings(session, [row.id]);
  const [indexed = "not_indexable"] = await indexRows(session, [{ rowId: row.id, setId, content }]);
  return worse(indexed, repaired ? "repaired" : "indexed");
}
