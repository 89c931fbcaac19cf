import type { Database, Session } from "../../dist/store/database.js";
import { EnvelopeKeys } from "../../dist/store/envelope-keys.js";
import type { Scope } from "../../dist/store/scope.js";
import { present } from "./random.js";
import type { Oracle, Evidence, RowState } from "./oracle.js";
import { roomKey, textToken, type World } from "./world.js";
import type { ConversationRef, Perspective } from "../../dist/store/port.js";
import type { Namespace } from "../../dist/speakers/audience.js";

/** Reader ids of the agent itself never reach a table. */
export interface Planted {
  readonly scope: Scope;
  readonly oracle: Oracle;
  readonly connectorIds: ReadonlyMap<string, number>;
  readonly conversationIds: ReadonlyMap<string, number>;
  /** Row ids of the database, by the names of the script. */
  readonly rowIds: ReadonlyMap<string, number>;
}

/** No row has had this id. */
const NO_ROW = 4_000_000_000_000;

type Json = Readonly<Record<string, unknown>>;

/**
 * Writes what the oracle knows straight into the tables, so that the SQL predicate is asked about
 * shapes that no honest ingest would leave. Ids begin at 1 in each perspective: a function that
 * forgets the perspective mixes worlds up.
 */
export async function plant(database: Database, world: World, oracle: Oracle): Promise<Planted> {
  const books = bookkeeping(world, oracle);
  const perspective = { tenant: crypto.randomUUID(), agent: world.name };
  const ids = await database.transaction({ begin: "begin" }, (session) =>
    write(session, perspective, books),
  );
  const scope: Scope = {
    database,
    perspective,
    perspectiveId: ids.perspectiveId,
    auditKey: null,
    envelopeKeys: new EnvelopeKeys(),
  };
  const { connectorIds, conversationIds } = books;
  return { scope, oracle, connectorIds, conversationIds, rowIds: ids.rowIds };
}

function bookkeeping(world: World, oracle: Oracle): Books {
  const connectorIds = new Map(
    world.connectors.map((connector, index) => [namespaceKey(connector), index + 1]),
  );
  const rooms = new Map<string, ConversationRef>();
  const name = (room: ConversationRef): unknown =>
    rooms.set(roomKey(oracle.origin(room)), oracle.origin(room));
  for (const { room } of [...oracle.rows.values(), ...world.readers]) name(room);
  for (const step of world.steps) {
    if (step.do !== "merge") continue;
    for (const room of [step.from, step.into]) name(room);
  }
  const conversationIds = new Map([...rooms.keys()].map((key, index) => [key, index + 1]));
  const conversations = [...rooms].map(([key, room]) => {
    const target = oracle.conversation(room);
    return {
      id: conversationIds.get(key),
      connector_id: connectorIds.get(namespaceKey(room.connector)),
      kind: room.kind,
      key: room.id,
      merged_into: target === key ? null : conversationIds.get(target),
    };
  });
  return { world, oracle, connectorIds, conversationIds, conversations };
}

interface Books {
  readonly world: World;
  readonly oracle: Oracle;
  readonly connectorIds: ReadonlyMap<string, number>;
  readonly conversationIds: ReadonlyMap<string, number>;
  readonly conversations: readonly Json[];
}

async function write(
  session: Session,
  { tenant, agent }: Perspective,
  books: Books,
): Promise<{ perspectiveId: number; rowIds: ReadonlyMap<string, number> }> {
  const [made] = await session.query<{ id: number }>(
    `insert into backread.perspectives (tenant, agent, search_config)
     values ($1, $2, 'english') returning id`,
    [tenant, agent],
  );
  const perspectiveId = present(made).id;
  const insert = (table: string, rows: readonly Json[]): Promise<void> =>
    insertAll(
      session,
      table,
      rows.map((row) => ({ perspective_id: perspectiveId, ...row })),
    );
  await session.script(`set local backread.perspective = '${perspectiveId}'`);
  await insert(
    "connectors",
    books.world.connectors.map(({ type, name, ids }, index) => ({
      id: index + 1,
      type,
      name,
      ids,
    })),
  );
  await insert("conversations", books.conversations);
  const rows = [...books.oracle.rows.values()];
  const rowIds = await numbered(session, rows);
  await insertEvidence(insert, books, { rows, rowIds });
  await insert(
    "people",
    books.oracle.proofs.map((_, index) => ({ id: index + 1 })),
  );
  await insert("identity_links", linkRows(books));
  await insert(
    "actor_merges",
    [...books.oracle.heads].map(([actor, head]) => ({
      actor_id: actor,
      into_actor_id: head,
      handle_mark: 1,
      merged_at: new Date().toISOString(),
    })),
  );
  return { perspectiveId, rowIds };
}

async function numbered(
  session: Session,
  rows: readonly RowState[],
): Promise<ReadonlyMap<string, number>> {
  const ids = await session.query<{ id: number }>(
    `select nextval('backread.row_ids') as id from generate_series(1, $1::int)`,
    [rows.length],
  );
  return new Map(rows.map((row, index) => [row.name, present(ids[index]).id]));
}

