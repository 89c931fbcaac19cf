import type { Database, Session } from "../../dist/store/database.js";

/** A condition that some statement of the store forgets. */
export interface StatementMutation {
  readonly name: string;
  /** Of which statements. */
  readonly of: RegExp;
  readonly passage: RegExp;
  /** Keeps every parameter in use: `$1` is what the passage caught. */
  readonly becomes: string;
}

/**
 * A database whose statements can be changed on their way to it, as if the source of the store said
 * something else: what is written in TypeScript has no function that could be replaced.
 */
export interface Rewriting {
  readonly database: Database;
  /** Runs `body` with a mutation in place. Errors where no statement was changed by it. */
  during<T>(mutation: StatementMutation, body: () => Promise<T>): Promise<T>;
}

export function rewriting(database: Database): Rewriting {
  let mutation: StatementMutation | null = null;
  let changed = 0;
  const rewritten = (text: string): string => {
    if (mutation?.of.test(text) !== true) return text;
    const mutant = text.replaceAll(mutation.passage, mutation.becomes);
    if (mutant !== text) changed++;
    return mutant;
  };
  const over = (session: Session): Session => ({
    query: (text, values) => session.query(rewritten(text), values),
    script: (text) => session.script(text),
  });
  return {
    database: {
      kind: database.kind,
      transaction: (options, body) =>
        database.transaction(options, (session) => body(over(session))),
      outside: (text) => database.outside(text),
      exclusively: (key, body) => database.exclusively(key, body),
      close: () => database.close(),
    },
    during: async (next, body) => {
      [mutation, changed] = [next, 0];
      try {
        const result = await body();
        if (changed === 0) throw new Error(`${next.name}: no statement was changed`);
        return result;
      } finally {
        mutation = null;
      }
    },
  };
}
