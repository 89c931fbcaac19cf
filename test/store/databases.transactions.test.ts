import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Database, Session } from "../../dist/store/database.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import { openPostgresJs } from "../../dist/store/postgres/postgres-js.js";
import { openDatabase } from "../../dist/store/open-database.js";
import { asAdmin, createDatabase, forEachDatabase, type Open } from "./harness.js";

const BEGIN = { begin: "begin" };
const SLOW = `do $$ begin for i in 1..2000000000 loop null; end loop; end $$`;

function forEachDriver(name: string, define: (open: Open, kind: string) => void): void {
  forEachDatabase(name, (open, kind) => {
    if (kind === "pglite") describe.skip("replaced by its thread below", () => {});
    else define(open, kind);
  });
  describe(`${name}, on pglite in its thread`, () => {
    define(() => openDatabase({ url: "pglite:memory" }), "pglite");
  });
  for (const server of inject("store").servers)
    describe(`${name}, on ${server.name} through postgres.js`, () => {
      define(
        async () => openPostgresJs({ url: `${server.ownerUrl}${await createDatabase(server)}` }),
        server.name,
      );
    });
}

const insert = (session: Session, value: string): Promise<unknown> =>
  session.query("insert into notes values ($1)", [value]);

forEachDriver("transactions", (open, kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  async function freshNotes(): Promise<void> {
    await database.transaction(BEGIN, (session) =>
      session.script("drop table if exists notes; create table notes (value text unique)"),
    );
  }

  async function notes(): Promise<readonly unknown[]> {
    const rows = await database.transaction(BEGIN, (session) =>
      session.query<{ value: string }>("select value from notes order by value"),
    );
    return rows.map(({ value }) => value);
  }

  test("a body that throws is rolled back, and its error comes as it was", async () => {
    await freshNotes();
    const own = new Error("no");
    const failing = database.transaction(BEGIN, async (session) => {
      await insert(session, "a");
      throw own;
    });
    await expect(failing).rejects.toBe(own);
    expect(await notes()).toEqual([]);
  });

  test("a statement that failed and was caught does not let the rest be lost silently", async () => {
    await freshNotes();
    const swallowing = database.transaction(BEGIN, async (session) => {
      await insert(session, "a");
      await session.query("select 1 / 0").catch(() => undefined);
      return "fine";
    });
    await expect(swallowing).rejects.toMatchObject({ data: { sqlState: "25P02" } });
    expect(await notes()).toEqual([]);
  });

  test("after going back to a savepoint it commits", async () => {
    await freshNotes();
    await database.transaction(BEGIN, async (session) => {
      await insert(session, "a");
      await session.script("savepoint s");
      await insert(session, "a").catch(() => undefined);
      await session.script("rollback to savepoint s");
      await insert(session, "b");
    });
    expect(await notes()).toEqual(["a", "b"]);
  });

  test("an argument that is refused here is no failed statement", async () => {
    await freshNotes();
    await database.transaction(BEGIN, async (session) => {
      await expect(insert(session, "\0")).rejects.toMatchObject({ code: "invalid_argument" });
      await insert(session, "a");
    });
    expect(await notes()).toEqual(["a"]);
  });

  test("statements that the body did not wait for are part of it, or fail it", async () => {
    await freshNotes();
    await database.transaction(BEGIN, async (session) => {
      void insert(session, "a");
      void insert(session, "b");
    });
    expect(await notes()).toEqual(["a", "b"]);
    const failing = database.transaction(BEGIN, async (session) => {
      void insert(session, "c");
      void insert(session, "a").catch(() => undefined);
    });
    await expect(failing).rejects.toMatchObject({ data: { sqlState: "25P02" } });
    expect(await notes()).toEqual(["a", "b"]);
  });

  test("a session that outlives its transaction is closed", async () => {
    let kept: Session | null = null;
    await database.transaction(BEGIN, async (session) => {
      kept = session;
    });
    await expect(kept!.query("select 1")).rejects.toMatchObject({ code: "closed" });
    await expect(kept!.script("select 1")).rejects.toMatchObject({ code: "closed" });
  });

  test("a constraint that is looked at on commit rolls back", async () => {
    await database.transaction(BEGIN, (session) =>
      session.script(`drop table if exists late;
        create table late (value text, unique (value) deferrable initially deferred)`),
    );
    const failing = database.transaction(BEGIN, async (session) => {
      await session.query("insert into late values ($1), ($1)", ["secret"]);
    });
    await expect(failing).rejects.toMatchObject({ data: { sqlState: "23505" } });
    const after = await database.transaction(BEGIN, (session) =>
      session.query("select count(*) as n from late"),
    );
    expect(after).toEqual([{ n: 0 }]);
  });

  test("an error tells the condition and the names, and nothing of a row", async () => {
    await freshNotes();
    const failing = database.transaction(BEGIN, async (session) => {
      await insert(session, "hidden words");
      await insert(session, "hidden words");
    });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "database_failed", data: { sqlState: "23505" } });
    const text = JSON.stringify(error) + String((error as Error).stack) + String(error);
    expect(text).toContain("notes_value_key");
    expect(text).not.toContain("hidden");
    const cast = database.transaction(BEGIN, (session) =>
      session.query("select $1::text::int", ["hidden"]),
    );
    const refused: unknown = await cast.catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ data: { sqlState: "22P02" } });
    expect(JSON.stringify(refused) + String((refused as Error).stack)).not.toContain("hidden");
    expect((refused as Error).cause).toBeUndefined();
  });

  test("a signal that has fired already asks nothing of the database", async () => {
    const body = database.transaction({ ...BEGIN, signal: AbortSignal.abort() }, async () => {
      throw new Error("ran");
    });
    await expect(body).rejects.toMatchObject({ code: "aborted" });
  });

  test("a signal between two statements rolls back", async () => {
    await freshNotes();
    const controller = new AbortController();
    const aborted = database.transaction(
      { ...BEGIN, signal: controller.signal },
      async (session) => {
        await insert(session, "a");
        controller.abort(new Error("enough"));
        await wait(50);
        await insert(session, "b");
      },
    );
    await expect(aborted).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
    expect(await notes()).toEqual([]);
  });

  test("a body that waits for something else is ended in time too", async () => {
    await freshNotes();
    const started = performance.now();
    const hanging = database.transaction({ ...BEGIN, timeoutMs: 100 }, async (session) => {
      await insert(session, "a");
      await new Promise(() => {});
    });
    await expect(hanging).rejects.toMatchObject({ code: "timed_out", data: { milliseconds: 100 } });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await notes()).toEqual([]);
  });

  test.skipIf(kind === "pglite")(
    "a signal ends the statement that runs, in the server",
    async () => {
      const controller = new AbortController();
      const running = database.transaction({ ...BEGIN, signal: controller.signal }, (session) =>
        session.query("select 'findme' from pg_sleep(120)"),
      );
      const rejected = expect(running).rejects.toMatchObject({ code: "aborted" });
      await wait(200);
      controller.abort();
      await rejected;
      // A busy server may be slower than the caller, but not as slow as the statement would be.
      const left = (): Promise<unknown> =>
        database.transaction(BEGIN, (session) =>
          session.query(`select count(*) as n from pg_stat_activity
          where state = 'active' and query like '%find' || 'me%' and datname = current_database()`),
        );
      await expect.poll(left).toEqual([{ n: 0 }]);
    },
  );

  test.skipIf(kind === "pglite")("time that is over ends the statement that runs", async () => {
    const started = performance.now();
    const running = database.transaction({ ...BEGIN, timeoutMs: 200 }, (session) =>
      session.query("select pg_sleep(120)"),
    );
    await expect(running).rejects.toMatchObject({ code: "timed_out" });
    expect(performance.now() - started).toBeLessThan(20_000);
    const settings = await database.transaction({ ...BEGIN, timeoutMs: 61_234 }, (session) =>
      session.query("show statement_timeout"),
    );
    expect(settings).toEqual([{ statement_timeout: "61234ms" }]);
  });

  test("many at once all happen, each alone", async () => {
    await database.transaction(BEGIN, (session) =>
      session.script("drop table if exists counter; create table counter as select 0 as n"),
    );
    await Promise.all(
      Array.from({ length: 40 }, () =>
        database.transaction(BEGIN, async (session) => {
          await session.query("select n from counter for update");
          await session.query("update counter set n = n + 1");
        }),
      ),
    );
    const [row] = await database.transaction(BEGIN, (session) =>
      session.query("select n from counter"),
    );
    expect(row).toEqual({ n: 40 });
  });

  test("who waits in line can leave it, and those behind are served", async () => {
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const holders = Array.from({ length: 10 }, () => database.transaction(BEGIN, () => gate));
    const impatient = database.transaction({ ...BEGIN, timeoutMs: 50 }, async () => "ran");
    const behind = database.transaction(BEGIN, async (session) => session.query("select 1 as one"));
    await expect(impatient).rejects.toMatchObject({ code: "timed_out" });
    open();
    await Promise.all(holders);
    expect(await behind).toEqual([{ one: 1 }]);
  });

  test("`exclusively` lets one in at a time, and its body use the database", async () => {
    let inside = 0;
    const seen = await Promise.all(
      Array.from({ length: 3 }, () =>
        database.exclusively(7, async () => {
          inside++;
          await database.transaction(BEGIN, (session) => session.query("select 1"));
          const now = inside;
          inside--;
          return now;
        }),
      ),
    );
    expect(seen).toEqual([1, 1, 1]);
  });

  test("what may not run in a transaction runs outside, and its errors are typed", async () => {
    await freshNotes();
    await database.outside("vacuum notes");
    const refused = database.outside("select nothing_of_this_name()");
    await expect(refused).rejects.toMatchObject({ data: { sqlState: "42883" } });
    expect(await notes()).toEqual([]);
  });

  test("a conflict is tried again only where that was asked for", async () => {
    const conflict = `do $$ begin raise exception 'x' using errcode = '40001'; end $$`;
    for (const [retry, runs] of [
      [false, 1],
      [true, 5],
    ] as const) {
      let count = 0;
      const failing = database.transaction({ ...BEGIN, retry }, async (session) => {
        count++;
        await session.script(conflict);
      });
      await expect(failing).rejects.toMatchObject({ data: { sqlState: "40001" } });
      expect(count).toBe(runs);
    }
    let attempts = 0;
    const done = await database.transaction({ ...BEGIN, retry: true }, async (session) => {
      if (++attempts < 3) await session.script(conflict.replace("40001", "40P01"));
      return attempts;
    });
    expect(done).toBe(3);
  });

  test("what begins badly is rolled back", async () => {
    const failing = database.transaction({ begin: "begin; select 1 / 0" }, async () => "ran");
    await expect(failing).rejects.toMatchObject({ data: { sqlState: "22012" } });
    expect(await database.transaction(BEGIN, (session) => session.query("select 1 as a"))).toEqual([
      { a: 1 },
    ]);
  });
});

