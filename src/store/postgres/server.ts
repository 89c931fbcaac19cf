import type { Database } from "../database.js";

export interface ServerOptions {
  /** `postgres://user:password@host:port/database`; whatever else it may hold is the driver's. */
  readonly url: string;
  /** Connections at most, two or more; transactions beyond wait. */
  readonly connections?: number;
}

export const DEFAULT_CONNECTIONS = 10;
/** One holds a lock while another works. */
export const MIN_CONNECTIONS = 2;
/** Milliseconds to open one connection in. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** What the text of times depends on, whatever the server or the role has been told. */
export const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["TimeZone", "UTC"],
  ["DateStyle", "ISO"],
];

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
