import type { Database } from "../../dist/store/database.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import type { ModelPort } from "../../dist/store/model-port/model-port.js";
import type { FactAnswer } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";

/** What it is given is one fact to it; what has the word `nothing` in it holds none. */
const ECHO: ModelPort = {
  model: "echo",
  complete: async ({ input }) =>
    JSON.stringify({ facts: input.includes("nothing") ? [] : [{ text: input }] }),
};

/** Reads every row of a perspective, each of which is a fact then. */
export async function readAll(scope: Scope): Promise<void> {
  await turnOnFacts(scope, ECHO);
  const { failed, failure } = await readFacts(scope, ECHO);
  if (failed > 0 || failure !== null) throw new Error("a fact could not be read");
}

export function textsOf({ facts }: FactAnswer): readonly string[] {
  return facts.map(({ text }) => text);
}

/** Counts the statements that a database is asked, `script`s included. */
export function countingStatements(database: Database): {
  readonly database: Database;
  asked: number;
} {
  const counter = {
    asked: 0,
    database: {
      kind: database.kind,
      transaction: (options, body) =>
        database.transaction(options, (session) =>
          body({
            query: (text, values) => {
              counter.asked++;
              return session.query(text, values);
            },
            script: (text) => {
              counter.asked++;
              return session.script(text);
            },
          }),
        ),
      outside: (text) => database.outside(text),
      exclusively: (key, body) => database.exclusively(key, body),
      close: () => database.close(),
    } satisfies Database,
  };
  return counter;
}
