import type { Connector } from "../connectors.js";
import type { ConversationRef } from "../port.js";
import { findPlace, type Place } from "../routes.js";
import type { BoundSession } from "../scope.js";

/** How a conversation numbers its rows, as its first row decided. */
export type Numbering = "time" | "source" | "order";

/** A conversation that this transaction holds locked, with the route that a batch arrived on. */
export interface Room {
  readonly session: BoundSession;
  readonly connector: Connector;
  readonly place: Place;
  /** Null before the first row. */
  numbering: Numbering | null;
  lastSequence: number;
}

/** Finds the place of a key, made when no row has arrived on it, and locks its conversation. */
export async function openRoom(
  session: BoundSession,
  connector: Connector,
  ref: ConversationRef,
): Promise<Room> {
  for (;;) {
    const place = (await findPlace(session, ref)) ?? (await makePlace(session, connector, ref));
    const locked = await lockConversations(session, [
      place.originConversationId,
      place.conversationId,
    ]);
    // An alias or a merge may have been waiting at the same lock, and have moved the place.
    const now = await findPlace(session, ref);
    const state = locked.get(place.conversationId);
    if (state !== undefined && now?.conversationId === place.conversationId)
      return { session, connector, place: now, ...state };
  }
}

interface ConversationRow {
  readonly id: number;
  readonly numbering: Numbering | null;
  readonly last_sequence: number;
}

/** Takes the locks of conversations, in order of id; everything that numbers or moves rows does. */
export function lockConversations(
  session: BoundSession,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NumberingState>> {
  return statesOf(session, ids, "for update");
}

/** How conversations number their rows, as far as this transaction sees it. */
export function numberingOf(
  session: BoundSession,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NumberingState>> {
  return statesOf(session, ids, "");
}

export type NumberingState = Pick<Room, "numbering" | "lastSequence">;

async function statesOf(
  session: BoundSession,
  ids: readonly number[],
  lock: "for update" | "",
): Promise<ReadonlyMap<number, NumberingState>> {
  const rows = await session.query<ConversationRow>(
    `select id, numbering, last_sequence from backread.conversations
     where perspective_id = $1 and id = any($2::int[]) order by id ${lock}`,
    [session.perspectiveId, ids],
  );
  return new Map(
    rows.map(({ id, numbering, last_sequence }) => [
      id,
      { numbering, lastSequence: last_sequence },
    ]),
  );
}

/** Makes a route and its own conversation; what another transaction made meanwhile stays. */
export async function makePlace(
  session: BoundSession,
  connector: Connector,
  ref: ConversationRef,
): Promise<Place> {
  const key = [session.perspectiveId, connector.id, ref.kind, ref.id];
  await session.query(
    `insert into backread.conversations (perspective_id, connector_id, kind, key)
     values ($1, $2, $3, $4) on conflict do nothing`,
    key,
  );
  await session.query(
    `insert into backread.routes (perspective_id, connector_id, kind, key, conversation_id)
     select perspective_id, connector_id, kind, key, id from backread.conversations
     where perspective_id = $1 and connector_id = $2 and kind = $3 and key = $4
     on conflict do nothing`,
    key,
  );
  const place = await findPlace(session, ref);
  if (place === null) throw new Error("a route that was just made leads nowhere");
  return place;
}

/** Writes what numbering rows changed. */
export async function saveNumbering({ session, place, ...room }: Room): Promise<void> {
  await session.query(
    `update backread.conversations set numbering = $3, last_sequence = $4
     where perspective_id = $1 and id = $2`,
    [session.perspectiveId, place.conversationId, room.numbering, room.lastSequence],
  );
}
