import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openMemory } from "./harness.js";
import { found, members, message, openScope, rowsOf, take, visible } from "./ingest-support.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

describe("messages", () => {
  it("are stored with where they came from, and found by their words", async () => {
    const scope = await openScope(database);
    const outcomes = await take(scope, [
      message("m1", "Mangoes are ripe", { channel: "c1", channelLabel: "#fruit", thread: "t9" }),
      message("m2", "a papaya", { author: { type: "person", id: "u2", label: "Lee" } }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["stored", "stored"]);
    expect(await found(scope, "mango")).toEqual(["m1"]);
    expect(
      await rowsOf(
        scope,
        `select source_id, channel_key, channel_label, thread_key, author_id, author_label, actor_id
         from backread.messages where perspective_id = $1 order by sequence`,
      ),
    ).toEqual([
      {
        source_id: "m1",
        channel_key: "c1",
        channel_label: "#fruit",
        thread_key: "t9",
        author_id: "u1",
        author_label: "Kim",
        actor_id: "actor:slack:u1",
      },
      {
        source_id: "m2",
        channel_key: "",
        channel_label: "",
        thread_key: "",
        author_id: "u2",
        author_label: "Lee",
        actor_id: "actor:slack:u2",
      },
    ]);
  });

  it("are stored once, however often they come", async () => {
    const scope = await openScope(database);
    const batch = [message("m1", "one"), message("m2", "two"), message("m1", "one")];
    const first = await take(scope, batch);
    expect(first.map(({ status }) => status)).toEqual(["stored", "stored", "repeated"]);
    const again = await take(scope, batch);
    expect(again.map(({ status }) => status)).toEqual(["repeated", "repeated", "repeated"]);
    expect(await found(scope, "one")).toEqual(["m1"]);
  });

  it("are seen by their readers alone", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("m1", "for two", { audience: members("u1", "bot", "u2") }),
      message("m2", "for one", { audience: members("u1") }),
      message("m3", "for nobody knows whom", { audience: null }),
    ]);
    expect(await visible(scope, members("u1"))).toEqual(["m1", "m2"]);
    expect(await visible(scope, members("u2"))).toEqual(["m1"]);
    expect(await visible(scope, members("u3"))).toEqual([]);
    expect(await found(scope, "nobody")).toEqual([]);
  });
});
