import { isConversationKind } from "../speakers/route-kind.js";
import { AliasError, UnknownConversationError } from "../model/store-errors.js";
import { InvalidArgumentError } from "../model/errors.js";
import { MAX_ALIAS_HOPS } from "./bounds.js";
import type { ConversationKind, ConversationRef } from "./port.js";
import type { BoundSession } from "./scope.js";

/** Where a key leads: the route itself, and the conversation at the end of its aliases. */
export interface Place {
  readonly connectorId: number;
  readonly routeId: number;
  readonly routeKind: ConversationKind;
  /** The conversation of the route's own terminal, whatever it was merged into since. */
  readonly originConversationId: number;
  /** The conversation that its rows are stored under now. */
  readonly conversationId: number;
}

/** Errors: `InvalidArgumentError` for a ref that is none, or that is not there at all. */
export function checkRef(ref: Partial<ConversationRef> | null | undefined): void {
  // A host without types may give anything, and nothing may be made up in its place.
  const { connector, kind, id } = ref ?? {};
  if (!isConversationKind(kind))
    throw InvalidArgumentError.of("conversation.kind", "is not a known kind");
  const parts: readonly (readonly [string, unknown])[] = [
    ["connector.type", connector?.type],
    ["connector.name", connector?.name],
    ["conversation.id", id],
  ];
  for (const [argument, value] of parts)
    if (typeof value !== "string" || value === "")
      throw InvalidArgumentError.of(argument, "must be a text that is not empty");
}

interface RouteRow {
  readonly id: number;
  readonly connector_id: number;
  readonly conversation_id: number | null;
  readonly alias_of: number | null;
  readonly merged_into: number | null;
}

const BY_KEY = `
select r.id, r.connector_id, r.conversation_id, r.alias_of, v.merged_into
from backread.routes r
join backread.connectors c on c.perspective_id = r.perspective_id and c.id = r.connector_id
left join backread.conversations v
  on v.perspective_id = r.perspective_id and v.id = r.conversation_id
where r.perspective_id = $1 and c.type = $2 and c.name = $3 and r.kind = $4 and r.key = $5`;

const BY_ID = `
select r.id, r.connector_id, r.conversation_id, r.alias_of, v.merged_into
from backread.routes r
left join backread.conversations v
  on v.perspective_id = r.perspective_id and v.id = r.conversation_id
where r.perspective_id = $1 and r.id = $2`;

/**
 * Follows a key to its conversation; null for a key that no row has arrived on. Errors:
 * `AliasError` for a circle or more than `MAX_ALIAS_HOPS` aliases.
 */
export async function findPlace(
  session: BoundSession,
  ref: ConversationRef,
): Promise<Place | null> {
  checkRef(ref);
  const { type, name } = ref.connector;
  const values = [session.perspectiveId, type, name, ref.kind, ref.id];
  const [first] = await session.query<RouteRow>(BY_KEY, values);
  if (first === undefined) return null;
  let row = first;
  for (let hops = 0; row.alias_of !== null; hops++) {
    if (hops >= MAX_ALIAS_HOPS) throw tooManyHops();
    const [next] = await session.query<RouteRow>(BY_ID, [session.perspectiveId, row.alias_of]);
    if (next === undefined) return null;
    row = next;
  }
  if (row.conversation_id === null) return null;
  return {
    connectorId: first.connector_id,
    routeId: first.id,
    routeKind: ref.kind,
    originConversationId: row.conversation_id,
    conversationId: row.merged_into ?? row.conversation_id,
  };
}

/** As `findPlace`. Errors: `UnknownConversationError`. */
export async function requirePlace(session: BoundSession, ref: ConversationRef): Promise<Place> {
  const place = await findPlace(session, ref);
  if (place !== null) return place;
  throw new UnknownConversationError("no row has arrived on this conversation", {
    what: "conversation",
  });
}

function tooManyHops(): AliasError {
  const reason = `leads through more than ${MAX_ALIAS_HOPS} routes, or in a circle`;
  return new AliasError(`an alias ${reason}`, { reason });
}
