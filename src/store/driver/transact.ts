import type { Session, TransactionOptions } from "../database.js";
import { DatabaseError } from "../../model/store-errors.js";
import { failed, stateOf } from "./database-error.js";
import { CANCEL_GRACE_MS, settles, type Link, type LinkSource } from "./link.js";
import { OpenSession } from "./open-session.js";
import { Stop, timedOut } from "./stop.js";

/** Times that a transaction is begun, where it may be begun again. */
export const MAX_ATTEMPTS = 5;
/** Milliseconds before it is begun again, doubled each time, of which a random part is waited. */
const RETRY_DELAY_MS = 10;

/** Another transaction came between, or two waited for each other. */
const CONFLICTS: ReadonlySet<string | null> = new Set(["40001", "40P01"]);
const CANCELLED = "57014";
const OUTCOME_UNKNOWN = "08007";

/**
 * Where no time-out ends it, a server that hears nothing of its client any more lets go after two
 * minutes, and not after the two hours of its system: later than the client, which by then knows
 * that its locks are no longer its own.
 */
const KEPT_ALIVE = Object.entries({
  tcp_keepalives_idle: 60,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 6,
  tcp_user_timeout: 120_000,
})
  .map(([name, value]) => `; set local ${name} = ${value}`)
  .join("");

/** Runs a body in a transaction of one connection of the source. */
export async function transact<T>(
  source: LinkSource,
  options: TransactionOptions,
  body: (session: Session) => Promise<T>,
): Promise<T> {
  const stop = new Stop(options);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce({ source, options, stop }, body);
      } catch (error) {
        const again = options.retry === true && attempt < MAX_ATTEMPTS;
        if (!again || !CONFLICTS.has(stateOf(error))) throw error;
        await stop.race(pause(attempt));
      }
    }
  } finally {
    stop.dispose();
  }
}

interface Attempt {
  readonly source: LinkSource;
  readonly options: TransactionOptions;
  readonly stop: Stop;
}

async function attemptOnce<T>(
  { source, options, stop }: Attempt,
  body: (session: Session) => Promise<T>,
): Promise<T> {
  const link = await source.acquire(stop);
  const session = new OpenSession(link);
  let broken = true;
  try {
    const value = await stop.race(run(link, session, { begin: beginOf(source, options), body }));
    await commit(link, stop);
    broken = false;
    return value;
  } catch (error) {
    session.close();
    broken = await undo(link, stop);
    if (stateOf(error) === OUTCOME_UNKNOWN) throw error;
    throw stop.error ?? overdue(error, options) ?? error;
  } finally {
    await link.release(broken);
  }
}

async function run<T>(
  link: Link,
  session: OpenSession,
  { begin, body }: { readonly begin: string; readonly body: (session: Session) => Promise<T> },
): Promise<T> {
  await link.begin(begin);
  const value = await body(session);
  await session.settle();
  return value;
}

/** The server keeps the time as well, should this process be stopped or cut off. */
function beginOf(source: LinkSource, { begin, timeoutMs }: TransactionOptions): string {
  if (source.kind === "pglite") return begin;
  const begun = begin.trim().replace(/;$/, "");
  if (timeoutMs === undefined) return `${begun}${KEPT_ALIVE}`;
  return `${begun}; set local statement_timeout = ${Math.ceil(timeoutMs)}`;
}

/** Once it is sent, a commit is not cancelled: only when no answer comes is it given up. */
async function commit(link: Link, stop: Stop): Promise<void> {
  const sent = link.script("commit").catch((error: unknown) => {
    // Without a state it is no answer of the database.
    const answered = !(error instanceof DatabaseError) || stateOf(error) !== null;
    throw answered ? error : failed(OUTCOME_UNKNOWN);
  });
  sent.catch(() => undefined);
  const late = stop.fired.catch(async () => {
    if (!(await settles(sent, CANCEL_GRACE_MS))) throw failed(OUTCOME_UNKNOWN);
    return sent;
  });
  await Promise.race([sent, late]);
}

/** Rolls back; true where the connection is not to be trusted with another transaction. */
async function undo(link: Link, stop: Stop): Promise<boolean> {
  if (stop.error !== null) await link.interrupt();
  try {
    const sent = link.script("rollback");
    if (!(await settles(sent, CANCEL_GRACE_MS))) return true;
    await sent;
    // A cancel that was on its way may still arrive, and would hit the next transaction.
    return stop.error !== null;
  } catch {
    return true;
  }
}

/** The server's own clock can be the first to say that the time is over. */
function overdue(error: unknown, { timeoutMs }: TransactionOptions): Error | null {
  const cancelled = stateOf(error) === CANCELLED;
  return cancelled && timeoutMs !== undefined ? timedOut(timeoutMs) : null;
}

function pause(attempt: number): Promise<void> {
  const limit = RETRY_DELAY_MS * 2 ** attempt;
  return new Promise((resolve) => setTimeout(resolve, Math.random() * limit));
}
