import type { ConversationKind, ConversationRef } from "../port.js";
import type { IdScope } from "../ingest-port.js";
import { requirePlace } from "../routes.js";
import { reading, type Scope } from "../scope.js";
import { ADMIN_PAGE } from "./bounds.js";
import type { Target } from "./step.js";

interface TargetRow {
  readonly id: number;
  readonly kind: ConversationKind;
  readonly key: string;
  readonly epoch: number;
  readonly type: string;
  readonly name: string;
  readonly ids: IdScope;
}

const COLUMNS = "v.id, v.kind, v.key, v.epoch, c.type, c.name, c.ids";
const FROM = `
from backread.conversations v
join backread.connectors c on c.perspective_id = v.perspective_id and c.id = v.connector_id`;

const ONE = `select ${COLUMNS} ${FROM} where v.perspective_id = $1 and v.id = $2`;

const PAGE = `select ${COLUMNS} ${FROM}
where v.perspective_id = $1 and v.id > $2 and v.merged_into is null order by v.id limit $3`;

/** One conversation, or every one, in the order in which they were made. */
export async function* targets(
  scope: Scope,
  conversation: ConversationRef | undefined,
): AsyncGenerator<Target, void, undefined> {
  if (conversation !== undefined) {
    yield await targetOf(scope, conversation);
    return;
  }
  for (let after = 0; ;) {
    const page = await reading(scope, (session) =>
      session.query<TargetRow>(PAGE, [session.perspectiveId, after, ADMIN_PAGE]),
    );
    for (const row of page) yield toTarget(row);
    const last = page.at(-1);
    if (last === undefined || page.length < ADMIN_PAGE) return;
    after = last.id;
  }
}

/** What a key leads to. Errors: `UnknownConversationError`. */
export function targetOf(scope: Scope, conversation: ConversationRef): Promise<Target> {
  return reading(scope, async (session) => {
    const { conversationId } = await requirePlace(session, conversation);
    const [row] = await session.query<TargetRow>(ONE, [session.perspectiveId, conversationId]);
    if (row === undefined) throw new Error("a conversation that was found is gone");
    return toTarget(row);
  });
}

function toTarget({ id, kind, key, epoch, type, name, ids }: TargetRow): Target {
  const connector = { type, name };
  return {
    conversationId: id,
    ref: { connector, kind, id: key },
    epoch,
    naming: { ...connector, ids },
  };
}
