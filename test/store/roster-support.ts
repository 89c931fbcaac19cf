import type { Audience } from "../../dist/speakers/audience.js";
import type { RosterSnapshot } from "../../dist/speakers/roster/roster.js";
import type { Database } from "../../dist/store/database.js";
import type { ConversationRef, Destination, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { bindView } from "../../dist/store/view/view.js";
import { channel, NOW, sure, tell, viewTools, WORKSPACE } from "./spoken.js";

export const ROOM = channel("room");

/** Somebody says something under a label; the message id. */
export async function says(
  scope: Scope,
  [id, label]: readonly [id: string, label: string],
  where: {
    readonly in?: ConversationRef;
    readonly to?: Audience | null;
    readonly channel?: string;
    readonly minute?: number;
    readonly text?: string;
  } = {},
): Promise<string> {
  const { in: place = ROOM, to = WORKSPACE, text = "about the trip", minute = ++minutes } = where;
  const [messageId = ""] = await tell(scope, [
    {
      in: place,
      to,
      text,
      by: { type: "person", id, label },
      at: new Date(START + minute * 60_000).toISOString(),
      ...(where.channel === undefined ? {} : { channel: where.channel }),
    },
  ]);
  return messageId;
}

const START = Date.UTC(2026, 0, 1);
let minutes = 1_000;

export async function viewAt(scope: Scope, at: Partial<Destination> = {}): Promise<View> {
  const destination = { conversation: ROOM, audience: WORKSPACE, asOf: NOW, ...at };
  return bindView(scope, { destination }, await viewTools());
}

export async function rosterAt(
  scope: Scope,
  at: Partial<Destination> = {},
  narrowing?: "channel" | "conversation",
): Promise<RosterSnapshot> {
  const view = await viewAt(scope, at);
  return view.roster(narrowing === undefined ? {} : { scope: narrowing });
}

/** Handles and names, who spoke last first. */
export function shown({ entries }: RosterSnapshot): readonly string[] {
  return entries.map(({ handle, name }) => `${handle}: ${name}`);
}

/** A statement over one perspective, `$1`: who owns PGlite's tables sees those of all. */
export function sql<Row extends object>(
  { database, perspectiveId }: Scope,
  text: string,
): Promise<readonly Row[]> {
  const begin = `begin; set local backread.perspective = '${perspectiveId}'`;
  return database.transaction({ begin }, (session) => session.query<Row>(text, [perspectiveId]));
}

export async function storedHandles(scope: Scope): Promise<readonly string[]> {
  const rows = await sql<{ readonly handle: string }>(
    scope,
    "select handle from backread.speaker_handles where perspective_id = $1 order by position",
  );
  return rows.map(({ handle }) => handle);
}

/** Many rows of three people at once. */
export async function makeNoise(scope: Scope, place: ConversationRef, rows: number): Promise<void> {
  await tell(
    scope,
    Array.from({ length: rows }, (_, row) => ({
      in: place,
      to: WORKSPACE,
      text: "noise",
      by: { type: "person" as const, id: `n${row % 3}`, label: "Noise" },
      at: new Date(START + ++minutes * 60_000).toISOString(),
    })),
  );
}

/** Counts what a database is asked. */
export function counted(database: Database): { readonly database: Database; asked: number } {
  const counter = {
    asked: 0,
    database: {
      kind: database.kind,
      transaction: (options, body) => {
        counter.asked++;
        return database.transaction(options, body);
      },
      outside: (text) => database.outside(text),
      exclusively: (key, body) => database.exclusively(key, body),
      close: () => database.close(),
    } satisfies Database,
  };
  return counter;
}

/** Every row may be read by everybody, for as long as `read` takes. */
export async function unguarded<T>(scope: Scope, read: () => Promise<T>): Promise<T> {
  const script = (text: string): Promise<void> =>
    scope.database.transaction({ begin: "begin" }, (session) => session.script(text));
  const head = `create or replace function backread.allowed_sets(d backread.destination)
    returns int[] language sql stable as`;
  const [original] = await sql<{ whole: string }>(
    scope,
    `select pg_get_functiondef('backread.allowed_sets'::regproc) as whole where $1::int > 0`,
  );
  const unproved = "update backread.messages set set_id = 0 where perspective_id = $1 and";
  await sql(scope, `${unproved} set_id is null`);
  await script(`${head} $$ select array_agg(id) || 0 from backread.audience_sets $$`);
  try {
    return await read();
  } finally {
    await script(sure(original).whole);
    await sql(scope, `${unproved.replace("= 0", "= null")} set_id = 0`);
  }
}
