import { InvalidArgumentError } from "../../model/errors.js";
import { AdminRefusedError } from "../../model/store-errors.js";
import type { AdminReport } from "../../model/admin.js";
import type { ReattributeOptions } from "../admin-port.js";
import { requirePlace, type Place } from "../routes.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { CHANGED, renameAround, type ChangedRow } from "./changed-rows.js";
import { directSql, WINDOW } from "./direct-sql.js";
import { runAdmin } from "./run-admin.js";
import type { Step, Verdict } from "./step.js";

interface Routes {
  readonly from: Place;
  readonly to: Place;
}

const PLAN = `
select m.id as row_id, case
    when not backread.row_is_live(m) then 'not_live'
    when ${directSql("m")} then 'direct'
    when m.channel_key = '' then 'no_channel' else 'moved' end as verdict
from backread.messages m where ${WINDOW} and m.route_id = $5
order by m.sequence`;

// A kind that the adapter gave stays: where it gave the key's own, nobody can tell any more.
const MOVE = `
update backread.messages m set route_id = $4,
  route_kind = case when m.route_kind = $5 then $6 else m.route_kind end
where m.perspective_id = $1 and m.id = any($2::bigint[]) and m.route_id = $3
returning ${CHANGED}`;

/** See `StoreAdmin.reattributeRoute`. */
export async function reattributeRoute(
  scope: Scope,
  { from, to, limit, apply = false }: ReattributeOptions,
): Promise<AdminReport> {
  if (from.kind !== "channel") throw InvalidArgumentError.of("from", "must be of kind channel");
  if (to.kind !== "guild") throw InvalidArgumentError.of("to", "must be of kind guild");
  const routes = await reading(scope, async (session) => {
    const found = { from: await requirePlace(session, from), to: await requirePlace(session, to) };
    checkRoutes(found);
    return found;
  });
  return runAdmin(scope, stepOf(routes), { conversation: to, limit, dryRun: !apply });
}

function checkRoutes({ from, to }: Routes): void {
  if (to.originConversationId !== to.conversationId)
    throw AdminRefusedError.of("the guild's own rows are stored under another conversation");
  if (from.conversationId !== to.conversationId)
    throw AdminRefusedError.of("the channel's key does not lead to the guild");
}

function stepOf(routes: Routes): Step<Verdict> {
  return {
    command: "reattribute-route",
    verdicts: ["moved", "no_channel", "direct", "not_live"],
    changing: ["moved"],
    open: async (_, { conversationId }) => ({
      plan: (session, { after, upTo }) =>
        session.query<Verdict>(PLAN, [
          session.perspectiveId,
          conversationId,
          after,
          upTo,
          routes.from.routeId,
        ]),
      apply: (session, found) => move(session, found, routes),
    }),
  };
}

async function move(
  session: BoundSession,
  found: readonly Verdict[],
  { from, to }: Routes,
): Promise<number> {
  const changed = await session.query<ChangedRow>(MOVE, [
    session.perspectiveId,
    found.map(({ row_id }) => row_id),
    from.routeId,
    to.routeId,
    from.routeKind,
    to.routeKind,
  ]);
  await renameAround(session, changed);
  return changed.length;
}
