import { createCore } from "../../dist/core/create-core.js";
import type { Author } from "../../dist/model/message.js";
import { createRecall } from "../../dist/recall/create-recall.js";
import { re2js } from "../../dist/regex/re2js.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { internAudience, internSet } from "../../dist/store/audiences.js";
import type { Database } from "../../dist/store/database.js";
import type { ConversationRef, View } from "../../dist/store/port.js";
import { writing, type BoundSession, type Scope } from "../../dist/store/scope.js";
import { bindView } from "../../dist/store/view/view.js";
import type { ViewTools } from "../../dist/store/view/binding.js";

/** A row as a test says it. */
export interface Said {
  readonly in: ConversationRef;
  /** Null: no evidence of who could read it. */
  readonly to: Audience | null;
  readonly text: string;
  readonly by?: string | Author;
  readonly at?: string;
  readonly sequence?: number;
  readonly sourceId?: string;
  readonly sourceTime?: string | null;
  readonly parent?: string;
  readonly channel?: string;
}

export const SLACK = { type: "slack", name: "acme" } as const;
export const NOW = "2026-03-01T00:00:00Z";

export function dm(
  user: string,
  connector = SLACK as ConversationRef["connector"],
): ConversationRef {
  return { connector, kind: "dm", id: user };
}
export function channel(id: string): ConversationRef {
  return { connector: SLACK, kind: "channel", id };
}
export function members(...readers: string[]): Audience {
  return { kind: "members", namespace: SLACK, readers };
}
export function direct(reader: string): Audience {
  return { kind: "members", namespace: SLACK, readers: [reader], direct: true };
}
export const PUBLIC: Audience = { kind: "public" };
export const WORKSPACE: Audience = { kind: "workspace", namespace: SLACK };

let perspectives = 0;

/** A perspective of its own in a database that tests share. */
export async function newScope(
  database: Database,
  auditKey: CryptoKey | null = null,
): Promise<Scope> {
  const agent = `agent-${++perspectives}`;
  const id = await database.transaction({ begin: "begin" }, async (session) => {
    const [row] = await session.query<{ id: number }>(
      `insert into backread.perspectives (tenant, agent, search_config)
       values ('', $1, 'english') returning id`,
      [agent],
    );
    return row!.id;
  });
  return { database, perspective: { tenant: "", agent }, perspectiveId: id, auditKey };
}

export async function viewTools(): Promise<ViewTools> {
  const recall = createRecall({ core: await createCore() });
  return { recall: async () => recall, regex: re2js, now: NOW };
}

/** A view of a conversation for its readers; for the requester too, where one asks. */
export async function viewIn(
  scope: Scope,
  place: ConversationRef,
  audience: Audience,
  requester?: string,
): Promise<View> {
  const destination = { conversation: place, audience, asOf: NOW };
  const asked = requester === undefined ? {} : { requester: { id: requester } };
  return bindView(scope, { destination, ...asked }, await viewTools());
}

/** Declares a conversation that nobody has spoken in. */
export async function open(scope: Scope, ...refs: ConversationRef[]): Promise<void> {
  await writing(scope, async (session) => {
    for (const ref of refs) await placeOf(session, ref);
  });
}

/** Stores rows by plain SQL; gives their message ids in order. */
export async function tell(scope: Scope, rows: readonly Said[]): Promise<string[]> {
  return writing(scope, async (session) => {
    const ids: string[] = [];
    for (const [index, row] of rows.entries()) ids.push(await store(session, row, index));
    return ids;
  });
}

interface At {
  readonly connectorId: number;
  readonly conversationId: number;
  readonly routeId: number;
}

