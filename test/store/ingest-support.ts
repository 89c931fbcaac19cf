import { declareConnector } from "../../dist/store/connectors.js";
import type { Database, Row } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type {
  ConnectorDeclaration,
  IngestEvent,
  IngestOutcome,
  MessageEvent,
} from "../../dist/store/ingest-port.js";
import { openPerspective } from "../../dist/store/perspective.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { reading, type Scope } from "../../dist/store/scope.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { searchTimeoutMs } from "./harness.js";

export const SLACK = { type: "slack", name: "acme" };
export const ROOM: ConversationRef = { connector: SLACK, kind: "channel", id: "general" };

let perspectives = 0;

/** A perspective of its own in a shared database, with one connector declared. */
export async function openScope(
  database: Database,
  declaration: Partial<ConnectorDeclaration> = {},
): Promise<Scope> {
  const perspective = { tenant: "t", agent: `a${perspectives++}` };
  const scope = await openPerspective(database, perspective, { searchTimeoutMs });
  await declareConnector(scope, { ...SLACK, ids: "global", agentIds: ["bot"], ...declaration });
  return scope;
}

export function members(...readers: string[]): Audience {
  return { kind: "members", namespace: SLACK, readers };
}

export const T0 = Date.UTC(2026, 0, 1);

/** The instant so many seconds after the first. */
export function at(seconds: number): string {
  return new Date(T0 + seconds * 1000).toISOString();
}

export function message(sourceId: string, content: string, more: Partial<MessageEvent> = {}) {
  return {
    type: "message",
    sourceId,
    content,
    author: { type: "person", id: "u1", label: "Kim" },
    sentAt: at(Number(/\d+/.exec(sourceId)?.[0] ?? 0)),
    audience: { kind: "public" },
    ...more,
  } satisfies MessageEvent;
}

export async function take(
  scope: Scope,
  events: readonly IngestEvent[],
  conversation: ConversationRef = ROOM,
): Promise<readonly IngestOutcome[]> {
  return (await ingest(scope, { conversation, events })).outcomes;
}

/** Rows of any query in which `$1` is the perspective, asked as the operator. */
export function rowsOf(
  scope: Scope,
  text: string,
  values: readonly string[] = [],
): Promise<readonly Row[]> {
  return scope.database.transaction({ begin: "begin" }, (session) =>
    session.query(text, [scope.perspectiveId, ...values]),
  );
}

/** Source ids of the rows that somebody may find by a word. */
export async function found(scope: Scope, word: string): Promise<readonly string[]> {
  const rows = await rowsOf(
    scope,
    `select distinct m.source_id, m.sequence from backread.postings p join backread.messages m
       on m.perspective_id = p.perspective_id and m.id = p.row_id
     where p.perspective_id = $1 and p.lexeme = any(tsvector_to_array(to_tsvector('english', $2)))
     order by m.sequence`,
    [word],
  );
  return rows.map((row) => String(row.source_id));
}

/** Source ids of the rows that a destination may see, by the store's own rule. */
export async function visible(scope: Scope, audience: Audience): Promise<readonly string[]> {
  const readers = audience.kind === "members" ? [...audience.readers] : [];
  return reading(scope, async (session) => {
    const rows = await session.query<{ source_id: string }>(
      `select m.source_id from backread.messages m
       cross join (select backread.allowed_sets(row($1, c.id, v.id, $2, $3::text[], false, false)
           ::backread.destination) as sets
         from backread.connectors c join backread.conversations v
           on v.perspective_id = $1 and v.connector_id = c.id
         where c.perspective_id = $1 and v.merged_into is null order by v.id limit 1) s
       where m.perspective_id = $1 and m.set_id = any(s.sets) and backread.row_is_live(m)
       order by m.source_id`,
      [session.perspectiveId, audience.kind, readers],
    );
    return rows.map((row) => row.source_id);
  });
}
