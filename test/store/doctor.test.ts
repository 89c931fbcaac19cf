import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { DoctorReport } from "../../dist/model/admin.js";
import type { Database } from "../../dist/store/database.js";
import { doctor } from "../../dist/store/doctor/doctor.js";
import { MIGRATIONS } from "../../dist/store/schema/index.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { maintain } from "../../dist/store/upkeep/maintain.js";
import { dump, plant } from "./admin-support.js";
import { refresh } from "./cards-support.js";
import { forEachDatabase } from "./harness.js";
import { rosterAt } from "./roster-support.js";
import { channel, dm, direct, newScope, SLACK, tell, WORKSPACE, type Said } from "./spoken.js";

const ROOM = channel("room");
const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };

let minute = 0;
function says(sourceId: string, by: string, more: Partial<Said> = {}): Said {
  const at = new Date(Date.UTC(2026, 0, 1, 10, minute++)).toISOString();
  return { in: ROOM, to: WORKSPACE, text: `row ${sourceId}`, by, at, sourceId, ...more };
}

/** Names of the checks that are not ok, with their state. */
function wrong({ checks }: DoctorReport): Readonly<Record<string, string>> {
  // Which extensions there are is the server's.
  const known = checks.filter(({ name }) => !["pg_trgm", "btree_gin", "vector"].includes(name));
  return Object.fromEntries(
    known.filter(({ state }) => state !== "ok").map(({ name, state }) => [name, state]),
  );
}

/** A database between whose answers, once they are there, and whoever asked a minute goes by. */
function late(database: Database): Database {
  return {
    kind: database.kind,
    transaction: (options, body) =>
      database.transaction(options, (session) =>
        body({
          query: async (text, values) => {
            const rows = await session.query(text, values);
            vi.setSystemTime(Date.now() + 60_000);
            return rows as never;
          },
          script: (text) => session.script(text),
        }),
      ),
    outside: (text) => database.outside(text),
    exclusively: (key, body) => database.exclusively(key, body),
    close: () => database.close(),
  };
}

