import { beforeAll, expect, test } from "vitest";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import { mutated } from "../leaks/mutations.js";
import { actor, merged, recorded, split } from "./actors.support.js";
import { forEachDatabase } from "./harness.js";
import { rosterAt, says, shown, storedHandles } from "./roster-support.js";
import { direct, dm, members, newScope, SLACK } from "./spoken.js";

const GUILD = { connector: SLACK, kind: "guild", id: "g1" } as const;

forEachDatabase("a roster of merged actors", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** Three people who spoke in turn, with handles. */
  async function named(): Promise<Scope> {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    await says(scope, ["u2", "Sasha"]);
    await says(scope, ["u3", "Otto"]);
    expect(shown(await rosterAt(scope))).toEqual(["otto: Otto", "sasha: Sasha", "alex: Alex"]);
    return scope;
  }

  test("two people with one label stay two", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    await says(scope, ["u2", "Alex"]);
    await says(scope, ["u3", "Alex"]);
    await merged(scope, ["u3", "u1"]);
    expect(shown(await rosterAt(scope))).toEqual(["alex: Alex", "alex.2: Alex"]);
  });

  test("has one entry of a group: the head's handle, the name that was heard last", async () => {
    const scope = await named();
    const before = JSON.stringify((await rosterAt(scope)).entries);
    await merged(scope, ["u1", "u2"]);
    const roster = await rosterAt(scope);
    expect(shown(roster)).toEqual(["otto: Otto", "sasha: Sasha"]);
    expect(roster.entries.map(({ actorId }) => actorId)).toEqual([actor("u3"), actor("u2")]);
    await split(scope, "u1");
    expect(JSON.stringify((await rosterAt(scope)).entries)).toBe(before);
    await merged(scope, ["u1", "u2"]);
    await says(scope, ["u1", "Alexander"]);
    expect(shown(await rosterAt(scope))).toEqual(["sasha: Alexander", "otto: Otto"]);
    await split(scope, "u1");
    expect(shown(await rosterAt(scope))).toEqual(["alex: Alexander", "otto: Otto", "sasha: Sasha"]);
    expect(await storedHandles(scope)).toEqual(["alex", "sasha", "otto"]);
  });

  test("keeps what a group was called, whoever of it is named later; a split gives it back", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    await rosterAt(scope);
    await says(scope, ["u2", "Sasha"]);
    await merged(scope, ["u1", "u2"]);
    expect(shown(await rosterAt(scope))).toEqual(["alex: Sasha"]);
    expect(await storedHandles(scope)).toEqual(["alex"]);
    await split(scope, "u1");
    expect(shown(await rosterAt(scope))).toEqual(["sasha: Sasha", "alex: Alex"]);
    await merged(scope, ["u1", "u2"]);
    expect(shown(await rosterAt(scope))).toEqual(["sasha: Sasha"]);
  });

  test("finds an older name of another account where the newest is not safe", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    await says(scope, ["u2", "User."]);
    await merged(scope, ["u1", "u2"]);
    expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
    await split(scope, "u1");
    expect(shown(await rosterAt(scope))).toEqual(["guest: ", "alex: Alex"]);
  });

  test("names by who of a group spoke first", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Other"], { minute: 1 });
    await says(scope, ["u3", "Alex"], { minute: 2 });
    await says(scope, ["u2", "Alex"], { minute: 3 });
    await merged(scope, ["u1", "u2"]);
    expect(shown(await rosterAt(scope))).toEqual(["alex: Alex", "alex.2: Alex"]);
  });

  test("counts a group once where it is full", async () => {
    const scope = await newScope(database);
    for (let n = 1; n <= 13; n++) await says(scope, [`u${n}`, `Member no ${n}`]);
    expect(await rosterAt(scope)).toMatchObject({ truncated: true });
    await merged(scope, ["u13", "u12"]);
    const roster = await rosterAt(scope);
    expect(roster).toMatchObject({ truncated: false });
    expect(roster.entries).toHaveLength(12);
  });

  test("tells no handle or name of a row that may not be read there", async () => {
    const scope = await newScope(database);
    const inside = { conversation: GUILD, channel: "private", audience: members("u1", "u2") };
    const outside = { conversation: GUILD, channel: "open" };
    const secret = { in: GUILD, channel: "private", to: members("u1", "u2") };
    await says(scope, ["u1", "Boss of Project X"], secret);
    expect(shown(await rosterAt(scope, inside))).toEqual(["boss_of_project_x: Boss of Project X"]);
    await says(scope, ["u2", "Bob"], { in: GUILD, channel: "open" });
    await merged(scope, ["u1", "u2"]);
    expect(shown(await rosterAt(scope, outside))).toEqual(["bob: Bob"]);
    // Bob was minted after the group had its first name, which stays where it may be told.
    expect(shown(await rosterAt(scope, inside))).toEqual(["boss_of_project_x: Boss of Project X"]);
    const everything = { name: "sets", of: "allowed_sets", body: { sql: ALL_SETS } };
    await mutated(database, everything, async () => {
      expect(shown(await rosterAt(scope, outside))).toEqual(["boss_of_project_x: Bob"]);
    });
  });

  test("shows nobody of a dm in the room, merged or not", async () => {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"]);
    await says(scope, ["u2", "Secret Name"], { in: dm("u2"), to: direct("u2") });
    await rosterAt(scope, { conversation: dm("u2"), audience: direct("u2") });
    for (const pair of [
      ["u1", "u2"],
      ["u2", "u1"],
    ] as const) {
      await merged(scope, pair);
      expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
      await split(scope, pair[0]);
    }
  });

  test("goes on without the handle of a row that was deleted", async () => {
    const scope = await newScope(database);
    const messageId = await says(scope, ["u2", "Shameful"]);
    await says(scope, ["u1", "Alex"]);
    await rosterAt(scope);
    await merged(scope, ["u1", "u2"]);
    expect(shown(await rosterAt(scope))).toEqual(["shameful: Alex"]);
    await deleteWhat(scope, { messageId });
    expect(shown(await rosterAt(scope))).toEqual(["alex: Alex"]);
  });

  test("asks no more where some are merged, and nothing of groups where none are", async () => {
    const scope = await named();
    const watched = recorded(database);
    const asked = async (): Promise<readonly string[]> => {
      watched.texts.length = 0;
      await rosterAt({ ...scope, database: watched.database });
      return [...watched.texts];
    };
    const plain = await asked();
    expect(plain.join()).not.toMatch(/actors_of|actor_head/u);
    // To bind: begin, connector, route, conversation's facts; to read: see `readOnce`.
    expect(plain).toHaveLength(QUERIES);
    await merged(scope, ["u1", "u2"]);
    const grouped = await asked();
    expect(grouped).toHaveLength(QUERIES);
    expect(grouped.join()).toMatch(/actors_of/u);
    await split(scope, "u1");
    expect(await asked()).toEqual(plain);
  });
});

/** Statements of binding and reading a roster whose people have their handles. */
const QUERIES = 9;
const ALL_SETS =
  "select array_agg(id) from backread.audience_sets where perspective_id = d.perspective_id";
