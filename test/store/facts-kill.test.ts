import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { declareConnector } from "../../dist/store/connectors.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import { openDatabase } from "../../dist/store/open-database.js";
import { openPerspective } from "../../dist/store/perspective.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import type { Scope } from "../../dist/store/scope.js";
import { passTime } from "./facts-support.js";
import { asAdmin, copyMigratedFolder, createDatabase } from "./harness.js";
import { scriptedServer, type ScriptedServer } from "./scripted-server.js";
import { operatorRows } from "./semantic-support.js";
import { PUBLIC, SLACK, tell, type Said } from "./spoken.js";
import { answerOf, readInAProcess, type Bell, type Moment } from "./support/fact-kills.js";

const LONG = process.env["BACKREAD_LONG"] === "1";
const KILLS = LONG ? 100 : 20;
/** Over the other databases; an embedded store is slow to open again. */
const FEWER_KILLS = LONG ? 20 : 3;
/** For one kill, on a machine that is busy. */
const PATIENCE_MS = 60_000;
const PERSPECTIVE = { tenant: "", agent: "backread" };
const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };
/** Rows: as many from before there was a model as after it, and each third quotes another channel. */
const ROWS = 12;

interface Target {
  readonly url: string;
  /** Kept by the one, made anew by the other, which only one process at a time may hold. */
  readonly use: <T>(look: (database: Database) => Promise<T>) => Promise<T>;
  /** Until nothing is at work any more that a reader had asked for. */
  readonly atRest: () => Promise<void>;
}

async function fill(database: Database): Promise<void> {
  const scope = await openPerspective(database, PERSPECTIVE);
  await declareConnector(scope, { ...SLACK, ids: "global" });
  const rows = Array.from({ length: ROWS }, (_, n) => rowOf(n));
  await tell(scope, rows.slice(0, ROWS / 2));
  await turnOnFacts(scope, { model: "tiny", complete: async () => "" });
  await tell(scope, rows.slice(ROWS / 2));
}

function rowOf(n: number): Said {
  const quoting = n % 3 === 2;
  const quoted = { text: `tea ${n - 1}`, sourceId: `row-${n - 1}` };
  return {
    in: GUILD,
    to: PUBLIC,
    by: `u${n % 4}`,
    text: `I like tea ${n}`,
    channel: quoting ? "coffee" : "tea",
    sourceId: `row-${n}`,
    at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    ...(quoting ? { more: { quoted } } : {}),
  };
}

/** What became of one row so far. */
interface RowState {
  readonly source: string;
  readonly facts: readonly string[];
  readonly queued: boolean;
  /** It is a reader's, alive or not. */
  readonly leased: boolean;
  /** Nobody has looked yet whether it is to be read. */
  readonly unswept: boolean;
}

const STATES = `
select m.source_id as source, q.row_id is not null as queued,
  coalesce(q.not_before > clock_timestamp(), false) as leased,
  m.id > p.facts_swept and m.id <= p.facts_mark as unswept,
  array(select f.role || ' ' || f.author_actor_id || ': ' || f.content from backread.facts f
    where f.perspective_id = $1 and f.row_id = m.id order by f.role, f.content) as facts
from backread.messages m join backread.perspectives p on p.id = m.perspective_id
left join backread.fact_queue q on q.perspective_id = $1 and q.row_id = m.id
where m.perspective_id = $1 order by m.sequence`;

function inScope<T>({ use }: Target, body: (scope: Scope) => Promise<T>): Promise<T> {
  return use(async (database) => body(await openPerspective(database, PERSPECTIVE)));
}

/** What the readers' connections to a server are called. */
const READER = "reader";
const READERS = `
select count(*) as n from pg_stat_activity
where datname = current_database() and application_name = '${READER}'`;

/** What a killed process had sent last, a commit perhaps, outlives it in the server. */
async function readersAreGone(database: Database): Promise<void> {
  const left = (): Promise<unknown> =>
    database.transaction({ begin: "begin" }, (session) => session.query(READERS));
  await expect.poll(left).toEqual([{ n: 0 }]);
}

async function statesOf(target: Target): Promise<readonly RowState[]> {
  const rows = await inScope(target, (scope) => operatorRows(scope, STATES));
  return rows as unknown as readonly RowState[];
}

/** The first while a row is in hand, the others whenever it may be. */
function momentOf(milliseconds: number, requests: number, killed: number): Moment {
  if (killed === 0) return { after: "request", request: 1, unanswered: true, milliseconds: 0 };
  if (Math.random() < 0.3) return { after: "start", milliseconds: Math.random() * milliseconds };
  const request = 1 + Math.floor(Math.random() * requests);
  return { after: "request", request, milliseconds: Math.random() * 12 };
}

