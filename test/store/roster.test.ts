import { inspect } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { renderRoster } from "../../dist/speakers/roster/render-roster.js";
import { alias } from "../../dist/store/aliases.js";
import { declareConnector } from "../../dist/store/connectors.js";
import type { Database } from "../../dist/store/database.js";
import { merge } from "../../dist/store/merge.js";
import { openPerspective } from "../../dist/store/perspective.js";
import { deleteWhat, reset } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { forEachDatabase } from "./harness.js";
import {
  counted,
  makeNoise,
  ROOM,
  rosterAt,
  says,
  shown,
  sql,
  storedHandles,
  unguarded,
  viewAt,
} from "./roster-support.js";
import {
  channel,
  direct,
  dm,
  members,
  newScope,
  PUBLIC,
  SLACK,
  sure,
  tell,
  WORKSPACE,
} from "./spoken.js";

const GUILD = { connector: SLACK, kind: "guild", id: "g1" } as const;

forEachDatabase("a roster", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  describe("of the acceptance fixture", () => {
    const DM = dm("quentin");
    const inDm = { in: DM, to: direct("quentin") };
    let scope: Scope;
    beforeAll(async () => {
      scope = await newScope(database);
      await says(scope, ["u1", "Nadia"]);
      await says(scope, ["u2", "Yann"]);
      await says(scope, ["u3", "Otto"]);
      await says(scope, ["u1", "Nadia"]);
      await says(scope, ["", "Zoltan"]);
      await says(scope, ["quentin", "Quentin"], { ...inDm, text: "hidden trip idea for yann" });
      await says(scope, ["u1", "Nadi-Bee"], inDm);
      await merge(scope, DM, ROOM);
    });

    test("§9.2 case 1: who spoke there, and nobody from the dm", async () => {
      const roster = await rosterAt(scope);
      // Ours are in the order of the last message, as the budget drops them.
      expect(shown(roster)).toEqual(["nadia: Nadia", "otto: Otto", "yann: Yann"]);
      expect(roster).toMatchObject({ truncated: false, epoch: 1 });
      const rendered = renderRoster(roster, { maxTokens: 2_000, countTokens: (t) => t.length });
      expect(rendered?.text).not.toMatch(/quentin|bee|zoltan|actor:/iu);
      expect(rendered?.snapshot.id).toBe(roster.id);
    });

    test("§9.2 case 5: the dm has its own names, and the room keeps its", async () => {
      const before = await rosterAt(scope);
      const there = await rosterAt(scope, {
        conversation: ROOM,
        route: DM,
        audience: direct("quentin"),
      });
      expect(shown(there)).toEqual(["nadi_bee: Nadi-Bee", "quentin: Quentin"]);
      const after = await rosterAt(scope);
      expect(shown(after)).toEqual(shown(before));
      expect(after.route).toBe(before.route);
      expect(there.route).not.toBe(before.route);
      expect(after.id).not.toBe(before.id);
    });

    test("§9.2 case 22: no actor or row in what prints", async () => {
      const roster = await rosterAt(scope);
      expect(roster.entries.map(({ actorId }) => actorId)).toContain("actor:slack:u1");
      for (const text of [JSON.stringify(roster), inspect(roster, { depth: null })])
        expect(text).not.toMatch(/actor:|u1/u);
    });
  });

  test("§9.2 case 23: twelve people at most, and who is elsewhere is not one of them", async () => {
    const scope = await newScope(database);
    for (let n = 1; n <= 12; n++) await says(scope, [`u${n}`, `Member no ${n}`]);
    expect((await rosterAt(scope)).truncated).toBe(false);
    await says(scope, ["u13", "Late"]);
    await says(scope, ["u14", "Intruder"], { in: channel("elsewhere") });
    const roster = await rosterAt(scope);
    const actors = roster.entries.map(({ actorId }) => actorId.replace("actor:slack:", ""));
    const twelve = Array.from({ length: 12 }, (_, index) => `u${13 - index}`);
    expect(actors).toEqual(twelve);
    expect(roster.truncated).toBe(true);
  });

  test("a noisy neighbour pushes nobody out", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Quiet"]);
    await makeNoise(scope, channel("noise"), 450);
    await merge(scope, channel("noise"), ROOM);
    expect(shown(await rosterAt(scope))).toEqual(["quiet: Quiet"]);
  });

  test("§9.2 case 24: no handle that breaks the grammar can be stored", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Nadia"]);
    await rosterAt(scope);
    const bad = ["a b", "Alex", "9a", "a\nb", "a".repeat(33), "assistant", "user", "you", "é", ""];
    for (const handle of bad)
      await expect(
        sql(
          scope,
          `update backread.speaker_handles set handle = '${handle}' where perspective_id = $1`,
        ),
      ).rejects.toMatchObject({ data: { sqlState: "23514" } });
    await says(scope, ["u2", "Otto"]);
    await rosterAt(scope);
    await expect(
      sql(scope, `update backread.speaker_handles set handle = 'otto' where perspective_id = $1`),
    ).rejects.toMatchObject({ data: { sqlState: "23505" } });
  });

  describe("§9.2 case 25: labels", () => {
    test("an unsafe one names nobody", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "actor:slack:u1"]);
      await says(scope, ["u2", "User."]);
      expect(shown(await rosterAt(scope))).toEqual(["guest.2: ", "guest: "]);
    });

    test("behind an unsafe one stands the newest safe one (§10.9)", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "Old"]);
      await says(scope, ["u1", "Alex"]);
      await says(scope, ["u1", "User."]);
      await says(scope, ["u1", "(You)"]);
      expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
    });

    test("a newer one of a dm renames nobody; one of the room does, and the handle stays", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "Alex"]);
      await rosterAt(scope);
      await says(scope, ["u1", "Secret"], { in: dm("u1"), to: direct("u1") });
      expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
      await says(scope, ["u1", "Lexi"]);
      const counter = counted(scope.database);
      expect(shown(await rosterAt({ ...scope, database: counter.database }))).toEqual([
        "alex: Lexi",
      ]);
      // To bind, and to read: nothing was minted.
      expect(counter.asked).toBe(2);
    });
  });

  describe("§9.2 case 27: minting", () => {
    test("first who spoke first; those of one moment by their ids", async () => {
      const scope = await newScope(database);
      await says(scope, ["u3", "Alex"], { minute: 3 });
      await says(scope, ["u1", "ALEX"], { minute: 1 });
      await says(scope, ["u2", "a.l.e.x"], { minute: 2 });
      await says(scope, ["u2", "Alex"], { minute: 4 });
      await says(scope, ["u9", "Assistant"], { minute: 5 });
      await says(scope, ["u8", "assistant"], { minute: 5 });
      const { entries } = await rosterAt(scope);
      expect(Object.fromEntries(entries.map(({ actorId, handle }) => [actorId, handle]))).toEqual({
        "actor:slack:u1": "alex",
        "actor:slack:u2": "alex.2",
        "actor:slack:u3": "alex.3",
        "actor:slack:u8": "guest",
        "actor:slack:u9": "guest.2",
      });
    });

    test("who was named keeps the name, whoever comes", async () => {
      const scope = await newScope(database);
      await says(scope, ["u2", "Alex"], { minute: 5 });
      await rosterAt(scope);
      await says(scope, ["u1", "Alex"], { minute: 1 });
      expect(shown(await rosterAt(scope))).toEqual(["alex: Alex", "alex.2: Alex"]);
    });

    test("a reset starts fresh names, in a new epoch", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "Alex"]);
      await says(scope, ["u2", "Alex"]);
      expect(shown(await rosterAt(scope))).toEqual(["alex.2: Alex", "alex: Alex"]);
      await reset(scope, ROOM);
      expect(await rosterAt(scope)).toMatchObject({ entries: [], epoch: 2, truncated: false });
      expect(await storedHandles(scope)).toEqual([]);
      await says(scope, ["u2", "Alex"]);
      const roster = await rosterAt(scope);
      expect(roster.epoch).toBe(2);
      expect(shown(roster)).toEqual(["alex: Alex"]);
    });

    test("a route that is not known, or not of the conversation, has none", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "Alex"]);
      await says(scope, ["u1", "Alex"], { in: channel("elsewhere") });
      for (const route of [channel("nowhere"), channel("elsewhere")])
        await expect(rosterAt(scope, { route })).rejects.toMatchObject({
          code: "invalid_destination",
        });
    });

    test("an alias is a route of its own, and a merge keeps the names", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "Alex"]);
      const door = channel("door");
      await alias(scope, door, ROOM);
      await says(scope, ["u2", "Alex"], { in: door });
      expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
      expect(shown(await rosterAt(scope, { route: door }))).toEqual(["alex: Alex"]);
      await says(scope, ["u1", "Renamed"]);
      await says(scope, ["u5", "Host"], { in: channel("hall") });
      await merge(scope, ROOM, channel("hall"));
      expect(shown(await rosterAt(scope))).toEqual(["alex: Renamed"]);
    });
  });

  test("an empty tenant has a roster like any other (§10.1), and shares none", async () => {
    for (const agent of ["one", "two"]) {
      const scope = await openPerspective(database, { tenant: "", agent });
      await declareConnector(scope, { ...SLACK, ids: "global" });
      await says(scope, ["u1", agent === "one" ? "Alex" : "Lexi"]);
      expect(shown(await rosterAt(scope))).toEqual([agent === "one" ? "alex: Alex" : "lexi: Lexi"]);
    }
  });

  test("rows without an account, of an agent, or without words make nobody present", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    await says(scope, ["", "Nobody"]);
    await says(scope, ["u2", "Silent"], { text: " \n\t" });
    await says(scope, ["u3", "Unproved"], { to: null });
    expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
  });

  describe("in a guild", () => {
    let scope: Scope;
    beforeAll(async () => {
      scope = await newScope(database);
      const open = { in: GUILD, channel: "open" };
      await says(scope, ["u1", "Boss of Project X"], {
        in: GUILD,
        channel: "private",
        to: members("u1", "u2"),
      });
      await says(scope, ["u1", "Bob"], open);
      await says(scope, ["u3", "Carol"], { in: GUILD, channel: "other" });
      await says(scope, ["u4", "Dan"], { in: GUILD });
    });
    const inside = { conversation: GUILD, channel: "private", audience: members("u1", "u2") };
    const outside = { conversation: GUILD, channel: "open" };

    test("a roster is of the channel, or by choice of all that may be read", async () => {
      expect(shown(await rosterAt(scope, { ...outside, channel: "other" }))).toEqual([
        "carol: Carol",
      ]);
      expect(shown(await rosterAt(scope, { conversation: GUILD }))).toEqual(["dan: Dan"]);
      expect(shown(await rosterAt(scope, outside, "conversation"))).toEqual([
        "carol: Carol",
        "bob: Bob",
      ]);
      // Nobody can be searched for over the channels from outside all of them.
      expect(shown(await rosterAt(scope, { conversation: GUILD }, "conversation"))).toEqual([]);
      await expect(rosterAt(scope, outside, "guild" as unknown as "channel")).rejects.toMatchObject(
        { code: "invalid_argument" },
      );
    });

    test("a channel's route that leads to a guild is one of its channels", async () => {
      const fresh = await newScope(database);
      await says(fresh, ["u3", "Carol"], { in: GUILD, channel: "other" });
      const door = channel("door");
      await alias(fresh, door, GUILD);
      await says(fresh, ["u1", "Bob"], { in: door, channel: "open" });
      const arrived = { conversation: GUILD, route: door };
      expect(shown(await rosterAt(fresh, { ...arrived, channel: "open" }))).toEqual(["bob: Bob"]);
      expect(shown(await rosterAt(fresh, arrived))).toEqual([]);
    });

    test("what an adapter calls a dm names nobody; a dm that was merged in names its own", async () => {
      const fresh = await newScope(database);
      await says(fresh, ["u3", "Carol"], { in: GUILD, channel: "open" });
      const label = { type: "person", id: "u5", label: "Secret" } as const;
      const more = { routeKind: "dm" } as const;
      const said = { in: GUILD, to: WORKSPACE, text: "psst", by: label, channel: "open", more };
      await tell(fresh, [{ ...said, at: "2026-02-01T00:00:00Z" }]);
      expect(shown(await rosterAt(fresh, outside))).toEqual(["carol: Carol"]);
      expect(shown(await rosterAt(fresh, outside, "conversation"))).toEqual(["carol: Carol"]);
      await says(fresh, ["u5", "Eve"], { in: dm("u5"), to: direct("u5") });
      await merge(fresh, dm("u5"), GUILD);
      const there = { conversation: GUILD, route: dm("u5"), audience: direct("u5") };
      expect(shown(await rosterAt(fresh, there))).toEqual(["eve: Eve"]);
    });

    test("a handle made of a private label is told in private alone", async () => {
      const fresh = await newScope(database);
      const label = ["u1", "Boss of Project X"] as const;
      await says(fresh, label, { in: GUILD, channel: "private", to: members("u1", "u2") });
      expect(shown(await rosterAt(fresh, inside))).toEqual([
        "boss_of_project_x: Boss of Project X",
      ]);
      await says(fresh, ["u1", "Bob"], { in: GUILD, channel: "open" });
      expect(shown(await rosterAt(fresh, outside))).toEqual(["bob: Bob"]);
      expect(shown(await rosterAt(fresh, inside))).toEqual([
        "boss_of_project_x: Boss of Project X",
      ]);
      // Positive control: without the predicate the first name of the actor is told to all.
      const holed = await unguarded(fresh, () => rosterAt(fresh, outside));
      expect(shown(holed)).toEqual(["boss_of_project_x: Bob"]);
    });

    test("who newly reads there knows people by the same names, where that tells nothing", async () => {
      const fresh = await newScope(database);
      const place = { in: GUILD, channel: "private" };
      await says(fresh, ["u1", "Bob"], { ...place, to: members("u1", "u2") });
      await rosterAt(fresh, inside);
      await says(fresh, ["u1", "Bob"], { ...place, to: members("u1", "u2", "u3") });
      const wider = { ...inside, audience: members("u1", "u2", "u3") };
      expect(shown(await rosterAt(fresh, wider))).toEqual(["bob: Bob"]);
    });
  });

  test("a hidden row shows neither its actor nor its label", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    await says(scope, ["u1", "Hidden"], { to: members("u1", "u2") });
    await says(scope, ["u2", "Unseen"], { to: members("u1", "u2") });
    await says(scope, ["u3", "Unproved"], { to: null });
    const counter = counted(scope.database);
    const roster = await rosterAt(scope, { audience: PUBLIC });
    expect(roster.entries).toEqual([]);
    expect(shown(await rosterAt({ ...scope, database: counter.database }))).toEqual(["alex: Alex"]);
    const holed = await unguarded(scope, () => rosterAt(scope));
    expect(shown(holed)).toEqual(["unproved: Unproved", "unseen: Unseen", "alex: Hidden"]);
  });

  test("a handle goes with the row that it was made of", async () => {
    const scope = await newScope(database);
    const messageId = await says(scope, ["u1", "Shameful"]);
    await rosterAt(scope);
    await says(scope, ["u1", "Alex"]);
    expect(shown(await rosterAt(scope))).toEqual(["shameful: Alex"]);
    await deleteWhat(scope, { messageId });
    expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
    expect(await storedHandles(scope)).toEqual(["alex"]);
  });

  test("many at once give everybody one name", async () => {
    const scope = await newScope(database);
    for (let n = 1; n <= 8; n++) await says(scope, [`u${n}`, "Alex"]);
    const view = await viewAt(scope);
    const rosters = await Promise.all(Array.from({ length: 6 }, () => view.roster()));
    for (const roster of rosters) expect(shown(roster)).toEqual(shown(sure(rosters[0])));
    expect(new Set(sure(rosters[0]).entries.map(({ handle }) => handle)).size).toBe(8);
    expect(await storedHandles(scope)).toHaveLength(8);
  });

  test("nothing is read until a roster is asked for", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    const counter = counted(scope.database);
    await viewAt({ ...scope, database: counter.database });
    expect(counter.asked).toBe(1);
    expect(await storedHandles(scope)).toEqual([]);
  });

  test("it is public where the destination is", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"], { to: PUBLIC });
    await says(scope, ["u2", "Inside"], { to: WORKSPACE });
    expect(shown(await rosterAt(scope, { audience: PUBLIC }))).toEqual(["alex: Alex"]);
  });
});
