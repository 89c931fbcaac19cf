import { AliasError } from "../model/store-errors.js";
import { sameNamespace } from "../speakers/audience.js";
import { MAX_ALIAS_HOPS } from "./bounds.js";
import { requireConnector } from "./connectors.js";
import { lockConversations, makePlace } from "./ingest/place.js";
import type { ConversationRef } from "./port.js";
import { checkRef, findPlace } from "./routes.js";
import { writing, type BoundSession, type Scope } from "./scope.js";

/**
 * Makes rows that arrive on `from` be stored under what `to` resolves to. Both keys may be new.
 * Errors: `AliasError` for a circle, more than `MAX_ALIAS_HOPS` routes in a row, two connectors
 * (ids of rows and readers mean nothing outside theirs), and a `from` on which something has arrived:
 * that is what `merge` is for.
 */
export async function alias(
  scope: Scope,
  from: ConversationRef,
  to: ConversationRef,
): Promise<void> {
  checkRef(from);
  checkRef(to);
  if (!sameNamespace(from.connector, to.connector))
    throw refused("joins conversations of two connectors");
  await writing(scope, (session) => aliasLocked(session, from, to), { retry: true });
}

function refused(reason: string): AliasError {
  return new AliasError(`an alias ${reason}`, { reason });
}

async function aliasLocked(
  session: BoundSession,
  from: ConversationRef,
  to: ConversationRef,
): Promise<void> {
  const connector = await requireConnector(session, from.connector);
  const source = (await findPlace(session, from)) ?? (await makePlace(session, connector, from));
  const target = (await findPlace(session, to)) ?? (await makePlace(session, connector, to));
  await lockConversations(session, [source.originConversationId, target.originConversationId]);
  const route = await lockRoute(session, source.routeId);
  if (route.alias_of === target.routeId) return;
  if (route.conversation_id === null)
    throw refused("begins at a route that leads elsewhere already");
  await checkChain(session, source.routeId, target.routeId);
  await refuseUsed(session, route.conversation_id);
  const values = [session.perspectiveId, source.routeId, target.routeId];
  await session.query(
    `update backread.routes set conversation_id = null, alias_of = $3
     where perspective_id = $1 and id = $2`,
    values,
  );
  await session.query(`delete from backread.conversations where perspective_id = $1 and id = $2`, [
    session.perspectiveId,
    route.conversation_id,
  ]);
}

/** What arrived there has its own conversation as the scope of its ids and its readers. */
async function refuseUsed(session: BoundSession, conversationId: number): Promise<void> {
  const [row] = await session.query<{ readonly used: boolean }>(
    `select exists (select from backread.messages
         where perspective_id = $1 and origin_conversation_id = $2)
       or exists (select from backread.membership_events
         where perspective_id = $1 and conversation_id = $2)
       or exists (select from backread.waiting_events
         where perspective_id = $1 and conversation_id = $2)
       or exists (select from backread.conversations
         where perspective_id = $1 and merged_into = $2) as used`,
    [session.perspectiveId, conversationId],
  );
  if (row?.used === true) throw refused("begins at a conversation on which something has arrived");
}

interface RouteRow {
  readonly conversation_id: number | null;
  readonly alias_of: number | null;
}

async function lockRoute(session: BoundSession, routeId: number): Promise<RouteRow> {
  const [row] = await session.query<RouteRow>(
    `select conversation_id, alias_of from backread.routes
     where perspective_id = $1 and id = $2 for update`,
    [session.perspectiveId, routeId],
  );
  if (row === undefined) throw new Error("a route that was found is gone");
  return row;
}

// Hops from a route to its end, and most hops from any route to it.
const CHAIN = `
with recursive down as (
  select id, alias_of, 0 as hops from backread.routes where perspective_id = $1 and id = $2
  union all
  select r.id, r.alias_of, down.hops + 1 from down
    join backread.routes r on r.perspective_id = $1 and r.id = down.alias_of
  where down.hops <= ${MAX_ALIAS_HOPS}
), up as (
  select id, 0 as hops from backread.routes where perspective_id = $1 and id = $3
  union all
  select r.id, up.hops + 1 from up
    join backread.routes r on r.perspective_id = $1 and r.alias_of = up.id
  where up.hops <= ${MAX_ALIAS_HOPS}
)
select (select max(hops) from down) + (select max(hops) from up) + 1 as hops,
  exists (select from down where id = $3) as circle`;

async function checkChain(session: BoundSession, from: number, to: number): Promise<void> {
  const [row] = await session.query<{ readonly hops: number; readonly circle: boolean }>(CHAIN, [
    session.perspectiveId,
    to,
    from,
  ]);
  if (row?.circle === true) throw refused("leads in a circle");
  if (row === undefined || row.hops > MAX_ALIAS_HOPS)
    throw refused(`leads through more than ${MAX_ALIAS_HOPS} routes`);
}