interface Numbered {
  readonly rows: readonly RowState[];
  readonly rowIds: ReadonlyMap<string, number>;
}

async function insertEvidence(
  insert: (table: string, rows: readonly Json[]) => Promise<void>,
  books: Books,
  { rows, rowIds }: Numbered,
): Promise<void> {
  const audiences = new Map<Evidence, number>();
  for (const version of rows.flatMap((row) => row.evidence ?? []))
    if (!audiences.has(version)) audiences.set(version, audiences.size + 1);
  await insert(
    "audiences",
    [...audiences].map(([version, id]) => audienceRow(books, version, id)),
  );
  const sets = new Map<string, number>();
  const setOf = (row: RowState): number | null => {
    if (row.evidence === null) return null;
    const key = row.evidence.map((version) => audiences.get(version)!).join();
    if (!sets.has(key)) sets.set(key, sets.size + 1);
    return sets.get(key)!;
  };
  const messages = rows.filter((row) => !row.memory);
  await insert(
    "messages",
    messages.map((row, index) =>
      messageRow(books, row, {
        id: rowIds.get(row.name),
        sequence: index + 1,
        set_id: setOf(row),
      }),
    ),
  );
  await insert(
    "memories",
    rows
      .filter((row) => row.memory)
      .map((row) => ({
        id: rowIds.get(row.name),
        memory_id: crypto.randomUUID(),
        turn_id: "turn",
        content: row.name,
        set_id: setOf(row),
        state: row.state,
        created_at: new Date().toISOString(),
      })),
  );
  await insert(
    "audience_sets",
    [...sets].map(([key, id]) => ({ id, digest: hex(key) })),
  );
  await insert(
    "audience_set_members",
    [...sets].flatMap(([key, id]) =>
      key.split(",").map((audience) => ({ set_id: id, audience_id: Number(audience) })),
    ),
  );
  await insert(
    "lineage",
    messages.flatMap((row) =>
      (row.sources ?? []).map(({ row: source, epoch }) => ({
        row_id: rowIds.get(row.name),
        source_row: rowIds.get(source) ?? NO_ROW,
        source_epoch: epoch,
      })),
    ),
  );
  await insert(
    "memory_sources",
    rows
      .filter((row) => row.memory)
      .flatMap((row) =>
        (row.sources ?? []).map(({ row: source }) => ({
          memory_row: rowIds.get(row.name),
          source_row: rowIds.get(source) ?? NO_ROW,
        })),
      ),
  );
}

function audienceRow(books: Books, version: Evidence, id: number): Json {
  const { audience, room, channel, conversationOnly } = version;
  const conversation = books.conversations[books.conversationIds.get(room)! - 1];
  const namespace = audience.kind === "public" ? null : audience.namespace;
  return {
    id,
    kind: audience.kind,
    connector_id:
      namespace === null
        ? present(conversation)["connector_id"]
        : books.connectorIds.get(namespaceKey(namespace)),
    conversation_id: books.conversationIds.get(room),
    channel_key: channel,
    readers: audience.kind === "members" ? audience.readers : [],
    direct: audience.kind === "members" && audience.direct === true,
    external: audience.kind !== "public" && audience.external === true,
    conversation_only: conversationOnly,
    generation: 0,
    digest: hex(String(id)),
  };
}

function messageRow(books: Books, row: RowState, given: Json): Json {
  const room = roomKey(books.oracle.origin(row.room));
  const deleted = row.state === "deleted";
  return {
    ...given,
    message_id: crypto.randomUUID(),
    conversation_id: books.conversationIds.get(books.oracle.conversation(row.room)),
    origin_conversation_id: books.conversationIds.get(room),
    connector_id: books.connectorIds.get(namespaceKey(row.room.connector)),
    route_id: 1,
    route_kind: row.room.kind,
    source_id: row.name,
    channel_key: row.channel,
    author_type: row.sources === null ? "person" : "agent",
    author_id: row.by,
    content: deleted ? "" : textToken(row.name, row.version),
    lineage: row.sources === null ? "none" : "known",
    lineage_epoch: row.epoch,
    state: row.state,
    index_status: row.evidence === null ? "no_evidence" : "indexed",
  };
}

function linkRows(books: Books): readonly Json[] {
  const day = 86_400_000;
  return books.oracle.proofs.map(({ account, person, expired, revoked }, index) => ({
    id: index + 1,
    person_id: person + 1,
    connector_id: books.connectorIds.get(namespaceKey(account.namespace)),
    external_id: account.id,
    proof_row: 1,
    proved_at: new Date(Date.now() - 3 * day).toISOString(),
    expires_at: new Date(Date.now() + (expired ? -day : day)).toISOString(),
    revoked_at: revoked ? new Date().toISOString() : null,
  }));
}

/** Columns that the rows do not name take their defaults. */
async function insertAll(session: Session, table: string, rows: readonly Json[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).join(", ");
  await session.query(
    `insert into backread.${table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::backread.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

function hex(text: string): string {
  return `\\x${Buffer.from(text).toString("hex")}`;
}

function namespaceKey({ type, name }: Namespace): string {
  return JSON.stringify([type, name]);
}
