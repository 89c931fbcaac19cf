import type { Database } from "../database.js";

/** Milliseconds between two looks at a lock. */
const POLL_MS = 100;

/**
 * Holds an advisory lock in a transaction of its own while `body` uses other connections. It looks
 * again and again and never waits in the server: `create index concurrently` waits for every
 * statement that was there before it, so that two processes would wait for each other for ever.
 */
export function holdLock<T>(database: Database, key: number, body: () => Promise<T>): Promise<T> {
  const begin = "begin; set local idle_in_transaction_session_timeout = 0";
  return database.transaction({ begin }, async (session) => {
    for (;;) {
      const [row] = await session.query<{ held: boolean }>(
        "select pg_try_advisory_xact_lock($1) as held",
        [key],
      );
      if (row?.held === true) return body();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  });
}
