import type { Database, Row } from "../../../dist/store/database.js";

/** Rows of each table of a store, as text in one order. */
export type Content = Readonly<Record<string, readonly string[]>>;

type Tables = ReadonlyMap<string, readonly Row[]>;

/** What a column's ids are ids of. */
const DOMAINS: Readonly<Record<string, string>> = {
  perspective_id: "perspectives",
  connector_id: "connectors",
  conversation_id: "conversations",
  origin_conversation_id: "conversations",
  merged_into: "conversations",
  route_id: "routes",
  alias_of: "routes",
  audience_id: "audiences",
  set_id: "audience_sets",
  quoted_set_id: "audience_sets",
  row_id: "messages",
  source_row: "messages",
  quoted_row: "messages",
  reply_row: "messages",
};

/** Random, or made from ids, or the time at which it was written. */
const MASKED: ReadonlySet<string> = new Set([
  "message_id",
  "public_key",
  "digest",
  "applied_at",
  "recorded_at",
  "created_at",
]);

/**
 * Everything that a database holds of stores, but for what no two of them have in common: an id is
 * replaced by what it is the id of, a random value is left out. To be asked as a role that is held
 * by no policy.
 */
export async function contentOf(database: Database): Promise<Content> {
  const tables = await read(database);
  const names = namesIn(tables);
  const content: Record<string, readonly string[]> = {};
  for (const [table, rows] of tables)
    content[table] = rows.map((row) => JSON.stringify(named(table, row, names))).sort();
  return content;
}

function read(database: Database): Promise<Tables> {
  return database.transaction({ begin: "begin" }, async (session) => {
    const tables = new Map<string, readonly Row[]>();
    for (const { name } of await session.query<{ name: string }>(
      `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'backread' and c.relkind in ('r', 'p') and not c.relispartition`,
    )) {
      const rows = await session.query<{ row: Row }>(
        `select to_jsonb(t) as row from backread.${name} t`,
      );
      tables.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    return tables;
  });
}

type Names = ReadonlyMap<string, ReadonlyMap<unknown, string>>;

/** Each kind of thing is told by what it is made of, in an order in which that is known before. */
function namesIn(tables: Tables): Names {
  const names = new Map<string, ReadonlyMap<unknown, string>>();
  const name = (table: string, tell: (row: Row) => unknown): void => {
    const rows = tables.get(table) ?? [];
    names.set(table, new Map(rows.map((row) => [row["id"], JSON.stringify(tell(row))])));
  };
  const of = (row: Row, ...columns: readonly string[]): unknown[] =>
    columns.map((column) => valueOf(column, row[column], names));
  name("perspectives", (row) => of(row, "tenant", "agent"));
  name("connectors", (row) => of(row, "perspective_id", "type", "name"));
  name("conversations", (row) => of(row, "connector_id", "kind", "key"));
  name("routes", (row) => of(row, "connector_id", "kind", "key"));
  name("audiences", ({ id: _, ...row }) => named("audiences", row, names));
  const members = tables.get("audience_set_members") ?? [];
  name("audience_sets", ({ perspective_id, id }) =>
    members
      .filter((member) => member["perspective_id"] === perspective_id && member["set_id"] === id)
      .map((member) => JSON.stringify(valueOf("audience_id", member["audience_id"], names)))
      .sort(),
  );
  name("messages", (row) => of(row, "origin_conversation_id", "source_id"));
  return names;
}

function named(table: string, row: Row, names: Names): Row {
  const known = Object.entries(row).filter(([column]) => !MASKED.has(column));
  return Object.fromEntries(
    known.map(([column, value]) =>
      column === "id"
        ? [column, names.get(table)?.get(value) ?? value]
        : [column, valueOf(column, value, names)],
    ),
  );
}

function valueOf(column: string, value: unknown, names: Names): unknown {
  const domain = DOMAINS[column];
  if (domain === undefined || value === null) return value;
  const name = names.get(domain)?.get(value);
  if (name === undefined) throw new Error(`${column} ${JSON.stringify(value)} is of nothing`);
  return name;
}
