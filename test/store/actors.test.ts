import { beforeAll, describe, expect, test } from "vitest";
import { readActorAudit } from "../../dist/store/actors/actor-audit.js";
import { readActors } from "../../dist/store/actors/read-actors.js";
import { ACTOR_LABELS, MAX_ACTOR_GROUP, MAX_OPERATOR_UNITS } from "../../dist/store/bounds.js";
import type { Database } from "../../dist/store/database.js";
import { openStore } from "../../dist/store/index.js";
import { deleteWhat, reset } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { actor, merged, mergesOf, split } from "./actors.support.js";
import { forEachDatabase } from "./harness.js";
import { ROOM, says, sql } from "./roster-support.js";
import { channel, direct, DISCORD, dm, newScope, PUBLIC, SLACK, sure, tell } from "./spoken.js";

forEachDatabase("actors that operators merge", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const at = (minute: number): string => {
    const time = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    return time.replace(".000Z", "Z");
  };

  /** Several people who have spoken. */
  async function speaking(...ids: readonly string[]): Promise<Scope> {
    const scope = await newScope(database);
    for (const id of ids) await says(scope, [id, id.toUpperCase()]);
    return scope;
  }

  test("are merged and split once, and each is told in the audit", async () => {
    const scope = await speaking("u1", "u2");
    const done = { changed: 1, actor: actor("u1"), into: actor("u2"), dryRun: false };
    const both = [actor("u2"), actor("u1")];
    const why = { reason: "told us so" };
    expect(await merged(scope, ["u1", "u2"], why)).toEqual({ ...done, group: both });
    expect(await merged(scope, ["u1", "u2"], why)).toEqual({ ...done, changed: 0, group: both });
    expect(await mergesOf(scope)).toEqual(["u1>u2"]);
    expect(await split(scope, "u1")).toEqual({ ...done, group: [actor("u1")] });
    expect(await split(scope, "u1")).toMatchObject({
      changed: 0,
      into: null,
      group: [actor("u1")],
    });
    expect(await mergesOf(scope)).toEqual([]);
    const told = { operator: "ops", actor: actor("u1"), into: actor("u2") };
    const audit = await readActorAudit(scope);
    expect(audit).toMatchObject([
      { ...told, action: "split", reason: "" },
      { ...told, action: "merge", reason: "told us so" },
    ]);
    expect(Date.parse(sure(audit[0]).at)).toBeGreaterThan(Date.now() - 600_000);
    expect(await readActorAudit(scope, { limit: 1 })).toEqual(audit.slice(0, 1));
  });

  test("can be tried: a dry run says the same and writes nothing", async () => {
    const scope = await speaking("u1", "u2", "u3");
    const dry = await merged(scope, ["u1", "u2"], { dryRun: true });
    expect(await mergesOf(scope)).toEqual([]);
    expect(await merged(scope, ["u1", "u2"])).toEqual({ ...dry, dryRun: false });
    const trial = await split(scope, "u1", { dryRun: true });
    expect(await mergesOf(scope)).toEqual(["u1>u2"]);
    expect(await readActorAudit(scope)).toHaveLength(1);
    expect(await split(scope, "u1")).toEqual({ ...trial, dryRun: false });
  });

  test("merged into one that is merged, are merged into what it counts as", async () => {
    const scope = await speaking("u1", "u2", "u3");
    await merged(scope, ["u1", "u2"]);
    const group = [actor("u2"), actor("u1"), actor("u3")];
    expect(await merged(scope, ["u3", "u1"])).toMatchObject({ into: actor("u2"), group });
    expect(await mergesOf(scope)).toEqual(["u1>u2", "u3>u2"]);
    expect(await merged(scope, ["u1", "u3"])).toMatchObject({ changed: 0 });
    expect(await split(scope, "u2")).toMatchObject({ changed: 0, into: null, group });
    await split(scope, "u1");
    expect(await mergesOf(scope)).toEqual(["u3>u2"]);
  });

  test("are refused where a merge would be a circle, hang on another, or be of one", async () => {
    const scope = await speaking("u1", "u2", "u3");
    await merged(scope, ["u1", "u2"]);
    const refused = { code: "invalid_actor_merge" };
    for (const pair of [
      ["u1", "u1"],
      ["u2", "u1"],
      ["u1", "u3"],
      ["u2", "u3"],
    ] as const)
      await expect(merged(scope, pair), pair.join()).rejects.toMatchObject(refused);
    expect(await mergesOf(scope)).toEqual(["u1>u2"]);
    expect(await readActorAudit(scope)).toHaveLength(1);
  });

  test("are refused that nobody is, and those of another perspective are nobody", async () => {
    const scope = await speaking("u1", "u2");
    const other = await speaking("u3");
    const unknown = (argument: string): object => ({ code: "unknown_actor", data: { argument } });
    await expect(merged(scope, ["u1", "u3"])).rejects.toMatchObject(unknown("into"));
    await expect(merged(scope, ["u3", "u1"])).rejects.toMatchObject(unknown("from"));
    await expect(split(scope, "u3")).rejects.toMatchObject(unknown("actor"));
    const message = await split(scope, "u3").catch((error: Error) => error.message);
    expect(message).not.toContain("u3");
    await merged(scope, ["u1", "u2"]);
    expect(await mergesOf(other)).toEqual([]);
    expect(await readActorAudit(other)).toEqual([]);
    expect((await readActors(other)).actors.map(({ actorId }) => actorId)).toEqual([actor("u3")]);
  });

  test.for<[string, readonly [string, string], object]>([
    ["from", ["u1\n", "u2"], {}],
    ["from", ["", "u2"], {}],
    ["from", ["\ud800", "u2"], {}],
    ["into", ["u1", "u2\0"], {}],
    ["into", ["u1", "u".repeat(600)], {}],
    ["operator", ["u1", "u2"], { operator: " " }],
    ["operator", ["u1", "u2"], { operator: "a\nb" }],
    ["operator", ["u1", "u2"], { operator: undefined }],
    ["operator", ["u1", "u2"], { operator: "o".repeat(MAX_OPERATOR_UNITS + 1) }],
    ["reason", ["u1", "u2"], { reason: "a\r\nb" }],
    ["reason", ["u1", "u2"], { reason: 7 }],
    ["dryRun", ["u1", "u2"], { dryRun: "yes" }],
  ])("are refused for a bad %s: %j %j", async ([argument, pair, told]) => {
    const scope = await newScope(database);
    const invalid = { code: "invalid_argument", data: { argument } };
    await expect(merged(scope, pair, told)).rejects.toMatchObject(invalid);
  });

  test("are at most so many in one", async () => {
    const scope = await newScope(database);
    const ids = Array.from({ length: MAX_ACTOR_GROUP + 1 }, (_, n) => `u${n}`);
    await tell(
      scope,
      ids.map((id, n) => ({ in: ROOM, to: PUBLIC, text: "hi", by: id, at: at(n) })),
    );
    for (const id of ids.slice(1, -1)) await merged(scope, [id, "u0"]);
    await expect(merged(scope, [sure(ids.at(-1)), "u0"])).rejects.toMatchObject({
      code: "invalid_actor_merge",
    });
    expect(await mergesOf(scope)).toHaveLength(MAX_ACTOR_GROUP - 1);
  });

  test("can be nicks of one log, which prove nothing and are linked with nobody", async () => {
    const scope = await newScope(database);
    const irc = { type: "irc", name: "libera" };
    const store = await openStore({ database, perspective: scope.perspective });
    await store.declare({ ...irc, ids: "session" });
    const log = { connector: irc, kind: "channel", id: "#log" } as const;
    for (const nick of ["kim", "kim_away"])
      await says(scope, [nick, nick], { in: log, to: PUBLIC });
    const nick = (name: string): string => `actor:irc:libera:${name}`;
    const operation = { from: nick("kim_away"), into: nick("kim"), operator: "ops" };
    expect(await store.mergeActors(operation)).toMatchObject({ changed: 1 });
    const { actors } = await store.actors({ connector: irc });
    expect(actors.map(({ id, mergedInto }) => [id, mergedInto])).toEqual([
      ["kim", null],
      ["kim_away", nick("kim")],
    ]);
  });

  test("leave an audit that nobody can change or shorten", async () => {
    const scope = await speaking("u1", "u2");
    await merged(scope, ["u1", "u2"], { reason: "because" });
    for (const change of [
      "delete from backread.actor_audit where perspective_id = $1",
      "update backread.actor_audit set operator = 'other' where perspective_id = $1",
      "update backread.actor_audit set reason = 'other' where perspective_id = $1",
      "update backread.actor_audit set actor_id = 'other' where perspective_id = $1",
      "update backread.actor_audit set at = now() where perspective_id = $1",
    ])
      await expect(sql(scope, change), change).rejects.toMatchObject({
        data: { sqlState: "23001" },
      });
    expect(await readActorAudit(scope)).toMatchObject([{ operator: "ops", reason: "because" }]);
  });

  describe("of whom one is deleted", () => {
    const forgotten = (scope: Scope, id: string): Promise<unknown> =>
      deleteWhat(scope, { actor: { namespace: SLACK, id } });
    const texts = async (scope: Scope): Promise<string> => {
      const audit = "select row_to_json(a)::text as t from backread.actor_audit a";
      const merges = "select row_to_json(a)::text as t from backread.actor_merges a";
      const where = "where perspective_id = $1";
      const rows = await sql<{ t: string }>(
        scope,
        `${audit} ${where} union all ${merges} ${where}`,
      );
      return rows.map(({ t }) => t).join();
    };

    test("are no longer one, and the audit loses the id and why", async () => {
      const scope = await speaking("gone", "u2", "u3");
      await merged(scope, ["gone", "u2"], { reason: "gone is Kim" });
      await merged(scope, ["u3", "u2"], { reason: "kept" });
      expect(await texts(scope)).toContain("gone");
      await forgotten(scope, "gone");
      expect(await mergesOf(scope)).toEqual(["u3>u2"]);
      expect(await texts(scope)).not.toMatch(/gone|Kim/u);
      expect(await readActorAudit(scope)).toMatchObject([
        { action: "forget", operator: "", actor: null, into: actor("u2") },
        { action: "merge", actor: actor("u3"), into: actor("u2"), reason: "kept" },
        { action: "merge", operator: "ops", actor: null, into: actor("u2"), reason: "" },
      ]);
    });

    test("count as themselves where he was the one that they counted as", async () => {
      const scope = await speaking("gone", "u2", "u3");
      await merged(scope, ["u2", "gone"]);
      await merged(scope, ["u3", "gone"]);
      await forgotten(scope, "gone");
      expect(await mergesOf(scope)).toEqual([]);
      expect(await texts(scope)).not.toContain("gone");
      expect((await readActorAudit(scope)).slice(0, 2)).toMatchObject([
        { action: "forget", actor: actor("u3"), into: null },
        { action: "forget", actor: actor("u2"), into: null },
      ]);
      await expect(merged(scope, ["u2", "gone"])).rejects.toMatchObject({ code: "unknown_actor" });
    });

    test("stay one where he has another account, and through what happens to conversations", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "One"]);
      await says(scope, ["u2", "Two"]);
      const twin = {
        connector: { type: "slack", name: "other" },
        kind: "channel",
        id: "c",
      } as const;
      const store = await openStore({ database, perspective: scope.perspective });
      await store.declare({ ...twin.connector, ids: "global" });
      await says(scope, ["u1", "One there"], { in: twin, to: PUBLIC });
      await merged(scope, ["u1", "u2"]);
      await forgotten(scope, "u1");
      expect(await mergesOf(scope)).toEqual(["u1>u2"]);
      await reset(scope, ROOM);
      await reset(scope, twin);
      expect(await mergesOf(scope)).toEqual(["u1>u2"]);
      await deleteWhat(scope, { actor: { namespace: twin.connector, id: "u1" } });
      expect(await mergesOf(scope)).toEqual([]);
    });
  });

  describe("before they are, are looked up", () => {
    let scope: Scope;
    beforeAll(async () => {
      scope = await newScope(database);
      await says(scope, ["u1", "Alex"], { minute: 1 });
      await says(scope, ["u1", "Alex"], { minute: 2 });
      await says(scope, ["u1", "Lexi"], { minute: 3 });
      await says(scope, ["u2", "Alex"], { minute: 4, in: channel("other") });
      await says(scope, ["u3", ""], { minute: 5, in: dm("u3"), to: direct("u3") });
      await says(scope, ["", "Nobody"], { minute: 6 });
      const timeless = { in: channel("imported"), to: PUBLIC, sequence: 1 };
      await tell(scope, [
        {
          in: ROOM,
          to: PUBLIC,
          text: "hi",
          by: { type: "agent", id: "bot", label: "Alex" },
          at: at(7),
        },
        { ...timeless, text: "old", by: { type: "person", id: "u4", label: "50%_off" } },
      ]);
      await merged(scope, ["u1", "u2"]);
    });

    test("by what their rows say of them, whoever may read those", async () => {
      const { actors, next } = await readActors(scope);
      expect(next).toBeNull();
      expect(actors).toEqual([
        {
          actorId: actor("u1"),
          namespace: SLACK,
          id: "u1",
          labels: [
            { label: "Lexi", rows: 1, firstSeen: at(3), lastSeen: at(3) },
            { label: "Alex", rows: 2, firstSeen: at(1), lastSeen: at(2) },
          ],
          rows: 3,
          firstSeen: at(1),
          lastSeen: at(3),
          mergedInto: actor("u2"),
        },
        expect.objectContaining({ id: "u2", rows: 1, mergedInto: null }),
        expect.objectContaining({ id: "u3", labels: [], rows: 1, lastSeen: at(5) }),
        expect.objectContaining({ id: "u4", firstSeen: null, lastSeen: null }),
      ]);
    });

    test("a page at a time, each once", async () => {
      const seen: string[] = [];
      let pages = 0;
      for (let after: string | undefined; pages < 20; pages++) {
        const page = await readActors(scope, {
          limit: 1,
          ...(after === undefined ? {} : { after }),
        });
        expect(page.actors.length).toBeLessThanOrEqual(1);
        seen.push(...page.actors.map(({ id }) => id));
        if (page.next === null) break;
        after = page.next;
      }
      expect(seen).toEqual(["u1", "u2", "u3", "u4"]);
      const two = await readActors(scope, { like: "alex", limit: 1 });
      expect(two.actors.map(({ id }) => id)).toEqual(["u1"]);
      const rest = await readActors(scope, {
        like: "alex",
        limit: 1,
        after: sure(two.next ?? undefined),
      });
      expect([rest.actors.map(({ id }) => id), rest.next]).toEqual([["u2"], null]);
    });

    test("by part of a name or an id, as it stands", async () => {
      const like = async (text: string): Promise<string> =>
        (await readActors(scope, { like: text })).actors.map(({ id }) => id).join();
      expect(await like("LEX")).toBe("u1,u2");
      expect(await like("xi")).toBe("u1");
      expect(await like("u3")).toBe("u3");
      expect(await like("%")).toBe("u4");
      expect(await like("_")).toBe("u4");
      expect(await like("nobody")).toBe("");
    });

    test("of one connector", async () => {
      const of = async (connector: typeof SLACK | typeof DISCORD): Promise<number> =>
        (await readActors(scope, { connector })).actors.length;
      expect([await of(SLACK), await of(DISCORD)]).toEqual([4, 0]);
      await expect(
        readActors(scope, { connector: { type: "irc", name: "none" } }),
      ).rejects.toMatchObject({ code: "unknown_conversation" });
    });

    test.for([{ limit: 0 }, { limit: 501 }, { after: "" }, { after: "x y" }, { like: 7 }])(
      "and %j is refused",
      async (query) => {
        await expect(readActors(scope, query as { limit: number })).rejects.toMatchObject({
          code: "invalid_argument",
        });
      },
    );

    test("with their newest labels alone, though the others are looked in", async () => {
      const many = await newScope(database);
      for (let n = 1; n <= ACTOR_LABELS + 2; n++) await says(many, ["u1", `Name ${n}.`]);
      const [profile] = (await readActors(many, { like: "name 1." })).actors;
      expect(profile?.labels).toHaveLength(ACTOR_LABELS);
      expect(profile?.labels[0]?.label).toBe(`Name ${ACTOR_LABELS + 2}.`);
      expect(profile?.rows).toBe(ACTOR_LABELS + 2);
    });
  });

  test("a store does all of it", async () => {
    const scope = await speaking("u1", "u2");
    const store = await openStore({ database, perspective: scope.perspective });
    const operation = { operator: "kim", reason: "the same person" };
    await store.mergeActors({ from: actor("u1"), into: actor("u2"), ...operation });
    const { actors } = await store.actors({ like: "u1" });
    expect(actors).toMatchObject([{ mergedInto: actor("u2") }]);
    await store.splitActor({ actor: actor("u1"), ...operation });
    expect(await store.actorAudit()).toMatchObject([{ action: "split" }, { action: "merge" }]);
  });
});