forEachDriver("closing", (open) => {
  test("waits for what runs, and refuses what comes later", async () => {
    const database = await open();
    let started: () => void = () => {};
    const running = new Promise<void>((resolve) => (started = resolve));
    const last = database.transaction(BEGIN, async (session) => {
      started();
      await wait(100);
      return session.query("select 1 as a");
    });
    await running;
    const closing = database.close();
    expect(await last).toEqual([{ a: 1 }]);
    await closing;
    await database.close();
    const late = database.transaction(BEGIN, async () => "ran");
    await expect(late).rejects.toMatchObject({ code: "closed" });
    await expect(database.outside("vacuum")).rejects.toMatchObject({ code: "closed" });
  });
});

for (const server of inject("store").servers)
  for (const [driver, openServer] of [
    ["pg", openPg],
    ["postgres.js", openPostgresJs],
  ] as const)
    describe(`a server that goes away, ${server.name} through ${driver}`, () => {
      test("fails what ran, never goes on without the transaction, and is found again", async () => {
        const name = await createDatabase(server);
        const database = openServer({ url: `${server.ownerUrl}${name}` });
        await database.transaction(BEGIN, (session) => session.script("create table t (a int)"));
        // Waits for their ends, for which a busy machine takes its time.
        const cut = `select pg_terminate_backend(pid, 20000) from pg_stat_activity
          where datname = '${name}'`;
        const torn = database.transaction(BEGIN, async (session) => {
          await session.query("insert into t values (1)");
          await asAdmin(server, cut);
          await session.query("insert into t values (2)").catch(() => undefined);
          await wait(100);
          await session.query("insert into t values (3)");
        });
        await expect(torn).rejects.toMatchObject({ code: "database_failed" });
        const rows = await database.transaction(BEGIN, (session) =>
          session.query("select a from t"),
        );
        expect(rows).toEqual([]);
        await asAdmin(server, cut);
        await wait(50);
        expect(await database.transaction(BEGIN, (s) => s.query("select 1 as a"))).toEqual([
          { a: 1 },
        ]);
        await database.close();
      });

      test("that cannot be reached gives an error without a state", async () => {
        const database = openServer({ url: "postgres://nobody@127.0.0.1:1/none" });
        const failing = database.transaction(BEGIN, async () => "ran");
        await expect(failing).rejects.toMatchObject({
          code: "database_failed",
          data: { sqlState: null },
        });
        await database.close();
      });

      test("that knows the user not tells the state", async () => {
        const url = server.ownerUrl.replace("secret", "wrong");
        const database = openServer({ url: `${url}postgres` });
        const failing = database.transaction(BEGIN, async () => "ran");
        await expect(failing).rejects.toMatchObject({ data: { sqlState: "28P01" } });
        await database.close();
      });

      test("two connections find a real conflict, and both get through when asked to", async () => {
        const database = openServer({ url: `${server.ownerUrl}${await createDatabase(server)}` });
        await database.transaction(BEGIN, (session) =>
          session.script("create table t as select 0 as n"),
        );
        const add = (): Promise<unknown> =>
          database.transaction(
            { begin: "begin isolation level serializable", retry: true },
            async (session) => {
              const [row] = await session.query<{ n: number }>("select n from t");
              await wait(5);
              await session.query("update t set n = $1::int", [(row?.n ?? 0) + 1]);
            },
          );
        await Promise.all([add(), add(), add()]);
        const [row] = await database.transaction(BEGIN, (session) =>
          session.query("select n from t"),
        );
        expect(row).toEqual({ n: 3 });
        await database.close();
      });
    });

describe("pglite in its thread", () => {
  test("does not hold the caller up", async () => {
    const database = await openDatabase({ url: "pglite:memory" });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    await database.transaction(BEGIN, (session) =>
      session.script("do $$ begin for i in 1..20000000 loop null; end loop; end $$"),
    );
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
    await database.close();
  });

  test("in memory is lost with a statement that does not end, and says so", async () => {
    const database = await openDatabase({ url: "pglite:memory" });
    const stop = new AbortController();
    const endless = database.transaction({ ...BEGIN, signal: stop.signal }, async (session) => {
      const running = session.script(SLOW);
      // Not before it runs: what only began is ended without the thread.
      setTimeout(() => stop.abort(), 100);
      await running;
    });
    await expect(endless).rejects.toMatchObject({ code: "aborted" });
    const after = database.transaction(BEGIN, (session) => session.query("select 1"));
    await expect(after).rejects.toMatchObject({ code: "closed", message: /memory/ });
    await database.close();
  });
});
