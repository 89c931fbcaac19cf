import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alias } from "../../dist/store/aliases.js";
import type { Database } from "../../dist/store/database.js";
import type { EditEvent, MessageEvent } from "../../dist/store/ingest-port.js";
import type { Scope } from "../../dist/store/scope.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { openMemory } from "./harness.js";
import {
  at,
  found,
  members,
  message,
  openScope,
  ROOM,
  rowsOf,
  take,
  visible,
} from "./ingest-support.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

function edit(
  sourceId: string,
  content: string,
  seconds: number,
  audience: Audience | null = { kind: "public" },
): EditEvent {
  return { type: "edit", sourceId, by: "u1", content, at: at(seconds), audience };
}

function texts(scope: Scope) {
  return rowsOf(
    scope,
    `select source_id, content, sequence, lineage_epoch, set_id is not null as evidence
     from backread.messages where perspective_id = $1 order by source_id`,
  );
}

describe("an edit", () => {
  it("replaces the text everywhere, and keeps the number", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "mango"), message("m2", "other")]);
    const [before] = await texts(scope);
    await rowsOf(
      scope,
      `insert into backread.embeddings select $1, id, 'e', set_id, '' from backread.messages
       where perspective_id = $1`,
    );
    expect(await take(scope, [edit("m1", "papaya", 5)])).toMatchObject([{ status: "applied" }]);
    expect(await found(scope, "mango")).toEqual([]);
    expect(await found(scope, "papaya")).toEqual(["m1"]);
    const [after] = await texts(scope);
    expect(after).toEqual({ ...before, content: "papaya", lineage_epoch: 1 });
    expect(
      await rowsOf(
        scope,
        `select (select count(*)::int from backread.embeddings where perspective_id = $1) as held,
           (select count(*)::int from backread.outbox where perspective_id = $1) as wanted`,
      ),
    ).toEqual([{ held: 1, wanted: 1 }]);
  });

  it("by anybody else is refused", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("m1", "mango"),
      message("m2", "x", { author: { type: "operator" } }),
    ]);
    const others = ["m1", "m2"].map((id) => ({ ...edit(id, "papaya", 5), by: "u2" }));
    expect(await take(scope, others)).toMatchObject([
      { code: "edit_by_other" },
      { code: "edit_by_other" },
    ]);
    expect(await found(scope, "papaya")).toEqual([]);
  });

  it("that is older than the one before it does not win, and none is applied twice", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "one"), edit("m1", "three", 9), edit("m1", "two", 5)]);
    const before = await texts(scope);
    expect(before).toMatchObject([{ content: "three", lineage_epoch: 1 }]);
    await take(scope, [message("m1", "one"), edit("m1", "three", 9), edit("m1", "two", 5)]);
    expect(await texts(scope)).toEqual(before);
  });

  it("waits for its original", async () => {
    const scope = await openScope(database);
    const early = [edit("m1", "three", 9), edit("m1", "two", 5)];
    expect(await take(scope, [...early, ...early])).toMatchObject(
      Array.from({ length: 4 }, () => ({ status: "waiting" })),
    );
    expect(
      await rowsOf(
        scope,
        `select count(*)::int as n from backread.waiting_events where perspective_id = $1`,
      ),
    ).toEqual([{ n: 2 }]);
    const bad = { ...edit("m2", "forged", 5), by: "u2" };
    await take(scope, [bad]);
    expect(await take(scope, [message("m1", "one"), message("m2", "mine")])).toMatchObject([
      { status: "stored", index: "indexed" },
      { status: "stored" },
    ]);
    expect(await texts(scope)).toMatchObject([{ content: "three" }, { content: "mine" }]);
  });

  it("is read where the original and every edit may be read", async () => {
    const scope = await openScope(database);
    const one = (who: string) => members("u1", who);
    await take(scope, [
      message("m1", "x", { audience: members("u1", "u2", "u3") }),
      edit("m1", "y", 5, one("u2")),
      message("m2", "x", { audience: members("u1", "u2", "u3") }),
      edit("m2", "z", 9, one("u2")),
      edit("m2", "y", 5, one("u3")),
      message("m3", "x"),
      edit("m3", "y", 5, null),
    ]);
    expect(await visible(scope, members("u1"))).toEqual(["m1", "m2"]);
    expect(await visible(scope, members("u2"))).toEqual(["m1"]);
    expect(await visible(scope, members("u3"))).toEqual([]);
    expect(await found(scope, "y")).toEqual(["m1"]);
    expect(await take(scope, [edit("m3", "w", 9)])).toMatchObject([{ status: "applied" }]);
    expect(await visible(scope, { kind: "public" })).toEqual([]);
  });

  it("made in the room as it stands adds no audience", async () => {
    const scope = await openScope(database);
    const audience = members("u1", "u2");
    await take(scope, [
      message("m1", "x", { audience }),
      { type: "leave", reader: "u2", at: at(5) },
      edit("m1", "y", 3, audience),
    ]);
    const sets = await rowsOf(
      scope,
      `select count(*)::int as n from backread.audiences where perspective_id = $1`,
    );
    expect(sets).toEqual([{ n: 1 }]);
    expect(await visible(scope, members("u2"))).toEqual([]);
  });
});

