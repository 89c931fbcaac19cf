import { EnvelopeKeys } from "../../dist/store/envelope-keys.js";
import { internAudience, internSet } from "../../dist/store/audiences.js";
import type { Database, Session } from "../../dist/store/database.js";
import type { Place } from "../../dist/store/routes.js";
import { writing, type BoundSession, type Scope } from "../../dist/store/scope.js";
import type { Audience } from "../../dist/speakers/audience.js";

/** Rows written straight into the tables, for what no door would let in or would take too long. */
export interface Room {
  readonly scope: Scope;
  readonly place: Place;
}

export async function makeScope(database: Database, agent: string): Promise<Scope> {
  return database.transaction({ begin: "begin" }, async (session) => {
    const perspectiveId = await only(
      session,
      `insert into backread.perspectives (tenant, agent, search_config)
       values ('', $1, 'english') returning id`,
      [agent],
    );
    return {
      database,
      perspective: { tenant: "", agent },
      perspectiveId,
      auditKey: null,
      envelopeKeys: new EnvelopeKeys(),
    };
  });
}

export async function makeRoom(
  scope: Scope,
  room: { readonly connector: string; readonly kind: string; readonly key: string },
): Promise<Room> {
  return writing(scope, async (session) => {
    const { connector, kind, key } = room;
    const p = scope.perspectiveId;
    await session.query(
      `insert into backread.connectors (perspective_id, type, name, ids, trusted)
       values ($1, 'slack', $2, 'global', true) on conflict do nothing`,
      [p, connector],
    );
    const connectorId = await only(
      session,
      `select id from backread.connectors where perspective_id = $1 and name = $2`,
      [p, connector],
    );
    const conversationId = await only(
      session,
      `insert into backread.conversations (perspective_id, connector_id, kind, key)
       values ($1, $2, $3, $4) returning id`,
      [p, connectorId, kind, key],
    );
    const routeId = await only(
      session,
      `insert into backread.routes (perspective_id, connector_id, kind, key, conversation_id)
       values ($1, $2, $3, $4, $5) returning id`,
      [p, connectorId, kind, key, conversationId],
    );
    const originConversationId = conversationId;
    const place: Place = {
      connectorId,
      routeId,
      routeKind: kind as Place["routeKind"],
      originConversationId,
      conversationId,
    };
    return { scope, place };
  });
}

export interface MadeRow {
  readonly id: number;
  readonly messageId: string;
}

/** Somebody's own words, in the set of one audience. */
export async function makeRow(
  room: Room,
  row: NewRow & { readonly audience: Audience },
): Promise<MadeRow> {
  return writing(room.scope, (session) => storeRow(session, room.place, row));
}

/** The same, in a transaction of the caller's. */
export async function storeRow(
  session: BoundSession,
  place: Place,
  row: NewRow & { readonly audience: Audience },
): Promise<MadeRow> {
  const set = await setOf(session, place, row.audience);
  const made = await insertRow(session, place, { ...row, set });
  await session.query(
    `insert into backread.evidence (perspective_id, row_id, audience_id, source)
     select $1, $2, audience_id, 'sent' from backread.audience_set_members
     where perspective_id = $1 and set_id = $3`,
    [session.perspectiveId, made.id, set],
  );
  return made;
}

export interface NewRow {
  readonly sourceId: string;
  readonly content: string;
  readonly author?: string;
}

export async function setOf(
  session: BoundSession,
  { connectorId, originConversationId }: Place,
  audience: Audience,
): Promise<number> {
  const place = { connectorId, originConversationId, channelKey: "" };
  const version = { audience, conversationOnly: false, generation: 0 };
  return internSet(session, [await internAudience(session, place, version)]);
}

async function insertRow(
  session: BoundSession,
  place: Place,
  row: NewRow & { readonly set: number },
): Promise<MadeRow> {
  const [made] = await session.query<{ id: number; message_id: string }>(
    `insert into backread.messages (perspective_id, conversation_id, origin_conversation_id,
       connector_id, route_id, route_kind, sequence, source_id, author_type, author_id, content,
       set_id, index_status)
     select $1, $2, $2, $3, $4, $5, coalesce(max(sequence), 0) + 1, $6, 'person', $9, $7, $8,
       'indexed'
     from backread.messages where perspective_id = $1 and conversation_id = $2
     returning id, message_id`,
    [
      session.perspectiveId,
      place.conversationId,
      place.connectorId,
      place.routeId,
      place.routeKind,
      row.sourceId,
      row.content,
      row.set,
      row.author ?? "u1",
    ],
  );
  if (made === undefined) throw new Error("no row was made");
  return { id: made.id, messageId: made.message_id };
}

async function only(
  session: Session,
  text: string,
  values: readonly (string | number)[],
): Promise<number> {
  const [row] = await session.query<{ id: number }>(text, values);
  if (row === undefined) throw new Error("no row came");
  return row.id;
}
