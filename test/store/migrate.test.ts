import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { Database, Row } from "../../dist/store/database.js";
import { migrate } from "../../dist/store/migrate.js";
import { BACKFILL_ROWS } from "../../dist/store/migrate/backfill.js";
import { openInThread } from "../../dist/store/pglite/in-thread.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import { MIGRATIONS, type Migration } from "../../dist/store/schema/index.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import { Guest } from "./guest/run.js";
import { asAdmin, createDatabase, forEachDatabase, openStoreScope } from "./harness.js";

const BEGIN = { begin: "begin" };
const NUMBERS = MIGRATIONS.map(({ number }) => number);
const NEWEST = Math.max(...NUMBERS);
const NEXT = NEWEST + 1;

function ask(database: Database, text: string): Promise<readonly Row[]> {
  return database.transaction(BEGIN, (session) => session.query(text));
}

/** A database that the test may spoil; `open` makes another connection to it. */
interface Empty {
  readonly open: () => Database | Promise<Database>;
}

function check(open: () => Promise<Empty>): void {
  test("brings an empty database to the newest schema, once", async () => {
    const empty = await open();
    const [first, second] = [await empty.open(), await empty.open()];
    const applied = await Promise.all([migrate(first), migrate(second)]);
    expect(applied.flat()).toEqual(NUMBERS);
    expect(await migrate(first)).toEqual([]);
    const rows = await ask(first, "select number, name from backread.migrations order by number");
    expect(rows).toEqual(MIGRATIONS.map(({ number, name }) => ({ number, name })));
    // The index of a partitioned table is valid once that of every partition is attached.
    const broken = await ask(first, "select count(*) as n from pg_index where not indisvalid");
    expect(broken).toEqual([{ n: 0 }]);

    const scope = await openStoreScope(first);
    const seen = await first.transaction(
      { begin: "begin; set local role backread_reader" },
      (session) => session.query("select count(*) as n from backread.messages"),
    );
    expect(seen).toEqual([{ n: 0 }]);
    await fill(scope, 10);
    await spoil(first);
  });

  test("reads the words of facts that were there before they were kept", async () => {
    const database = await (await open()).open();
    await migrate(database, MIGRATIONS.slice(0, LEXEMES - 1));
    const scopes: Scope[] = [];
    for (const [searchConfig, facts] of FACTS) {
      const scope = await openStoreScope(database, { tenant: searchConfig, searchConfig });
      await fillFacts(scope, facts);
      scopes.push(scope);
    }
    expect((await migrate(database)).slice(0, 2)).toEqual([LEXEMES, LEXEMES + 1]);
    for (const [at, [searchConfig, facts]] of FACTS.entries()) {
      const scope = scopes[at];
      if (scope === undefined) throw new Error("a perspective is missing");
      // One more, that is written now.
      await fillFacts(scope, 1);
      const [row] = await writing(scope, (session) =>
        session.query(
          `select count(*) as facts, count(*) filter (where lexemes
             = tsvector_to_array(to_tsvector('${searchConfig}', content))) as sound
           from backread.facts where perspective_id = $1`,
          [session.perspectiveId],
        ),
      );
      expect(row).toEqual({ facts: facts + 1, sound: facts + 1 });
    }
  });
}

/** The migration that keeps the lexemes of facts; the one after it fills them in. */
const LEXEMES = 15;
const FACTS = [
  ["english", BACKFILL_ROWS + 3],
  ["german", 5],
  ["simple", 0],
] as const;

async function fillFacts(scope: Scope, facts: number): Promise<void> {
  await writing(scope, (session) =>
    session.query(
      `insert into backread.facts
         (perspective_id, row_id, source_row, epoch, set_id, role, content, model)
       select $1, i, i, 0, 1, 'requester', 'the houses, und die Häuser of row ' || i, 'm'
       from generate_series(1, $2::int) i`,
      [session.perspectiveId, facts],
    ),
  );
}

