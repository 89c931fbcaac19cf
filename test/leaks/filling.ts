import type { Database, Session } from "../../dist/store/database.js";

/** Perspectives that nobody opens: enough of them for a row in each partition. */
export const FIRST_FILLED = 1_000_001;
const FILLED = 48;

export interface Table {
  readonly name: string;
  readonly partition: boolean;
  /** Whether the reader role may look into it at all. */
  readonly readable: boolean;
  /** The column that names the perspective. */
  readonly key: "perspective_id" | "id";
}

/** Every table of the schema that holds rows of perspectives, with its partitions. */
export function fencedTables(session: Session): Promise<readonly Table[]> {
  return session.query<Table & object>(
    `select c.relname::text as name, c.relispartition as partition,
       has_table_privilege('backread_reader', c.oid, 'select') as readable,
       case when c.relname = 'perspectives' then 'id' else 'perspective_id' end as key
     from pg_class c
     where c.relnamespace = 'backread'::regnamespace and c.relkind in ('r', 'p')
       and (c.relname = 'perspectives' or exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'perspective_id'))
     order by c.relname`,
  );
}

/** Puts a row into every table, for each of some perspectives, whatever its columns are. */
export async function fillTables(database: Database): Promise<void> {
  await database.transaction({ begin: "begin" }, async (session) => {
    const tables = (await fencedTables(session)).filter(({ partition }) => !partition);
    await session.script(tables.map(({ name }) => altered(name, "no force")).join(""));
    for (const table of tables) await session.script(await filling(session, table));
    const forced = tables.filter(({ key }) => key === "perspective_id");
    await session.script(forced.map(({ name }) => altered(name, "force")).join(""));
  });
}

function altered(table: string, how: string): string {
  return `alter table backread.${table} ${how} row level security;`;
}

async function filling(session: Session, { name, key }: Table): Promise<string> {
  const given = (await columnsOf(session, name)).map((column) => ({
    name: column.name,
    value: valueFor(column),
  }));
  const columns = [key, ...given.map((column) => column.name)].join(", ");
  const values = ["p", ...given.map(({ value }) => value)].join(", ");
  return `insert into backread.${name} (${columns}) overriding system value
    select ${values} from generate_series(${FIRST_FILLED}, ${FIRST_FILLED + FILLED - 1}) as p`;
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** What its table's checks say. */
  readonly checks: string | null;
}

/** Columns that have to be given: those without a default, and one that a check asks for. */
function columnsOf(session: Session, table: string): Promise<readonly Column[]> {
  return session.query<Column>(
    `select a.attname::text as name, format_type(a.atttypid, null) as type,
       (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey)) as checks
     from pg_attribute a
     where a.attrelid = format('backread.%I', $1::text)::regclass and a.attnum > 0
       and not a.attisdropped and a.attname <> 'perspective_id'
       and not (a.attrelid = 'backread.perspectives'::regclass and a.attname = 'id')
       and (a.attnotnull and not a.atthasdef and a.attidentity = ''
         or (a.attrelid, a.attname) = ('backread.routes'::regclass, 'conversation_id'))`,
    [table],
  );
}

const VALUES: Readonly<Record<string, string>> = {
  integer: "1",
  bigint: "1",
  smallint: "1",
  boolean: "false",
  text: "p::text",
  "text[]": "'{}'",
  bytea: "'a'",
  jsonb: "'{}'",
  uuid: "gen_random_uuid()",
  tsvector: "'a'",
  regconfig: "'english'",
  "timestamp with time zone": "now()",
};

/** A check that is no list of values. */
const NAMED: Readonly<Record<string, string>> = {
  handle: "'h' || p",
  into_actor_id: "'i' || p",
};

function valueFor({ name, type, checks }: Column): string {
  if (NAMED[name] !== undefined) return NAMED[name];
  const allowed =
    checks === null ? null : new RegExp(`${name} = ANY \\(ARRAY\\['([^']*)'`, "u").exec(checks);
  const value = allowed === null ? VALUES[type] : `'${allowed[1]}'`;
  if (value === undefined) throw new Error(`no value is known for ${name}, a ${type}`);
  return value;
}
