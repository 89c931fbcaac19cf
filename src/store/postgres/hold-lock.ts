import type { Database, Session } from "../database.js";

/** Milliseconds between two looks at a lock. */
const POLL_MS = 100;
/** The one that holds the lock is idle for as long as its body takes. */
const BEGIN = "begin; set local idle_in_transaction_session_timeout = 0";

/**
 * Holds an advisory lock in a transaction of its own while `body` uses other connections. Who waits
 * looks again and again, each time in a new transaction, and never waits in the server: `create
 * index concurrently` waits for every transaction that has a snapshot from before it, so that one
 * which waits for the lock and one which makes the index would wait for each other for ever.
 */
export async function holdLock<T>(
  database: Database,
  key: number,
  body: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const done = await database.transaction({ begin: BEGIN }, async (session) =>
      (await lock(session, key)) ? { value: await body() } : null,
    );
    if (done !== null) return done.value;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function lock(session: Session, key: number): Promise<boolean> {
  const [row] = await session.query<{ held: boolean }>(
    "select pg_try_advisory_xact_lock($1) as held",
    [key],
  );
  // A statement with parameters keeps its snapshot until the next one; a plain one keeps none.
  await session.script("select 1");
  return row?.held === true;
}