/** What is not what these migrations made is said to be so, and is left alone. */
async function spoil(database: Database): Promise<void> {
  const mismatch = (found: number): object => ({ code: "schema_mismatch", data: { found } });
  await expect(migrate(database, MIGRATIONS.slice(0, -1))).rejects.toMatchObject(mismatch(NEWEST));
  await ask(database, "update backread.migrations set name = 'other' where number = 2");
  await expect(migrate(database)).rejects.toMatchObject(mismatch(NEWEST));
  await ask(database, "delete from backread.migrations where number = 2");
  await expect(migrate(database)).rejects.toMatchObject(mismatch(NEWEST));
  await ask(database, "delete from backread.migrations");
  await expect(migrate(database)).rejects.toMatchObject(mismatch(0));
}

describe("migrate, on an empty pglite", () => {
  check(async () => {
    const database = await openInThread({ dataDir: "memory://" });
    onTestFinished(() => database.close());
    return { open: () => database };
  });
});

for (const server of inject("store").servers)
  describe(`migrate, on an empty database of ${server.name}`, () => {
    const opening = (base: string) => async (): Promise<Empty> => {
      const url = `${base}${await createDatabase(server)}`;
      return {
        open: () => {
          const database = openPg({ url, connections: 2 });
          onTestFinished(() => database.close());
          return database;
        },
      };
    };
    describe("as its owner", () => check(opening(server.ownerUrl)));
    describe("as a superuser", () => check(opening(server.adminUrl)));

    test("from two processes at once", async () => {
      const url = `${server.ownerUrl}${await createDatabase(server)}`;
      const guests = [new Guest("migrate", [url]), new Guest("migrate", [url])];
      const applied = await Promise.all(
        guests.map(async (guest) => JSON.parse(await guest.ended()) as number[]),
      );
      expect(applied.flat()).toEqual(NUMBERS);
    });

    test("as another owner, once the roles were granted to it", async () => {
      await asAdmin(server, "create role another_owner login createrole password 'secret'");
      const name = await createDatabase(server);
      await asAdmin(server, `alter database ${name} owner to another_owner`);
      const url = `${server.ownerUrl.replace("backread_owner", "another_owner")}${name}`;
      const database = openPg({ url });
      onTestFinished(() => database.close());
      // From version 16 on who may make roles has no right over those that another made.
      if (server.name !== "postgres 15") {
        await expect(migrate(database)).rejects.toMatchObject({ data: { sqlState: "42501" } });
        await asAdmin(server, "grant backread_reader, backread_literal to another_owner");
      }
      expect((await migrate(database)).at(-1)).toBe(NUMBERS.at(-1));
    });
  });

async function fill(scope: Scope, rows: number): Promise<void> {
  await writing(scope, (session) =>
    session.query(
      `insert into backread.messages (perspective_id, conversation_id, origin_conversation_id,
         connector_id, route_id, route_kind, sequence, source_id, author_type, content, index_status)
       select $1, 1, 1, 1, 1, 'channel', i, 's' || i, 'person', 'row ' || i, 'none'
       from generate_series(1, $2::int) i`,
      [session.perspectiveId, rows],
    ),
  );
}

/** Made up: what a later release might need. */
const ADD_COLUMN: Migration = {
  number: NEXT,
  name: "add_reading",
  sql: "alter table backread.messages add column reading int; create table stumble (at int)",
};
const BATCH = `
with batch as (
  select id from backread.messages
  where perspective_id = $1::int and id > coalesce($3::bigint, 0) and reading is null
  order by id limit $2::int
), changed as (
  update backread.messages m set reading = length(m.content)
    / (select case when count(*) > 0 and min(at) < m.sequence then 0 else 1 end from stumble)
  from batch where m.perspective_id = $1::int and m.id = batch.id returning m.id
)
select count(*) as touched, max(id) as cursor from changed`;
const FILL_COLUMN: Migration = {
  number: NEXT + 1,
  name: "fill_reading",
  backfill: { batch: BATCH },
};
const INDEX: Migration = {
  number: NEXT + 2,
  name: "index_reading",
  outside: [
    "drop index concurrently if exists backread.messages_0_reading",
    "create index concurrently messages_0_reading on backread.messages_0 (reading)",
  ],
};
const LATER: readonly Migration[] = [...MIGRATIONS, ADD_COLUMN, FILL_COLUMN, INDEX];

