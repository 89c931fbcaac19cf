import { SchemaMismatchError } from "../model/store-errors.js";
import type { Database, Session } from "./database.js";
import { patiently } from "./migrate/patiently.js";
import { backfill } from "./migrate/backfill.js";
import { MIGRATIONS, type Migration } from "./schema/index.js";

/** Key of the advisory lock that migrations hold: no two processes migrate at once. */
const MIGRATION_LOCK = 0x6261_636b;

const BOOKKEEPING = `
create schema if not exists backread;
create table if not exists backread.migrations (
  number int primary key,
  name text not null,
  applied_at timestamptz not null default clock_timestamp()
)`;

/**
 * Brings a database to the newest schema; gives the numbers that were applied. Safe to run again,
 * after a failure too, and from several processes. Others may read and write meanwhile: a change that
 * cannot have its lock soon lets them go first. Errors: `SchemaMismatchError` for a database that is
 * newer, or that these migrations have not made.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly number[]> {
  if ((await pendingOf(database, migrations)).length === 0) return [];
  return database.exclusively(MIGRATION_LOCK, async () => {
    const pending = await pendingOf(database, migrations);
    for (const migration of pending) await apply(database, migration);
    return pending.map(({ number }) => number);
  });
}

async function apply(database: Database, migration: Migration): Promise<void> {
  if ("outside" in migration)
    for (const statement of migration.outside) await database.outside(statement);
  if ("backfill" in migration) await backfill(database, migration.backfill.batch);
  await patiently(database, async (session) => {
    await session.script(BOOKKEEPING);
    if ("sql" in migration) await session.script(migration.sql);
    await session.query(`insert into backread.migrations (number, name) values ($1, $2)`, [
      migration.number,
      migration.name,
    ]);
  });
}

interface Recorded {
  readonly number: number;
  readonly name: string;
}

/** Asks for no more than to read, so that a role which may not migrate can open the store. */
function pendingOf(
  database: Database,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  return database.transaction({ begin: "begin read only" }, (session) =>
    pendingIn(session, migrations),
  );
}

/** What a database has not yet. Errors: `SchemaMismatchError`. */
export async function pendingIn(
  session: Session,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const recorded = await recordedIn(session);
  const found = recorded.at(-1)?.number ?? 0;
  const known = migrations.at(-1)?.number ?? 0;
  if (found > known)
    throw new SchemaMismatchError(`the database is newer than this package: ${found} > ${known}`, {
      found,
      known,
    });
  const odd = recorded.findIndex(({ number, name }, index) => {
    const expected = migrations[index];
    return expected?.number !== number || expected.name !== name;
  });
  if (odd >= 0) throw mismatch(`migration ${odd + 1} is missing or another`, { found, known });
  return migrations.slice(recorded.length);
}

async function recordedIn(session: Session): Promise<readonly Recorded[]> {
  const [there] = await session.query<{ book: boolean; messages: boolean }>(
    `select to_regclass('backread.migrations') is not null as book,
       to_regclass('backread.messages') is not null as messages`,
  );
  const recorded =
    there?.book === true
      ? await session.query<Recorded>(
          `select number, name from backread.migrations order by number`,
        )
      : [];
  if (recorded.length === 0 && there?.messages === true)
    throw mismatch("there are tables, and no migration is recorded", { found: 0, known: 0 });
  return recorded;
}

function mismatch(
  reason: string,
  numbers: { readonly found: number; readonly known: number },
): SchemaMismatchError {
  return new SchemaMismatchError(`the database is half migrated: ${reason}`, numbers);
}
