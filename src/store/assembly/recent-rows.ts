import type { RecentRow } from "../../speakers/guild/recent-row.js";
import { DIRECT_KINDS } from "../../speakers/route-kind.js";
import { MAX_RECENT_BYTES, RECENT_ROWS } from "../bounds.js";
import type { BoundSession } from "../scope.js";
import { readBorneOut } from "../view/borne-out.js";
import { EligibleSql } from "../view/eligible.js";
import { Parameters } from "../view/parameters.js";

export interface RecentOf {
  readonly sets: readonly number[];
  readonly conversationId: number;
  /** Rows from this one on are not read. */
  readonly before: number;
}

export interface RecentRows {
  /** Oldest first. */
  readonly rows: readonly RecentRow[];
  /** Older ones were not read. */
  readonly cut: boolean;
  readonly channels: ReadonlySet<string>;
}

interface RecentRecord {
  readonly id: number;
  readonly lineage: string;
  readonly message_id: string;
  readonly sequence: number;
  readonly origin_conversation_id: number;
  readonly channel_key: string;
  readonly channel_label: string;
  readonly thread_key: string;
  readonly author_type: string;
  readonly author_id: string;
  readonly author_label: string;
  /** Whom the actor counts as. */
  readonly actor_id: string;
  readonly content: string;
  readonly at: number | null;
  readonly source_id: string;
  readonly reply_target_source_id: string;
}

/** The newest rows of a conversation's channels that may be read, and that say something. */
export async function readRecentRows(session: BoundSession, of: RecentOf): Promise<RecentRows> {
  const records = await readBorneOut<RecentRecord>(session, of.sets, RECENT_ROWS + 1, (last, most) =>
    readUnasked(session, { ...of, before: last?.sequence ?? of.before }, most),
  );
  const kept = records.slice(0, RECENT_ROWS);
  return {
    rows: kept.map((record) => toRow(record)).toReversed(),
    cut: records.length > kept.length,
    channels: new Set(kept.map(({ channel_key }) => channel_key)),
  };
}

function readUnasked(
  session: BoundSession,
  { sets, conversationId, before }: RecentOf,
  limit: number,
): Promise<readonly RecentRecord[]> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const inChannel = inChannelSql(parameters, "m");
  return session.query<RecentRecord>(
    `select m.id, m.lineage, m.message_id::text as message_id, m.sequence, m.origin_conversation_id,
      m.channel_key, m.channel_label, m.thread_key, m.author_type, m.author_id, m.author_label,
      backread.actor_head(m.perspective_id, m.actor_id) as actor_id, case when octet_length(m.content) <= ${MAX_RECENT_BYTES} then m.content else '' end as content,
      floor(extract(epoch from m.sent_at) * 1000)::bigint as at, m.source_id,
      m.reply_target_source_id
    from backread.messages m
    where m.conversation_id = ${parameters.add(conversationId)}::int
      and m.sequence < ${parameters.add(before)}::bigint
      and m.author_type <> 'system' and m.content ~ '[^[:space:]]'
      and ${inChannel} and ${sql.row("m")}
    order by m.sequence desc limit ${parameters.add(limit)}::int`,
    parameters.values,
  );
}

/**
 * What a row of a guild has besides that it may be read: a channel, and a route that leads to its
 * conversation and is of no direct kind, by what its key, its adapter and its first conversation say.
 * A route was proved when the row arrived, and one on which rows arrived is never turned elsewhere.
 */
function inChannelSql(parameters: Parameters, alias: string): string {
  const direct = `${parameters.add(DIRECT_KINDS)}::text[]`;
  return `${alias}.channel_key <> '' and ${alias}.route_kind <> all(${direct}) and exists (
    select from backread.routes r join backread.conversations o
      on o.perspective_id = ${alias}.perspective_id and o.id = ${alias}.origin_conversation_id
    where r.perspective_id = ${alias}.perspective_id and r.id = ${alias}.route_id
      and r.connector_id = ${alias}.connector_id and r.kind <> all(${direct})
      and o.kind <> all(${direct}) and coalesce(o.merged_into, o.id) = ${alias}.conversation_id)`;
}

function toRow(record: RecentRecord): RecentRow {
  const { origin_conversation_id: origin, channel_key: channel, thread_key: thread } = record;
  return {
    messageId: record.message_id,
    sequence: record.sequence,
    role: roleOf(record),
    lane: JSON.stringify([origin, channel, thread]),
    channelLabel: record.channel_label,
    voice: voiceOf(record),
    label: record.author_label,
    content: record.content,
    at: record.at,
    sourceId: record.source_id,
    replyTo: record.reply_target_source_id,
  };
}

/** An agent's row is the agent's own where its sources are asked about. */
function roleOf({ author_type: type, lineage }: RecentRecord): RecentRow["role"] {
  if (type !== "agent") return "user";
  return lineage === "none" ? "bot" : "assistant";
}

function voiceOf({ author_type: type, author_id: id, actor_id: actor }: RecentRecord): string {
  return type === "agent" && id !== "" ? `agent:${id}` : actor;
}
