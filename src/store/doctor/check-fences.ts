import type { DoctorCheck } from "../../model/admin.js";
import type { Session } from "../database.js";
import { fail, ok, warn } from "./check.js";

/** What each extension is for. The store answers without them, more slowly. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  pg_trgm: "literal words are found without reading every row",
  btree_gin: "what other perspectives wrote costs nothing",
  vector: "vectors are compared by the database",
};

const OPEN_TABLES = `
select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'backread' and c.relkind in ('r', 'p')
  and not (c.relrowsecurity and c.relforcerowsecurity)
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'perspective_id'
    and not a.attisdropped)
order by c.relname`;

const READER = `
select coalesce(bool_or(pg_has_role(current_user, oid, 'member')), false) as becomes,
  coalesce(bool_or(rolsuper or rolbypassrls), false) as passes
from pg_roles where rolname = 'backread_reader'`;

/** What keeps perspectives apart below the statements, and what a search leans on. */
export async function checkFences(session: Session): Promise<readonly DoctorCheck[]> {
  return [await checkTables(session), await checkReader(session), ...(await extensions(session))];
}

async function checkTables(session: Session): Promise<DoctorCheck> {
  const open = await session.query<{ readonly name: string }>(OPEN_TABLES);
  if (open.length === 0) return ok("fences", "every table shows one perspective alone");
  const names = open.map(({ name }) => name).join(", ");
  return fail("fences", `no row security on ${names}`, "restore it from a store of this version");
}

async function checkReader(session: Session): Promise<DoctorCheck> {
  const [row] = await session.query<{ becomes: boolean; passes: boolean }>(READER);
  if (row?.becomes !== true)
    return fail("reader", "searches cannot run as backread_reader", "grant it to this role");
  return row.passes
    ? fail(
        "reader",
        "backread_reader sees every perspective",
        "take superuser and bypassrls from it",
      )
    : ok("reader", "searches run as backread_reader");
}

async function extensions(session: Session): Promise<readonly DoctorCheck[]> {
  const present = await session.query<{ readonly name: string }>(
    `select name from backread.capabilities where present`,
  );
  const names = new Set(present.map(({ name }) => name));
  return Object.entries(EXTENSIONS).map(([name, use]) =>
    names.has(name)
      ? ok(name, use)
      : warn(name, "it was not there when the store was made", `with it ${use}`),
  );
}
