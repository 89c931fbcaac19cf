import { databaseError, stateOf } from "../driver/database-error.js";
import { settles } from "../driver/link.js";
import type { Connect, Connection } from "./connection.js";
import { SILENT_TRIES, type Silence } from "./server.js";

interface Hearing {
  readonly connection: Connection;
  readonly connect: Connect;
  readonly silence: Silence;
}

/**
 * The outcome of a statement, however long it takes, while its server is there. A network that drops
 * what is sent closes nothing, and a long statement looks the same from here: so the server is asked
 * by another connection. Where none can be made any more this one is cut. Errors: `DatabaseError`.
 */
export async function heard<T>(running: Promise<T>, hearing: Hearing): Promise<T> {
  while (!(await settles(running, hearing.silence.afterMs)))
    if (!(await isThere(running, hearing))) {
      void hearing.connection.end();
      throw databaseError(null);
    }
  return running;
}

/** Also when the statement has settled meanwhile: that is an answer. */
async function isThere(
  running: Promise<unknown>,
  { connect, silence: { answerMs } }: Hearing,
): Promise<boolean> {
  const done = running.then(
    () => true,
    () => true,
  );
  for (let tries = 0; tries < SILENT_TRIES; tries++) {
    if (await Promise.race([done, answers(connect, answerMs)])) return true;
    // A refusal comes at once, and a server that starts again needs a moment.
    if (await settles(done, answerMs)) return true;
  }
  return false;
}

/** A refusal with a state is an answer as well: of a server that has no connection left, say. */
async function answers(connect: Connect, milliseconds: number): Promise<boolean> {
  const asked = connect();
  const answer = asked.then(
    (connection) => {
      void connection.end();
      return true;
    },
    (error: unknown) => stateOf(error) !== null,
  );
  return (await settles(answer, milliseconds)) && answer;
}