async function placeOf(session: BoundSession, ref: ConversationRef): Promise<At> {
  const p = session.perspectiveId;
  const { type, name } = ref.connector;
  await session.query(
    `insert into backread.connectors (perspective_id, type, name, ids, agent_ids, trusted)
     values ($1, $2, $3, 'global', '{bot}', true) on conflict do nothing`,
    [p, type, name],
  );
  const [connector] = await session.query<{ id: number }>(
    `select id from backread.connectors where perspective_id = $1 and type = $2 and name = $3`,
    [p, type, name],
  );
  const values = [p, connector!.id, ref.kind, ref.id];
  await session.query(
    `insert into backread.conversations (perspective_id, connector_id, kind, key)
     values ($1, $2, $3, $4) on conflict do nothing`,
    values,
  );
  await session.query(
    `insert into backread.routes (perspective_id, connector_id, kind, key, conversation_id)
     select perspective_id, connector_id, kind, key, id from backread.conversations
     where perspective_id = $1 and connector_id = $2 and kind = $3 and key = $4
     on conflict do nothing`,
    values,
  );
  const [route] = await session.query<{ id: number; conversation_id: number }>(
    `select id, conversation_id from backread.routes
     where perspective_id = $1 and connector_id = $2 and kind = $3 and key = $4`,
    values,
  );
  return { connectorId: connector!.id, conversationId: route!.conversation_id, routeId: route!.id };
}

async function store(session: BoundSession, row: Said, index: number): Promise<string> {
  const { connectorId, conversationId, routeId } = await placeOf(session, row.in);
  const channelKey = row.channel ?? "";
  const place = { connectorId, originConversationId: conversationId, channelKey };
  const version = { audience: row.to!, conversationOnly: false, generation: 0 };
  const set =
    row.to === null
      ? null
      : await internSet(session, [await internAudience(session, place, version)]);
  const author = authorOf(row.by ?? "u9");
  const [made] = await session.query<{ id: number; message_id: string }>(
    `insert into backread.messages (perspective_id, conversation_id, origin_conversation_id,
       connector_id, route_id, route_kind, sequence, source_id, parent_source_id, channel_key,
       author_type, author_id, author_label, content, source_time, sent_at, set_id, lineage,
       index_status)
     select $1, $2, $2, $3, $4, $5,
       coalesce($6::bigint, (select coalesce(max(sequence), 0) + 1 from backread.messages
         where perspective_id = $1 and conversation_id = $2)),
       $7, $8, $9, $10, $11, $12, $13, $14, $15::text::timestamptz, $16, $17, 'indexed'
     returning id, message_id::text as message_id`,
    [
      session.perspectiveId,
      conversationId,
      connectorId,
      routeId,
      row.in.kind,
      row.sequence ?? null,
      row.sourceId ?? `s${index}-${Math.random().toString(36).slice(2)}`,
      row.parent ?? "",
      channelKey,
      author.type,
      "id" in author ? author.id : "kind" in author ? author.kind : "",
      "label" in author ? author.label : "",
      row.text,
      row.sourceTime ?? null,
      row.at ?? null,
      set,
      author.type === "agent" ? "unknown" : "none",
    ],
  );
  if (set !== null) await index_(session, made!.id, set, row.text);
  return made!.message_id;
}

function authorOf(by: string | Author): Author {
  return typeof by === "string" ? { type: "person", id: by, label: by } : by;
}

async function index_(session: BoundSession, id: number, set: number, text: string): Promise<void> {
  const p = session.perspectiveId;
  await session.query(
    `insert into backread.documents (perspective_id, row_id, set_id, length, lexemes, literal)
     select $1, $2, $3, coalesce(sum(cardinality(t.positions)), 0), to_tsvector('english', $4), lower($4)
     from unnest(to_tsvector('english', $4)) t`,
    [p, id, set, text],
  );
  await session.query(
    `insert into backread.postings (perspective_id, lexeme, row_id, set_id, frequency, length)
     select d.perspective_id, t.lexeme, d.row_id, d.set_id, cardinality(t.positions), d.length
     from backread.documents d, unnest(d.lexemes) t
     where d.perspective_id = $1 and d.row_id = $2`,
    [p, id],
  );
}
