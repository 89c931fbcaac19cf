import type { ActorChange } from "../../dist/model/stored.js";
import { mergeActors } from "../../dist/store/actors/merge-actors.js";
import { splitActor } from "../../dist/store/actors/split-actor.js";
import type { Database, SqlValue } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import { sql } from "./roster-support.js";

export const actor = (id: string): string => `actor:slack:${id}`;

export interface Told {
  readonly operator?: string;
  readonly reason?: string;
  readonly dryRun?: boolean;
}

/** Two accounts of Slack are one person from now on. */
export function merged(
  scope: Scope,
  [from, into]: readonly [from: string, into: string],
  told: Told = {},
): Promise<ActorChange> {
  return mergeActors(scope, { from: actor(from), into: actor(into), operator: "ops", ...told });
}

export function split(scope: Scope, id: string, told: Told = {}): Promise<ActorChange> {
  return splitActor(scope, { actor: actor(id), operator: "ops", ...told });
}

/** What is stored of merges, each as `from>into`. */
export async function mergesOf(scope: Scope): Promise<readonly string[]> {
  const rows = await sql<{ readonly merge: string }>(
    scope,
    `select replace(actor_id || '>' || into_actor_id, 'actor:slack:', '') as merge
     from backread.actor_merges where perspective_id = $1 order by 1`,
  );
  return rows.map(({ merge }) => merge);
}

/** Every statement that a database is asked, in order, beginnings of transactions too. */
export function recorded(database: Database): {
  readonly database: Database;
  readonly texts: string[];
} {
  const texts: string[] = [];
  return {
    texts,
    database: {
      kind: database.kind,
      transaction: (options, body) => {
        texts.push(options.begin);
        return database.transaction(options, (session) =>
          body({
            query: <R extends object>(text: string, values?: readonly SqlValue[]) => {
              texts.push(text);
              return session.query<R>(text, values);
            },
            script: (text) => session.script(text),
          }),
        );
      },
      outside: (text) => database.outside(text),
      exclusively: (key, body) => database.exclusively(key, body),
      close: () => database.close(),
    },
  };
}
