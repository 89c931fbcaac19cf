import { routeKindOf } from "../../speakers/route-kind.js";
import type { SqlValue } from "../database.js";
import { instantOfMicros } from "../instant.js";
import { storable } from "../text.js";
import type { AudienceIds } from "./audience-book.js";
import type { CheckedMessage } from "./checked-event.js";
import { expectedStatus } from "./index-status.js";
import type { Room } from "./place.js";

export interface NewRow {
  readonly message: CheckedMessage;
  readonly sequence: number;
  /** Null without evidence of who could read it. */
  readonly evidence: AudienceIds | null;
}

export interface InsertedRow {
  readonly rowId: number;
  readonly messageId: string;
}

interface Column {
  readonly name: string;
  readonly type: "text" | "bigint" | "int";
  /** What the column is made of, where not of the array as it is. */
  readonly as?: string;
  readonly of: (row: NewRow) => string | number | null;
}

/** Of rows of which it was looked up whom they answer. */
export const ATTRIBUTION_VERSION = 1;

const COLUMNS: readonly Column[] = [
  { name: "sequence", type: "bigint", of: ({ sequence }) => sequence },
  { name: "source_id", type: "text", of: ({ message }) => message.sourceId },
  { name: "parent_source_id", type: "text", of: ({ message }) => message.event.parent ?? "" },
  {
    name: "reply_target_source_id",
    type: "text",
    of: ({ message }) => message.event.replyTarget ?? "",
  },
  { name: "reply_author_id", type: "text", of: ({ message }) => message.event.replyAuthor ?? "" },
  { name: "channel_key", type: "text", of: ({ message }) => message.event.channel ?? "" },
  {
    name: "channel_label",
    type: "text",
    of: ({ message }) => message.event.channelLabel ?? "",
  },
  { name: "thread_key", type: "text", of: ({ message }) => message.event.thread ?? "" },
  { name: "guild_key", type: "text", of: ({ message }) => message.event.guild ?? "" },
  { name: "author_type", type: "text", of: ({ message }) => message.event.author.type },
  { name: "author_id", type: "text", of: ({ message }) => message.authorId },
  { name: "author_label", type: "text", of: ({ message }) => message.authorLabel },
  { name: "actor_id", type: "text", of: ({ message }) => message.actorId },
  { name: "content", type: "text", of: ({ message }) => message.content },
  { name: "quoted", type: "text", of: ({ message }) => message.event.quoted?.text ?? "" },
  {
    name: "quoted_source_id",
    type: "text",
    of: ({ message }) => message.event.quoted?.sourceId ?? "",
  },
  { name: "quoted_label", type: "text", of: ({ message }) => message.event.quoted?.label ?? "" },
  {
    name: "source_time",
    type: "text",
    of: ({ message: { event } }) => (event.at === undefined ? null : storable(event.at)),
  },
  {
    name: "sent_at",
    type: "text",
    // A driver that knows the parameter for a time may round it to milliseconds.
    as: "sent_at::timestamptz",
    of: ({ message: { sentAt } }) => (sentAt === null ? null : instantOfMicros(sentAt)),
  },
  {
    name: "reply_attribution_version",
    type: "int",
    of: ({ message }) => (message.event.replyTarget === undefined ? 0 : ATTRIBUTION_VERSION),
  },
  { name: "set_id", type: "int", of: ({ evidence }) => evidence?.setId ?? null },
  { name: "lineage", type: "text", of: ({ message }) => message.lineage },
  { name: "index_status", type: "text", of: ({ message }) => expectedStatus(message) },
];

const ROOM_COLUMNS = [
  "perspective_id",
  "conversation_id",
  "origin_conversation_id",
  "connector_id",
  "route_id",
] as const;

const NAMES = [...ROOM_COLUMNS, "route_kind", ...COLUMNS.map(({ name }) => name)].join(", ");
const GIVEN = ["route_kind", ...COLUMNS.map(({ name }) => name)].join(", ");
const MADE = ["route_kind", ...COLUMNS.map(({ name, as = name }) => as)].join(", ");
const ARRAYS = COLUMNS.map(({ type }, index) => `$${index + 7}::${type}[]`).join(", ");

const INSERT = `
insert into backread.messages (${NAMES})
select $1, $2, $3, $4, $5, ${MADE}
from unnest($6::text[], ${ARRAYS}) as n (${GIVEN})
returning id, message_id, source_id`;

/** One statement for all of them. By source id. */
export async function insertMessages(
  { session, connector, place }: Room,
  rows: readonly NewRow[],
): Promise<ReadonlyMap<string, InsertedRow>> {
  const values: SqlValue[] = [
    session.perspectiveId,
    place.conversationId,
    place.originConversationId,
    connector.id,
    place.routeId,
    rows.map(({ message }) => routeKindOf(place.routeKind, message.event.routeKind)),
    ...COLUMNS.map(({ of }) => rows.map((row) => of(row))),
  ];
  const made = await session.query<{ id: number; message_id: string; source_id: string }>(
    INSERT,
    values,
  );
  return new Map(
    made.map(({ id, message_id, source_id }) => [source_id, { rowId: id, messageId: message_id }]),
  );
}
