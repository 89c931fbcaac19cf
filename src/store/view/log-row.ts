import type { Message, Sequence } from "../../model/message.js";
import type { EligibleSql } from "./eligible.js";
import { toAuthor, type RowRecord } from "./stored-row.js";

/** A row as a log serves it. */
export interface LogRecord extends Pick<
  RowRecord,
  | "id"
  | "message_id"
  | "sequence"
  | "public_key"
  | "channel_key"
  | "author_type"
  | "author_id"
  | "author_label"
  | "content"
  | "source_time"
> {
  readonly source_id: string;
  readonly lineage: string;
}

/** Columns of rows `m` of conversations `v`. */
export const LOG_COLUMNS = `m.id, m.message_id::text as message_id, m.sequence,
  v.public_key::text as public_key, m.channel_key, m.author_type, m.author_id, m.author_label,
  m.content, m.source_time, m.source_id, m.lineage`;

/**
 * The number of the thread's root: null for a row that is in no thread, 0 (which no row has) where
 * the root is hidden, deleted or unknown alike.
 */
export function parentSql(sql: EligibleSql): string {
  return `case when m.parent_source_id = '' then null else coalesce((
    select r.sequence from backread.messages r
    where r.origin_conversation_id = m.origin_conversation_id and r.source_id = m.parent_source_id
      and r.conversation_id = m.conversation_id and ${sql.verified("r")}), 0) end`;
}

/**
 * The desk that rows of a conversation, or of one channel of it, belong to: an opaque key, so that
 * no name of a channel can be taken for another desk, or for the general one.
 */
export function deskKey(publicKey: string, channelKey: string): string {
  return channelKey === "" ? publicKey : `${publicKey}/${channelKey}`;
}

export function toMessage(
  record: LogRecord,
  place: { readonly sequence: Sequence; readonly parent: Sequence | null },
): Message {
  const { content, source_id, source_time } = record;
  return {
    ...place,
    chatId: deskKey(record.public_key, record.channel_key),
    author: toAuthor(record),
    content,
    ...(source_time === null ? {} : { at: source_time }),
    sourceId: source_id,
  };
}