describe("a quote", () => {
  const quoting = (id: string, text: string, more: Partial<MessageEvent> = {}) =>
    message(id, "hear hear", { quoted: { text, sourceId: "m1", label: "Kim" }, ...more });

  function quotes(scope: Scope) {
    return rowsOf(
      scope,
      `select source_id, quoted, quoted_label, quoted_row is not null as matched,
         quoted_set_id is not null as allowed
       from backread.messages where perspective_id = $1 and quoted_source_id <> ''
       order by source_id`,
    );
  }

  it("is tied to its source when that says so, in either order of arrival", async () => {
    const scope = await openScope(database);
    await take(scope, [quoting("m2", "ripe mango")]);
    expect(await quotes(scope)).toMatchObject([{ matched: false, quoted: "ripe mango" }]);
    await take(scope, [
      message("m1", "a ripe mango"),
      quoting("m3", "mango"),
      quoting("m4", "fig"),
    ]);
    expect(await quotes(scope)).toMatchObject([
      { source_id: "m2", matched: true, allowed: true },
      { source_id: "m3", matched: true, allowed: true },
      { source_id: "m4", matched: false, allowed: false, quoted: "fig" },
    ]);
    expect(await found(scope, "mango")).toEqual(["m1"]);
  });

  it("is blanked when the source says so no more, in either order of arrival", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("m1", "a ripe mango"),
      quoting("m2", "mango"),
      edit("m1", "a papaya", 5),
      quoting("m3", "mango"),
      quoting("m4", "papaya"),
    ]);
    const blank = { quoted: "", quoted_label: "", matched: false, allowed: false };
    expect(await quotes(scope)).toMatchObject([blank, blank, { quoted: "papaya", matched: true }]);
    await take(scope, [{ type: "delete", sourceId: "m1", at: at(9) }, quoting("m5", "papaya")]);
    expect(await quotes(scope)).toMatchObject([blank, blank, blank, blank]);
  });

  it("of a row that came on another route has that row's readers too", async () => {
    const scope = await openScope(database);
    const side = { ...ROOM, id: "side" };
    await alias(scope, side, ROOM);
    await take(scope, [message("m1", "a ripe mango", { audience: members("u1") })], side);
    await take(scope, [quoting("m2", "ripe mango")]);
    expect(await quotes(scope)).toMatchObject([{ matched: true, allowed: true }]);
  });

  it("of what nobody may read is tied to nobody's audience", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "mango", { audience: null }), quoting("m2", "mango")]);
    expect(await quotes(scope)).toMatchObject([{ matched: true, allowed: false }]);
  });
});

describe("a change of membership", () => {
  const two = { audience: members("u1", "u2") };

  it("acts on what was said before, and on late rows from before, once", async () => {
    const scope = await openScope(database);
    const leave = { type: "leave", reader: "u2", at: at(5) } as const;
    await take(scope, [message("m1", "x", two), leave, message("m2", "late", two)]);
    await take(scope, [message("m9", "back again", two), leave]);
    expect(await visible(scope, members("u2"))).toEqual(["m9"]);
    expect(await visible(scope, members("u1"))).toEqual(["m1", "m2", "m9"]);
  });

  it("acts on its own channel, or on all", async () => {
    const scope = await openScope(database);
    const inChannel = (id: string, channel: string) => message(id, "x", { ...two, channel });
    await take(scope, [
      inChannel("m1", "a"),
      inChannel("m2", "b"),
      { type: "leave", reader: "u2", channel: "a", at: at(5) },
    ]);
    expect(await visible(scope, members("u2"))).toEqual(["m2"]);
    await take(scope, [{ type: "leave", reader: "u2", at: at(6) }]);
    expect(await visible(scope, members("u2"))).toEqual([]);
  });

  it("closes a public room to all but some", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("m1", "x"),
      { type: "restrict", readers: ["u1", "bot"], at: at(5) },
      message("m2", "late"),
      message("m9", "public again"),
    ]);
    expect(await visible(scope, { kind: "public" })).toEqual(["m9"]);
    expect(await visible(scope, members("u1"))).toEqual(["m1", "m2", "m9"]);
    expect(await visible(scope, members("u3"))).toEqual(["m9"]);
  });

  it("widens only where the platform shows history, and never what was said after it", async () => {
    const scope = await openScope(database, { joinersSeeHistory: true });
    const alone = { audience: members("u1") };
    await take(scope, [
      message("m1", "x", alone),
      { type: "join", reader: "u2", seesHistory: false, at: at(5) },
    ]);
    expect(await visible(scope, members("u2"))).toEqual([]);
    await take(scope, [
      { type: "join", reader: "u2", seesHistory: true, at: at(6) },
      message("m2", "late", alone),
    ]);
    expect(await visible(scope, members("u2"))).toEqual(["m1", "m2"]);
    await take(scope, [
      message("m7", "before", alone),
      message("m9", "after", alone),
      { type: "join", reader: "u3", seesHistory: true, at: at(8) },
    ]);
    expect(await visible(scope, members("u3"))).toEqual(["m1", "m2"]);
  });

  it("that arrives late leaves alone what was said after it, by its own evidence", async () => {
    const scope = await openScope(database);
    const three = { audience: members("u1", "u2", "u3") };
    await take(scope, [
      message("m1", "before", two),
      message("m9", "after", three),
      { type: "restrict", readers: ["u1"], at: at(5) },
    ]);
    expect(await visible(scope, members("u2"))).toEqual(["m9"]);
    await take(scope, [message("m10", "later", two), message("m2", "late", three)]);
    await take(scope, [{ type: "leave", reader: "u2", at: at(20) }]);
    expect(await visible(scope, members("u2"))).toEqual([]);
  });

  it("lets nobody back in by a join that arrives after their departure", async () => {
    const scope = await openScope(database, { joinersSeeHistory: true });
    await take(scope, [
      message("m1", "x", { audience: members("u1") }),
      { type: "leave", reader: "u2", at: at(9) },
      { type: "join", reader: "u2", seesHistory: true, at: at(5) },
    ]);
    expect(await visible(scope, members("u2"))).toEqual([]);
  });
});
