import { anyMergedSql } from "../actors/group-sql.js";
import type { Place } from "../routes.js";
import type { BoundSession } from "../scope.js";

/** What a route is now, for rosters and for what is chosen from them. */
export interface LiveRoute {
  /** Of the conversation at its own end; a reset begins another. */
  readonly epoch: number;
  /** Its opaque key. */
  readonly route: string;
  /** Its rows are stored under a guild, whatever its own key says. */
  readonly isGuild: boolean;
  /** Operators have merged actors of the perspective. */
  readonly merged: boolean;
}

const READ = `
select o.epoch, r.public_key::text as route, v.kind = 'guild' as "isGuild",
  ${anyMergedSql("$1")} as merged
from backread.conversations o, backread.conversations v, backread.routes r
where o.perspective_id = $1 and o.id = $2 and v.perspective_id = $1 and v.id = $3
  and r.perspective_id = $1 and r.id = $4`;

/** Null where it is gone. */
export async function readLive(
  session: BoundSession,
  {
    routeId,
    originConversationId,
    conversationId,
  }: Pick<Place, "routeId" | "originConversationId" | "conversationId">,
): Promise<LiveRoute | null> {
  const values = [session.perspectiveId, originConversationId, conversationId, routeId];
  const [row] = await session.query<LiveRoute>(READ, values);
  return row ?? null;
}
