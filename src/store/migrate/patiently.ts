import type { Database, Session } from "../database.js";
import { stateOf } from "../driver/database-error.js";

/** Milliseconds to wait for a lock: whoever comes after a waiting change waits as long. */
const LOCK_TIMEOUT_MS = 1_000;
/** Milliseconds in which the others go first. */
const PAUSE_MS = 500;
/** Times that a lock is asked for. */
export const MAX_LOCK_ATTEMPTS = 60;

/** A lock was not to be had, two transactions waited for each other, or one came between. */
const IN_THE_WAY: ReadonlySet<string | null> = new Set(["55P03", "40P01", "40001"]);

/** Runs a transaction again where another is in its way, `MAX_LOCK_ATTEMPTS` times. */
export async function patiently<T>(
  database: Database,
  body: (session: Session) => Promise<T>,
): Promise<T> {
  const begin = `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`;
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction({ begin }, body);
    } catch (error) {
      if (attempt === MAX_LOCK_ATTEMPTS || !IN_THE_WAY.has(stateOf(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
