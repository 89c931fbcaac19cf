import { InvalidArgumentError } from "../../model/errors.js";
import type { Audience } from "../../speakers/audience.js";
import { internAudience, internSet } from "../audiences.js";
import type { BoundSession, Scope } from "../scope.js";
import type { Delivered, Reply } from "../turn-port.js";
import type { TurnBinding } from "./deliver.js";
import type { EvidenceRow } from "./evidence.js";
import { audiencesOf } from "./sources.js";

/** What a verified delivery writes. */
export interface VerifiedReply {
  readonly scope: Scope;
  readonly reply: Reply;
  /** The destination's audience as rechecked. */
  readonly audience: Audience;
  readonly sources: readonly EvidenceRow[];
}

/** Writes the reply, its evidence and its lineage; the conversation and its sources are locked. */
export async function writeReply(
  session: BoundSession,
  turn: TurnBinding,
  verified: VerifiedReply,
): Promise<Delivered> {
  const own = await ownAudience(session, turn, verified.audience);
  const inherited = await audiencesOf(session, verified.sources);
  const setId = await internSet(session, [own, ...inherited]);
  const row = await insertReply(session, turn, { ...verified, setId });
  const values = [session.perspectiveId, row.id];
  await session.query(
    `insert into backread.evidence (perspective_id, row_id, audience_id, source)
     values ($1, $2, $3, 'delivered')`,
    [...values, own],
  );
  await insertLineage(session, row.id, verified.sources);
  await session.query(
    `update backread.turns set reply_row = $2, delivered_at = clock_timestamp()
     where perspective_id = $1 and turn_id = $3`,
    [...values, turn.turnId],
  );
  return { messageId: row.message_id, sequence: row.sequence };
}

const GENERATION = `
select count(*)::int as generation from backread.membership_events
where perspective_id = $1 and conversation_id = $2 and (channel_key is null or channel_key = $3)`;

async function ownAudience(
  session: BoundSession,
  { place, channel }: TurnBinding,
  audience: Audience,
): Promise<number> {
  const { connectorId, originConversationId } = place;
  const values = [session.perspectiveId, originConversationId, channel];
  const [row] = await session.query<{ readonly generation: number }>(GENERATION, values);
  return internAudience(
    session,
    { connectorId, originConversationId, channelKey: channel },
    { audience, conversationOnly: false, generation: row?.generation ?? 0 },
  );
}

interface ReplyRow {
  readonly id: number;
  readonly message_id: string;
  readonly sequence: number;
}

// A reply stands where the message that it answers stands, where both are of one channel.
const INSERT_REPLY = `
with answered as (
  select * from backread.messages
  where perspective_id = $1 and message_id = $10::uuid and conversation_id = $2 and channel_key = $7
), reply as (
  select coalesce($9::timestamptz, date_trunc('milliseconds', clock_timestamp())) as sent_at
)
insert into backread.messages (perspective_id, conversation_id, origin_conversation_id, connector_id,
  route_id, route_kind, channel_key, sequence, source_id, author_type, author_id, author_label,
  content, source_time, sent_at, set_id, lineage, turn_id, index_status,
  channel_label, thread_key, guild_key, parent_source_id, reply_target_source_id)
select $1, $2, $3, $4, $5, $6, $7, $8, $11, 'agent', $12, $13, $14, $9, reply.sent_at, $15, 'known',
  $16, 'indexed', coalesce(a.channel_label, ''), coalesce(a.thread_key, ''),
  coalesce(a.guild_key, ''), coalesce(a.parent_source_id, ''), coalesce(a.source_id, '')
from reply left join answered a on true
on conflict (perspective_id, origin_conversation_id, source_id) do nothing
returning id, message_id, sequence`;

async function insertReply(
  session: BoundSession,
  turn: TurnBinding,
  { scope, reply, setId }: VerifiedReply & { readonly setId: number },
): Promise<ReplyRow> {
  const { place, channel, turnId, answering } = turn;
  const { agent } = scope.perspective;
  const sentAt = reply.sentAt ?? new Date().toISOString();
  const [row] = await session.query<ReplyRow>(INSERT_REPLY, [
    session.perspectiveId,
    place.conversationId,
    place.originConversationId,
    place.connectorId,
    place.routeId,
    place.routeKind,
    channel,
    await nextSequence(session, place.conversationId, sentAt),
    sentAt,
    answering,
    reply.sourceId ?? `turn:${turnId}`,
    turn.agentIds[0] ?? agent,
    agent,
    reply.content,
    setId,
    turnId,
  ]);
  if (row !== undefined) return row;
  throw InvalidArgumentError.of("reply.sourceId", "is another message's of this conversation");
}

const FREE_SEQUENCE = `
with wanted as (
  select case when coalesce(c.numbering, 'time') = 'time'
    then (extract(epoch from $3::timestamptz) * 1000000)::bigint
    else c.last_sequence + 1 end as first
  from backread.conversations c where c.perspective_id = $1 and c.id = $2
), taken as (
  select m.sequence from backread.messages m, wanted
  where m.perspective_id = $1 and m.conversation_id = $2 and m.sequence = wanted.first
), free as (
  select case when not exists (select from taken) then wanted.first else (
    select min(m.sequence) + 1 from backread.messages m
    where m.perspective_id = $1 and m.conversation_id = $2 and m.sequence >= wanted.first
      and not exists (select from backread.messages n where n.perspective_id = $1
        and n.conversation_id = $2 and n.sequence = m.sequence + 1)) end as sequence
  from wanted
)
update backread.conversations c
set numbering = coalesce(c.numbering, 'time'), last_sequence = greatest(c.last_sequence, f.sequence)
from free f where c.perspective_id = $1 and c.id = $2
returning f.sequence`;

async function nextSequence(
  session: BoundSession,
  conversationId: number,
  sentAt: string,
): Promise<number> {
  const values = [session.perspectiveId, conversationId, sentAt];
  const [row] = await session.query<{ readonly sequence: number }>(FREE_SEQUENCE, values);
  if (row === undefined) throw new Error("a bound conversation has a row");
  return row.sequence;
}

const INSERT_LINEAGE = `
insert into backread.lineage (perspective_id, row_id, source_row, source_epoch)
select $1, $2, s.id, s.epoch from unnest($3::bigint[], $4::int[]) as s (id, epoch)`;

async function insertLineage(
  session: BoundSession,
  replyRow: number,
  sources: readonly EvidenceRow[],
): Promise<void> {
  await session.query(INSERT_LINEAGE, [
    session.perspectiveId,
    replyRow,
    sources.map(({ id }) => id),
    sources.map(({ lineageEpoch }) => lineageEpoch),
  ]);
}
