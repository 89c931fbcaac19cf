import { openInThread } from "../../dist/store/pglite/in-thread.js";
import type { Database } from "../../dist/store/database.js";
import { migrate } from "../../dist/store/migrate.js";

/** A migrated database in memory. */
export async function openMemory(): Promise<Database> {
  const database = await openInThread({ dataDir: "memory://" });
  await migrate(database);
  return database;
}
