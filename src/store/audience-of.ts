import type { Audience } from "../speakers/audience.js";
import { audienceFrom, type AudienceRecord } from "./audiences.js";
import type { ConversationRef } from "./port.js";
import { findPlace } from "./routes.js";
import { reading, type Scope } from "./scope.js";

const NEWEST = `
select a.kind, a.readers, a.direct, a.external, c.type, c.name
from backread.audiences a
join backread.connectors c on c.perspective_id = a.perspective_id and c.id = a.connector_id
where a.perspective_id = $1 and a.conversation_id = $2 and not a.conversation_only
order by a.id desc limit 1`;

interface AudienceRow extends Pick<AudienceRecord, "kind" | "readers" | "direct" | "external"> {
  readonly type: string;
  readonly name: string;
}

/** The newest version of who reads in a conversation, departures in it; null where there is none. */
export function audienceOf(scope: Scope, conversation: ConversationRef): Promise<Audience | null> {
  return reading(scope, async (session) => {
    const place = await findPlace(session, conversation);
    if (place === null) return null;
    const values = [session.perspectiveId, place.originConversationId];
    const [row] = await session.query<AudienceRow>(NEWEST, values);
    if (row === undefined) return null;
    const { type, name } = row;
    return audienceFrom(row, { type, name });
  });
}