/** Each row has all of its facts or none, and who has none is still to be read. */
function expectWhole(states: readonly RowState[], whole: readonly RowState[]): void {
  expect(states).toHaveLength(whole.length);
  for (const [index, { source, facts, queued, unswept }] of states.entries()) {
    if (facts.length > 0) expect(facts, source).toEqual(whole[index]?.facts);
    expect(queued || unswept, source).toBe(facts.length === 0);
  }
}

/** What is a dead reader's is left alone until its time is over. */
function expectUntouched(before: readonly RowState[], after: readonly RowState[]): void {
  for (const [index, { source, leased }] of before.entries())
    if (leased) expect(after[index], source).toMatchObject({ queued: true, facts: [] });
}

async function killAgainAndAgain(make: () => Promise<Target>, kills: number): Promise<void> {
  const bell: Bell = { ring: () => true };
  const server = await scriptedServer(answerOf(bell));
  onTestFinished(() => server.finish());
  const read = ({ url }: Target, moment: Moment) =>
    readInAProcess({ url, modelUrl: server.url, bell }, moment);
  const { whole, milliseconds, requests } = await undisturbed(await make(), server, read);
  let [killed, orphaned] = [0, 0];
  // At least one kill while a row was in hand, or all of them have shown little.
  const goesOn = (): boolean => killed < kills || (orphaned === 0 && killed < 4 * kills);
  while (goesOn()) {
    const target = await make();
    let states: readonly RowState[] = [];
    for (let done = false; !done;) {
      const run = await read(target, goesOn() ? momentOf(milliseconds, requests, killed) : "never");
      if (run.killed) killed++;
      await target.atRest();
      const now = await statesOf(target);
      expectWhole(now, whole);
      expectUntouched(states, now);
      const left = now.filter(({ leased }) => leased).length;
      orphaned += left;
      done = !run.killed && left === 0;
      // A row in a lease is due again when its time is over, and not before.
      const isOver = !run.killed && left > 0;
      if (isOver) await inScope(target, passTime);
      states = isOver ? [] : now;
    }
    expect(states).toEqual(whole);
  }
  expect(orphaned).toBeGreaterThan(0);
}

async function undisturbed(
  target: Target,
  server: ScriptedServer,
  read: (target: Target, moment: Moment) => Promise<{ readonly milliseconds: number }>,
): Promise<{
  readonly whole: readonly RowState[];
  readonly milliseconds: number;
  readonly requests: number;
}> {
  const { milliseconds } = await read(target, "never");
  const whole = await statesOf(target);
  const lanes = whole.map(({ facts }) => facts.length / 2);
  expect(lanes.filter((count) => count === 1)).toHaveLength((ROWS / 3) * 2);
  expect(lanes.filter((count) => count === 2)).toHaveLength(ROWS / 3);
  expect(whole.some(({ queued, leased, unswept }) => queued || leased || unswept)).toBe(false);
  return { whole, milliseconds, requests: server.seen.length };
}

describe("a reader of facts that is killed again and again, and run anew", () => {
  test("over an embedded store", { timeout: (FEWER_KILLS + 4) * PATIENCE_MS }, () =>
    killAgainAndAgain(async () => {
      const url = `pglite:${await copyMigratedFolder()}`;
      const use: Target["use"] = async (look) => {
        const database = await openDatabase({ url, inCallersThread: true });
        try {
          return await look(database);
        } finally {
          await database.close();
        }
      };
      await use(fill);
      return { url, use, atRest: async () => undefined };
    }, FEWER_KILLS),
  );

  const { servers, missing } = inject("store");
  for (const [index, server] of servers.entries()) {
    const kills = index === 0 ? KILLS : FEWER_KILLS;
    test(`over ${server.name}`, { timeout: (kills + 4) * PATIENCE_MS }, () =>
      killAgainAndAgain(async () => {
        const name = await createDatabase(server, { template: "backread_template" });
        const url = `${server.ownerUrl}${name}`;
        const database = openPg({ url });
        onTestFinished(async () => {
          await database.close();
          await asAdmin(server, `drop database if exists ${name} with (force)`);
        });
        await fill(database);
        return {
          url: `${url}?application_name=${READER}`,
          use: (look) => look(database),
          atRest: () => readersAreGone(database),
        };
      }, kills),
    );
  }
  for (const { name, reason } of missing) test.skip(`over ${name} (${reason})`, () => {});
});
