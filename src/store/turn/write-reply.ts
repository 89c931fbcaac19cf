import { InvalidArgumentError } from "../../model/errors.js";
import { InvalidDestinationError } from "../../model/store-errors.js";
import type { Audience } from "../../speakers/audience.js";
import { internSet } from "../audiences.js";
import { indexRows } from "../index-rows.js";
import type { IndexStatus } from "../ingest-port.js";
import { AudienceBook } from "../ingest/audience-book.js";
import { saveStatuses, worse } from "../ingest/index-status.js";
import { saveNumbering, type Room } from "../ingest/place.js";
import { freeSequences } from "../ingest/sequences.js";
import { instantOfMicros } from "../instant.js";
import { storable } from "../text.js";
import type { Delivered, Reply } from "../turn-port.js";
import type { BoundReply } from "./bound-turn.js";
import type { EvidenceRow } from "./evidence.js";
import { settle } from "./settle.js";
import { audiencesOf, hasQuoteOfUnknown } from "./sources.js";

/** A reply that may be delivered. */
export interface VerifiedReply {
  readonly reply: Reply;
  /** Microseconds. */
  readonly sentAt: number;
  /** Name of the perspective's agent. */
  readonly agent: string;
  /** The destination's audience as rechecked, and when the host read it, in microseconds. */
  readonly audience: Audience;
  readonly asOf: number;
  readonly sources: readonly EvidenceRow[];
}

/** Writes the reply, its evidence and its lineage; the conversation and its sources are locked. */
export async function writeReply(
  room: Room,
  turn: BoundReply,
  verified: VerifiedReply,
): Promise<Delivered> {
  const { session } = room;
  const { sources } = verified;
  const own = await ownAudience(room, turn, verified);
  const setId = await internSet(session, [own, ...(await audiencesOf(session, sources))]);
  const content = storable(verified.reply.content);
  const sequence = await nextSequence(room, verified.sentAt);
  const status: IndexStatus = content === verified.reply.content ? "indexed" : "repaired";
  const row = await insertReply(room, turn, { ...verified, content, setId, sequence, status });
  await session.query(INSERT_RECORDS, [
    session.perspectiveId,
    row.id,
    own,
    sources.map(({ id }) => id),
    sources.map(({ lineageEpoch }) => lineageEpoch),
    turn.turnId,
  ]);
  const [indexed = status] = await indexRows(session, [{ rowId: row.id, setId, content }]);
  if (indexed !== "indexed")
    await saveStatuses(room, [{ rowId: row.id, status: worse(indexed, status) }]);
  await settle(room, row);
  return { messageId: row.message_id, sequence };
}

/**
 * Text whose source is not known was shown because the row that quotes it is of this conversation:
 * what was made of it stays here too.
 */
async function ownAudience(
  room: Room,
  { channel }: BoundReply,
  { audience, asOf, sources }: VerifiedReply,
): Promise<number> {
  const book = await AudienceBook.open(room, asOf);
  const conversationOnly = await hasQuoteOfUnknown(room, sources);
  const { audienceId } = await book.idsOf({
    audience,
    conversationOnly,
    channelKey: channel,
    at: asOf,
  });
  return audienceId;
}

async function nextSequence(room: Room, sentAt: number): Promise<number> {
  room.numbering ??= "time";
  const { session, place, numbering, lastSequence } = room;
  const wanted = numbering === "time" ? sentAt : lastSequence + 1;
  const { conversationId } = place;
  const [sequence = wanted] = await freeSequences({ session, conversationId, lastSequence }, [
    wanted,
  ]);
  if (!Number.isSafeInteger(sequence))
    throw new InvalidDestinationError("no number is left in the conversation", {
      reason: "has no number left",
    });
  room.lastSequence = Math.max(lastSequence, sequence);
  await saveNumbering(room);
  return sequence;
}

// A reply stands where the message that it answers stands, where both are of one channel. A name of
// the channel that was filled in there goes with the row that said it, so it is not passed on.
const INSERT_REPLY = `
insert into backread.messages (perspective_id, conversation_id, origin_conversation_id, connector_id,
  route_id, route_kind, channel_key, sequence, source_id, author_type, author_id, author_label,
  content, sent_at, set_id, turn_id, index_status, lineage,
  channel_label, thread_key, guild_key, parent_source_id, reply_target_source_id)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, 'agent', $10, $11, $12, $13::timestamptz, $14, $15, $16,
  'known', case when exists (select from backread.channel_fills f
    where f.perspective_id = $1 and f.row_id = a.id) then '' else coalesce(a.channel_label, '') end,
  coalesce(a.thread_key, ''), coalesce(a.guild_key, ''), coalesce(a.parent_source_id, ''),
  coalesce(a.source_id, '')
from (select) as reply left join backread.messages a
  on a.perspective_id = $1 and a.message_id = $17::uuid and a.channel_key = $7
    and a.origin_conversation_id = $3
on conflict (perspective_id, origin_conversation_id, source_id) do nothing
returning id, message_id::text as message_id, source_id`;

interface ReplyRow {
  readonly id: number;
  readonly message_id: string;
  readonly source_id: string;
}

async function insertReply(
  { session, connector, place }: Room,
  turn: BoundReply,
  row: Omit<VerifiedReply, "audience"> & {
    readonly content: string;
    readonly setId: number;
    readonly sequence: number;
    readonly status: IndexStatus;
  },
): Promise<ReplyRow> {
  const [agentId = row.agent] = connector.agentIds;
  const [made] = await session.query<ReplyRow>(INSERT_REPLY, [
    session.perspectiveId,
    place.conversationId,
    place.originConversationId,
    connector.id,
    place.routeId,
    place.routeKind,
    turn.channel,
    row.sequence,
    row.reply.sourceId ?? `turn:${turn.turnId}`,
    agentId,
    row.agent,
    row.content,
    instantOfMicros(row.sentAt),
    row.setId,
    turn.turnId,
    row.status,
    turn.answering,
  ]);
  if (made !== undefined) return made;
  throw InvalidArgumentError.of("reply.sourceId", "is another message's of this conversation");
}

const INSERT_RECORDS = `
with evidence as (
  insert into backread.evidence (perspective_id, row_id, audience_id, source)
  values ($1, $2, $3, 'delivered')
), lineage as (
  insert into backread.lineage (perspective_id, row_id, source_row, source_epoch)
  select $1, $2, s.id, s.epoch from unnest($4::bigint[], $5::int[]) as s (id, epoch)
)
update backread.turns set reply_row = $2, delivered_at = clock_timestamp()
where perspective_id = $1 and turn_id = $6`;
