import { routeKindOf } from "../../speakers/route-kind.js";
import { instantOfMicros } from "../instant.js";
import { storable } from "../text.js";
import { Parameters } from "../view/parameters.js";
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
  /** What it is made into on the server. */
  readonly cast?: string;
  readonly of: (row: NewRow) => string | number | null;
}

/** Of rows of which it was looked up whom they answer. */
export const ATTRIBUTION_VERSION = 1;

/** Of which each row has its own. */
const KEY = "source_id";

const COLUMNS: readonly Column[] = [
  { name: "sequence", type: "bigint", of: ({ sequence }) => sequence },
  { name: KEY, type: "text", of: ({ message }) => message.sourceId },
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
    cast: "timestamptz",
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

/** One statement for all of them. By source id. */
export async function insertMessages(
  { session, connector, place }: Room,
  rows: readonly NewRow[],
): Promise<ReadonlyMap<string, InsertedRow>> {
  const parameters = new Parameters();
  const room = [
    session.perspectiveId,
    place.conversationId,
    place.originConversationId,
    connector.id,
    place.routeId,
  ].map((value) => parameters.add(value));
  const routeKind: Column = {
    name: "route_kind",
    type: "text",
    of: ({ message }) => routeKindOf(place.routeKind, message.event.routeKind),
  };
  const made = await session.query<{ id: number; message_id: string; source_id: string }>(
    insertSql(parameters, room, [routeKind, ...COLUMNS], rows),
    parameters.values,
  );
  return new Map(
    made.map(({ id, message_id, source_id }) => [source_id, { rowId: id, messageId: message_id }]),
  );
}

/** What all rows have alike is sent once: of most columns that is nothing at all. */
function insertSql(
  parameters: Parameters,
  room: readonly string[],
  columns: readonly Column[],
  rows: readonly NewRow[],
): string {
  const varying: { readonly name: string; readonly array: string }[] = [];
  const values = columns.map(({ name, type, cast, of }) => {
    const given = rows.map((row) => of(row));
    const [first = null] = given;
    const alike = name !== KEY && given.every((value) => value === first);
    if (!alike) varying.push({ name, array: `${parameters.add(given)}::${type}[]` });
    const value = alike ? `${parameters.add(first)}::${type}` : name;
    return cast === undefined ? value : `${value}::${cast}`;
  });
  return `
insert into backread.messages (${NAMES})
select ${[...room, ...values].join(", ")}
from unnest(${varying.map(({ array }) => array).join(", ")}) as n (${varying.map(({ name }) => name).join(", ")})
returning id, message_id, source_id`;
}