forEachDatabase("an upgrade of a filled store", (open, kind) => {
  const ROWS = 4 * BACKFILL_ROWS + 7;
  let database: Database;
  const scopes: Scope[] = [];
  beforeAll(async () => {
    database = await open();
    for (const tenant of ["first", "second"]) {
      const scope = await openStoreScope(database, { tenant });
      await fill(scope, ROWS);
      scopes.push(scope);
    }
  });
  afterAll(() => database.close());

  async function unfilled(scope: Scope): Promise<unknown> {
    const [row] = await writing(scope, (session) =>
      session.query(
        "select count(*) as n from backread.messages where perspective_id = $1 and reading is null",
        [session.perspectiveId],
      ),
    );
    return row?.["n"];
  }

  test("stops where a batch fails, and keeps what was done", async () => {
    expect(await migrate(database, LATER.slice(0, MIGRATIONS.length + 1))).toEqual([NEXT]);
    await ask(database, `insert into stumble values (${2 * BACKFILL_ROWS + 1})`);
    await expect(migrate(database, LATER)).rejects.toMatchObject({ data: { sqlState: "22012" } });
    expect(await Promise.all(scopes.map(unfilled))).toEqual([ROWS - 2 * BACKFILL_ROWS, ROWS]);
    await ask(database, "delete from stumble");
  });

  test("goes on from there in small transactions, while others read and write", async () => {
    const working = { done: false, rounds: 0 };
    const others = (async () => {
      while (!working.done) {
        for (const scope of scopes)
          await writing(scope, async (session) => {
            // Far more than one batch takes, and no more than a hang would need.
            await session.script("set local lock_timeout = '20s'");
            await session.query(
              `update backread.messages set content = content
               where perspective_id = $1 and sequence = $2`,
              [session.perspectiveId, 1 + (working.rounds % ROWS)],
            );
            await session.query(
              `select count(*) from backread.messages where perspective_id = $1`,
              [session.perspectiveId],
            );
          });
        working.rounds++;
        await wait(1);
      }
    })();
    const both = Promise.all([migrate(database, LATER), migrate(database, LATER)]);
    const applied = await both.finally(() => (working.done = true));
    await others;
    expect(applied.flat()).toEqual([NEXT + 1, NEXT + 2]);
    // One connection: there they take turns with the batches.
    expect(working.rounds).toBeGreaterThan(kind === "pglite" ? 0 : 3);
    expect(await Promise.all(scopes.map(unfilled))).toEqual([0, 0]);
    for (const scope of scopes) {
      const [largest] = await writing(scope, (session) =>
        session.query(
          `select max(n) as n from (select count(*) as n from backread.messages
           where perspective_id = $1 and reading is not null group by xmin) as by_transaction`,
          [session.perspectiveId],
        ),
      );
      expect(largest).toEqual({ n: BACKFILL_ROWS });
    }
    const index = await ask(
      database,
      "select 'backread.messages_0_reading'::regclass::text as name",
    );
    expect(index).toEqual([{ name: "backread.messages_0_reading" }]);
    expect(await migrate(database, LATER)).toEqual([]);
  });

  test("a change that fails leaves nothing behind", async () => {
    const broken: Migration = {
      number: NEXT + 3,
      name: "broken",
      sql: "create table left_behind (a int); select 1 / 0",
    };
    await expect(migrate(database, [...LATER, broken])).rejects.toMatchObject({
      data: { sqlState: "22012" },
    });
    expect(await ask(database, "select to_regclass('left_behind') as t")).toEqual([{ t: null }]);
    expect(await migrate(database, LATER)).toEqual([]);
  });

  test.skipIf(kind === "pglite")("a change that has to wait lets the others pass", async () => {
    const change: Migration = {
      number: NEXT + 3,
      name: "another_column",
      sql: "alter table backread.messages add column another int",
    };
    const [first, second] = scopes;
    if (first === undefined || second === undefined) throw new Error("the store was not filled");
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const long = writing(first, async (session) => {
      await session.query("select count(*) from backread.messages");
      await gate;
    });
    await wait(100);
    const migrating = migrate(database, [...LATER, change]);
    await wait(200);
    // The first is held until this is through: one that queued behind it would never be.
    await writing(second, (session) =>
      session.query("select count(*) from backread.messages where perspective_id = $1", [
        session.perspectiveId,
      ]),
    );
    letGo();
    await long;
    expect(await migrating).toEqual([change.number]);
  });
});
