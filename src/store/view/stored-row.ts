import type { Author } from "../../model/message.js";
import type { ConversationKind, StoredRow } from "../port.js";
import { instantSql, shortInstant } from "./instant.js";

/** A row as the statements here select it. */
export interface RowRecord {
  readonly id: number;
  readonly message_id: string;
  readonly sequence: number;
  readonly public_key: string;
  readonly connector_type: string;
  readonly connector_name: string;
  readonly kind: ConversationKind;
  readonly key: string;
  readonly channel_key: string;
  readonly channel_label: string;
  readonly author_type: Author["type"];
  readonly author_id: string;
  readonly author_label: string;
  readonly content: string;
  readonly quoted: string;
  readonly source_time: string | null;
  readonly sent_at: string | null;
  readonly edited: boolean;
}

/**
 * Columns of rows `m` of conversations `v` of connectors `n`. Text of others is shown where its own
 * audiences allow it; where its source was never found, in the row's own conversation alone.
 */
export function rowColumns(sets: string, conversationId: string): string {
  return `m.id, m.message_id::text as message_id, m.sequence, v.public_key::text as public_key,
    n.type as connector_type, n.name as connector_name, v.kind, v.key,
    m.channel_key, m.channel_label, m.author_type, m.author_id, m.author_label, m.content,
    case when m.quoted_set_id = any(${sets})
      or m.quoted_row is null and m.conversation_id = ${conversationId}
      then m.quoted else '' end as quoted,
    m.source_time, ${instantSql("m.sent_at")} as sent_at, m.edited_at is not null as edited`;
}

/** The conversation `v` and the connector `n` of rows `m`. */
export const ROW_PLACES = `
  join backread.conversations v on v.perspective_id = m.perspective_id and v.id = m.conversation_id
  join backread.connectors n on n.perspective_id = m.perspective_id and n.id = v.connector_id`;

export function toStoredRow(record: RowRecord): StoredRow {
  const { channel_key, channel_label } = record;
  return Object.freeze({
    messageId: record.message_id,
    sequence: record.sequence,
    conversation: record.public_key,
    ref: {
      connector: { type: record.connector_type, name: record.connector_name },
      kind: record.kind,
      id: record.key,
    },
    room: channel_label,
    channel: channel_key === "" ? null : { id: channel_key, label: channel_label },
    author: toAuthor(record),
    content: record.content,
    quoted: record.quoted === "" ? null : record.quoted,
    at: record.source_time,
    sentAt: record.sent_at === null ? null : shortInstant(record.sent_at),
    edited: record.edited,
  });
}

/** A system row keeps its kind where others keep their id. */
export function toAuthor({
  author_type: type,
  author_id: id,
  author_label: label,
}: Pick<RowRecord, "author_type" | "author_id" | "author_label">): Author {
  if (type === "operator") return { type };
  return type === "system" ? { type, kind: id, label } : { type, id, label };
}
