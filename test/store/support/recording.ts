import type { Database, Session } from "../../../dist/store/database.js";

/** A database that keeps the text of every statement it is asked. */
export interface Recording {
  readonly database: Database;
  /** What was asked since the last time, in order. */
  take(): readonly string[];
}

export function recording(database: Database): Recording {
  let statements: string[] = [];
  const note = (text: string): void => void statements.push(text.trim());
  const over = (session: Session): Session => ({
    query: (text, values) => {
      note(text);
      return session.query(text, values);
    },
    script: (text) => {
      note(text);
      return session.script(text);
    },
  });
  return {
    database: {
      kind: database.kind,
      transaction: (options, body) => {
        // Its text names the perspective, in which no two stores are alike.
        note("begin");
        return database.transaction(options, (session) => body(over(session)));
      },
      outside: (text) => {
        note(text);
        return database.outside(text);
      },
      exclusively: (key, body) => database.exclusively(key, body),
      close: () => database.close(),
    },
    take: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
