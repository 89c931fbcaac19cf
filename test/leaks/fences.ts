import type { Database, Session } from "../../dist/store/database.js";
import { FIRST_FILLED, type Table } from "./filling.js";

/** What the reader role, and the owner of the tables, may do at all. */
export interface Fence {
  readonly name: string;
  /** What is wrong with these tables, in a transaction that is rolled back. */
  readonly ask: (session: Session, tables: readonly Table[]) => Promise<readonly string[]>;
}

export const FENCES: readonly Fence[] = [
  { name: "the reader role sees no row of any table while it names no perspective", ask: unbound },
  { name: "the reader role sees the rows of the perspective it names, and no others", ask: bound },
  { name: "the owner of the tables sees no row while it names no perspective", ask: owner },
  { name: "the reader role may read, and insert into audit, and nothing else", ask: privileges },
  {
    name: "a function that runs with another's rights says where it looks names up",
    ask: definers,
  },
];

/** What a fence finds wrong, after a change that is undone again. */
export function askFence(
  database: Database,
  fence: Fence,
  { tables, change = "" }: { readonly tables: readonly Table[]; readonly change?: string },
): Promise<readonly string[]> {
  return undone(database, async (session) => {
    await session.script(change);
    return fence.ask(session, tables);
  });
}

/** The name of the first fence that notices a change, or null. */
export async function noticedBy(
  database: Database,
  hole: { readonly tables: readonly Table[]; readonly change: string },
): Promise<string | null> {
  for (const fence of FENCES)
    if ((await askFence(database, fence, hole)).length > 0) return fence.name;
  return null;
}

const AS_READER = "set local role backread_reader";

async function unbound(session: Session, tables: readonly Table[]): Promise<readonly string[]> {
  await session.script(AS_READER);
  const counts = await counted(
    session,
    tables.filter(({ readable }) => readable),
    "true",
  );
  return counts.filter(({ rows }) => rows > 0).map(({ name }) => `rows of ${name}`);
}

/** Also the control of the others: what is here to be seen is seen. */
async function bound(session: Session, tables: readonly Table[]): Promise<readonly string[]> {
  await session.script(`${AS_READER}; set local backread.perspective = '${FIRST_FILLED}'`);
  const readable = tables.filter((table) => table.readable);
  const others = await counted(session, readable, `key <> ${FIRST_FILLED}`);
  const own = await counted(
    session,
    readable.filter(({ partition }) => !partition),
    "true",
  );
  return [
    ...others.filter(({ rows }) => rows > 0).map(({ name }) => `rows of others in ${name}`),
    ...own.filter(({ rows }) => rows === 0).map(({ name }) => `no row of its own in ${name}`),
  ];
}

/** An owner who is no superuser, and has no other role's rights. */
async function owner(session: Session, tables: readonly Table[]): Promise<readonly string[]> {
  const forced = tables.filter(({ key }) => key === "perspective_id");
  await session.script(
    `create role leaks_owner nologin; grant leaks_owner to current_user;
     grant usage, create on schema backread to leaks_owner;
     ${forced.map(({ name }) => `alter table backread.${name} owner to leaks_owner;`).join("")}
     set local role leaks_owner`,
  );
  const counts = await counted(session, forced, "true");
  return counts.filter(({ rows }) => rows > 0).map(({ name }) => `rows of ${name}`);
}

async function privileges(session: Session): Promise<readonly string[]> {
  const rows = await session.query<{ what: string }>(
    `select format('%s on %s', privilege, c.relname) as what
     from pg_class c, unnest(array['insert', 'update', 'delete', 'truncate', 'references',
       'trigger']) as privilege
     where c.relnamespace = 'backread'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and has_table_privilege('backread_reader', c.oid, privilege)
       and (c.relname, privilege) <> ('audit', 'insert')
     union all
     select 'select on ' || c.relname from pg_class c
     where c.relnamespace = 'backread'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and c.relname in ('migrations', 'link_codes', 'waiting_events', 'outbox')
       and has_table_privilege('backread_reader', c.oid, 'select')
     union all
     select 'the rights of the literal lane, for the owner' from pg_roles
     where rolname = current_user and not rolsuper
       and current_setting('server_version_num')::int >= 160000
       and pg_has_role(current_user, 'backread_literal', 'usage')
     union all
     select 'attribute of the role' from pg_roles
     where rolname = 'backread_reader' and (rolsuper or rolbypassrls or rolcreaterole)`,
  );
  return rows.map(({ what }) => what);
}

async function definers(session: Session): Promise<readonly string[]> {
  const rows = await session.query<{ name: string }>(
    `select proname::text as name from pg_proc
     where pronamespace = 'backread'::regnamespace and prosecdef
       and not exists (select from unnest(proconfig) as setting
         where setting like 'search_path=%pg_temp')`,
  );
  return rows.map(({ name }) => name);
}

interface Counted {
  readonly name: string;
  readonly rows: number;
}

function counted(
  session: Session,
  tables: readonly Table[],
  where: string,
): Promise<readonly Counted[]> {
  const each = tables.map(
    ({ name, key }) =>
      `select '${name}' as name, count(*) as rows from backread.${name}
       where ${where.replace("key", key)}`,
  );
  return session.query<Counted & object>(each.join(" union all "));
}

/** Whatever was changed to ask the question is rolled back. */
async function undone<T>(database: Database, ask: (session: Session) => Promise<T>): Promise<T> {
  const kept: { answer?: T } = {};
  const enough = new Error("the answer is known");
  try {
    await database.transaction({ begin: "begin" }, async (session) => {
      kept.answer = await ask(session);
      throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return kept.answer as T;
}

/** The same hole in one table after another; every one has to be noticed. */
export interface Hole {
  readonly name: string;
  readonly tables: (table: Table) => boolean;
  readonly change: (table: string) => string;
}

export const HOLES: readonly Hole[] = [
  {
    name: "row security",
    tables: ({ readable }) => readable,
    change: (table) => `alter table ${table} disable row level security`,
  },
  {
    name: "the policy",
    tables: ({ readable }) => readable,
    change: (table) => `alter policy perspective on ${table} using (true)`,
  },
  {
    name: "force",
    tables: ({ key }) => key === "perspective_id",
    change: (table) => `alter table ${table} no force row level security`,
  },
  {
    name: "the reader's lack of a right to write",
    tables: () => true,
    change: (table) => `grant update on ${table} to backread_reader`,
  },
];

/** Not of one table. */
export const WIDE_HOLES: readonly { readonly name: string; readonly change: string }[] = [
  {
    name: "bound_perspective",
    change: `create or replace function backread.bound_perspective() returns int
      language sql stable as 'select ${FIRST_FILLED + 1}'`,
  },
  {
    name: "the search path of definers",
    change: `create function backread.careless() returns int
      language sql security definer as 'select 1'`,
  },
];
