import { SchemaMismatchError } from "../model/store-errors.js";
import type { Database, Session } from "./database.js";
import { MIGRATIONS, type Migration } from "./schema/index.js";

/** Key of the advisory lock that migrations hold: no two processes migrate at once. */
const MIGRATION_LOCK = 0x6261_636b;

const BOOKKEEPING = `
create schema if not exists backread;
create table if not exists backread.migrations (
  number int primary key,
  name text not null,
  applied_at timestamptz not null default clock_timestamp()
);`;

/**
 * Brings a database to the newest schema, each migration in a transaction of its own. Safe to run
 * again, and from several processes. Errors: `SchemaMismatchError` for a newer database.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly number[]> {
  const applied: number[] = [];
  for (const migration of migrations) {
    const ran = await database.transaction({ begin: "begin" }, (session) =>
      apply(session, migration, migrations.length),
    );
    if (ran) applied.push(migration.number);
  }
  return applied;
}

async function apply(session: Session, migration: Migration, known: number): Promise<boolean> {
  await session.query(`select pg_advisory_xact_lock($1)`, [MIGRATION_LOCK]);
  await session.script(BOOKKEEPING);
  const [row] = await session.query<{ newest: number }>(
    `select coalesce(max(number), 0) as newest from backread.migrations`,
  );
  const newest = row?.newest ?? 0;
  if (newest > known)
    throw new SchemaMismatchError("the database is newer than this version of backread", {
      found: newest,
      known,
    });
  if (newest >= migration.number) return false;
  await session.script(migration.sql);
  await session.query(`insert into backread.migrations (number, name) values ($1, $2)`, [
    migration.number,
    migration.name,
  ]);
  return true;
}