forEachDatabase("doctor", (openDatabase, kind) => {
  let database: Database;
  let scope: Scope;
  beforeEach(async () => {
    database ??= await openDatabase();
    scope = await newScope(database);
  });

  const examine = (): Promise<DoctorReport> => doctor(database, scope.perspective);

  it("finds nothing wrong with a store in use, and changes nothing", async () => {
    await tell(scope, [
      says("a1", "u1"),
      says("r1", "u2", { more: { replyTarget: "a1" } }),
      says("g1", "u1", { in: GUILD, channel: "hall" }),
      says("d1", "u1", {
        in: dm("u1"),
        to: direct("u1"),
        by: { type: "person", id: "", label: "" },
      }),
    ]);
    await rosterAt(scope);
    const before = await dump(scope);
    const report = await examine();
    expect(wrong(report)).toEqual({});
    expect(report.ok).toBe(true);
    expect((await dump(scope)) === before).toBe(true);
    const said = (name: string) => report.checks.find((check) => check.name === name)?.reason;
    expect(said("annotations")).toMatch(/^3 of 3 /);
    expect(said("roster")).toBe("2 handles on 1 routes");
  });

  it("tells of cards: off, due, built, and those that a deletion took from view", async () => {
    const cards = async () => (await examine()).checks.find(({ name }) => name === "cards");
    const told = await tell(scope, [says("a1", "u1", { text: "pref: short answers" })]);
    expect(await cards()).toMatchObject({ state: "ok", reason: "off: no models were given" });
    await refresh(scope);
    expect(await cards()).toMatchObject({
      state: "ok",
      reason: expect.stringMatching(/^1 built, 0 due/),
    });
    await tell(scope, [says("a2", "u1", { text: "pref: no emoji" })]);
    expect(await cards()).toMatchObject({
      state: "ok",
      reason: expect.stringMatching(/^1 built, 1 due/),
    });
    await deleteWhat(scope, { messageId: told[0] ?? "" });
    expect(await cards()).toMatchObject({
      state: "warn",
      reason: "1 built, 1 due, 1 not shown until rebuilt",
    });
  });

  it("warns of what the backfills are for, and of rows that nobody can find", async () => {
    await tell(scope, [
      says("a1", "u1"),
      says("a2", "", { by: { type: "person", id: "", label: "" } }),
      says("r1", "u2", { more: { replyTarget: "a1" } }),
      says("g1", "u1", { in: GUILD }),
      says("none", "u1", { to: null }),
    ]);
    await plant(
      scope,
      `update backread.messages set reply_subject_actor_id = '' where perspective_id = $1`,
    );
    await plant(
      scope,
      `delete from backread.documents d using backread.messages m where d.perspective_id = $1
         and m.perspective_id = $1 and m.id = d.row_id and m.source_id = 'a1'`,
    );
    const report = await examine();
    const names = ["evidence", "senders", "actors", "annotations", "new rows", "replies"];
    const warned = [...names, "channels", "index"].map((name) => [name, "warn"]);
    expect(wrong(report)).toEqual(Object.fromEntries(warned));
    expect(report.ok).toBe(true);
    expect(
      report.checks.filter(({ state }) => state === "warn").every(({ advice }) => advice),
    ).toBe(true);
  });

  it("fails where counters lie or a fence is down", async () => {
    await tell(scope, [says("a1", "u1")]);
    await plant(scope, `update backread.corpus_counts set documents = 7 where perspective_id = $1`);
    expect(wrong(await examine())).toEqual({ counters: "fail" });
    const ask = (text: string) =>
      database.transaction({ begin: "begin" }, (session) => session.query(text));
    await ask("alter table backread.facts no force row level security");
    const report = await examine();
    await ask("alter table backread.facts force row level security");
    expect(wrong(report)).toEqual({ counters: "fail", fences: "fail" });
    expect(report.ok).toBe(false);
  });

  it("warns of tables that outgrew what the planner knows, until maintain has run", async () => {
    await tell(scope, [says("a1", "u1")]);
    await maintain(scope);
    expect(wrong(await examine())).toEqual({});
    await plant(
      scope,
      `insert into backread.postings select $1, 'w' || n, -n, -1, 1, 1 from generate_series(1, 9000) n`,
    );
    const report = await examine();
    expect(wrong(report)).toEqual({ statistics: "warn" });
    expect(report.checks.find(({ name }) => name === "statistics")?.reason).toMatch(/: postings$/);
    await maintain(scope);
    expect(wrong(await examine())).toEqual({});
    await plant(scope, `delete from backread.postings where perspective_id = $1 and row_id < 0`);
    await maintain(scope);
  });

  it("takes a slow answer for no difference of clocks, and a difference for one", async () => {
    await tell(scope, [says("a1", "u1")]);
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    expect(wrong(await doctor(late(database), scope.perspective))).toEqual({});
    // An embedded database has the clock of its process.
    const differs = kind === "pglite" ? {} : { clock: "warn" };
    expect(wrong(await examine())).toEqual(differs);
  });

  it("says what it cannot reach or does not know, and looks no further", async () => {
    const unknown = await doctor(database, { tenant: "t", agent: "nobody" });
    expect(wrong(unknown)).toEqual({ perspective: "fail" });
    const newest = MIGRATIONS.length;
    const update = `update backread.migrations set number = number + 1000 where number = ${newest}`;
    const back = "update backread.migrations set number = number - 1000 where number > 1000";
    await database.transaction({ begin: "begin" }, (session) => session.query(update));
    const newer = await examine();
    await database.transaction({ begin: "begin" }, (session) => session.query(back));
    expect(wrong(newer)).toEqual({ schema: "fail" });
    expect(newer.checks.at(-1)?.name).toBe("schema");
  });
});
