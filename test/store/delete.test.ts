import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alias } from "../../dist/store/aliases.js";
import type { Database } from "../../dist/store/database.js";
import { merge } from "../../dist/store/merge.js";
import { deleteWhat, reset } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { openMemory } from "./harness.js";
import { at, found, message, openScope, ROOM, rowsOf, SLACK, take } from "./ingest-support.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

/** Every table with rows of the perspective in which some text is found, whatever the column. */
async function holdersOf(scope: Scope, token: string): Promise<readonly string[]> {
  const tables = await rowsOf(
    scope,
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'backread' and c.relkind in ('r', 'p') and not c.relispartition
       and $1::int is not null order by 1`,
  );
  const holders: string[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf(
      scope,
      `select 1 from backread.${String(name)} t where coalesce((row_to_json(t) ->> 'perspective_id')::int, $1) = $1
       and row_to_json(t)::text ilike '%' || $2 || '%' limit 1`,
      [token],
    );
    if (rows.length > 0) holders.push(String(name));
  }
  return holders;
}

async function reply(scope: Scope, sourceId: string, text: string, of: string): Promise<void> {
  await take(scope, [
    message(sourceId, text, { author: { type: "agent", id: "bot", label: "B" } }),
  ]);
  await rowsOf(
    scope,
    `with r as (update backread.messages set lineage = 'known' where perspective_id = $1
       and source_id = $2 returning id)
     insert into backread.lineage select $1, r.id, s.id, s.lineage_epoch
     from r, backread.messages s where s.perspective_id = $1 and s.source_id = $3`,
    [sourceId, of],
  );
}

async function remember(scope: Scope, text: string, of: string): Promise<void> {
  await rowsOf(
    scope,
    `with m as (insert into backread.memories (perspective_id, turn_id, content, set_id)
       select $1, 't', $2, set_id from backread.messages
       where perspective_id = $1 and source_id = $3 returning id)
     insert into backread.memory_sources select $1, m.id, s.id
     from m, backread.messages s where s.perspective_id = $1 and s.source_id = $3`,
    [text, of],
  );
}

function states(scope: Scope) {
  return rowsOf(
    scope,
    `select source_id, state, lineage_epoch from backread.messages
     where perspective_id = $1 order by source_id`,
  );
}

describe("a deletion", () => {
  it("B36: leaves no old text to find, of the row, its edit, or what was made of it", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("m1", "token mango"),
      message("m2", "no! xmangox", {
        quoted: { text: "token mango", sourceId: "m1", label: "Zed" },
      }),
      { type: "edit", sourceId: "m1", by: "u1", content: "token papaya", at: at(5) },
      message("m3", "!pin ^1 #x"),
    ]);
    await take(scope, [
      message("m4", "token kiwi", { author: { type: "person", id: "u9", label: "Kiwibird" } }),
      message("m5", "I say", {
        quoted: { text: "token kiwi", sourceId: "m4", label: "Kiwibird" },
        replyTarget: "m4",
      }),
    ]);
    await reply(scope, "m6", "you said kiwi", "m4");
    await remember(scope, "a kiwi lover", "m4");
    expect(await holdersOf(scope, "token mango")).toEqual([]);
    expect(await holdersOf(scope, "kiwi")).toEqual([
      "documents",
      "memories",
      "messages",
      "postings",
    ]);
    await take(scope, [
      { type: "delete", sourceId: "m1", at: at(9) },
      { type: "delete", sourceId: "m4", at: at(9) },
    ]);
    expect(await holdersOf(scope, "papaya")).toEqual([]);
    expect(await holdersOf(scope, "kiwi")).toEqual([]);
    expect(await found(scope, "papaya")).toEqual([]);
    expect(await found(scope, "pin")).toEqual(["m3"]);
  });

  it("leaves a tombstone that keeps its place and its audiences, and wins over retries", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "mango"), { type: "delete", sourceId: "m1", at: at(9) }]);
    const before = await rowsOf(scope, TOMBSTONE);
    expect(before).toMatchObject([{ state: "deleted", content: "", evidence: 1 }]);
    expect(before[0]?.set_id).not.toBeNull();
    const outcomes = await take(scope, [
      message("m1", "mango"),
      { type: "edit", sourceId: "m1", by: "u1", content: "kiwi", at: at(10) },
      { type: "delete", sourceId: "m1", at: at(9) },
    ]);
    expect(outcomes).toMatchObject([
      { code: "deleted" },
      { code: "deleted" },
      { status: "applied" },
    ]);
    expect(await rowsOf(scope, TOMBSTONE)).toEqual(before);
  });

  it("that comes before its original waits for it, and takes waiting edits with it", async () => {
    const scope = await openScope(database);
    const outcomes = await take(scope, [
      { type: "edit", sourceId: "m1", by: "u1", content: "mango", at: at(3) },
      { type: "delete", sourceId: "m1", at: at(4) },
      { type: "edit", sourceId: "m1", by: "u1", content: "mango", at: at(5) },
    ]);
    expect(outcomes).toMatchObject([
      { status: "waiting" },
      { status: "waiting" },
      { code: "deleted" },
    ]);
    expect(await holdersOf(scope, "mango")).toEqual([]);
    expect(await take(scope, [message("m1", "mango")])).toMatchObject([{ code: "deleted" }]);
    expect(await holdersOf(scope, "mango")).toEqual([]);
    expect(await states(scope)).toMatchObject([{ source_id: "m1", state: "deleted" }]);
  });

  it("withdraws the direct replies and nothing further", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "mango"), message("m2", "kiwi")]);
    await reply(scope, "m3", "about mango", "m1");
    await reply(scope, "m4", "about that", "m3");
    await reply(scope, "m5", "about kiwi", "m2");
    const report = await deleteWhat(scope, { messageId: await idOf(scope, "m1") });
    expect(report).toEqual({ deleted: 1, withdrawn: 1 });
    expect(await states(scope)).toEqual([
      { source_id: "m1", state: "deleted", lineage_epoch: 0 },
      { source_id: "m2", state: "live", lineage_epoch: 0 },
      { source_id: "m3", state: "withdrawn", lineage_epoch: 1 },
      { source_id: "m4", state: "live", lineage_epoch: 0 },
      { source_id: "m5", state: "live", lineage_epoch: 0 },
    ]);
    expect(await found(scope, "mango")).toEqual([]);
  });

  it("of an account takes all its rows and no others", async () => {
    const scope = await openScope(database);
    const other = { author: { type: "person", id: "u2", label: "Kim" } } as const;
    await take(scope, [
      message("m1", "mango"),
      message("m2", "mango", other),
      message("m3", "mango", { author: { type: "operator" } }),
      { type: "edit", sourceId: "m9", by: "u1", content: "mango", at: at(3) },
    ]);
    expect(await deleteWhat(scope, { actor: { namespace: SLACK, id: "u1" } })).toEqual({
      deleted: 1,
      withdrawn: 0,
    });
    expect(await found(scope, "mango")).toEqual(["m2", "m3"]);
    expect(await holdersOf(scope, "waiting")).toEqual([]);
    await expect(deleteWhat(scope, { actor: { namespace: SLACK, id: "" } })).rejects.toThrow();
  });

  it("of what is unknown is nothing", async () => {
    const scope = await openScope(database);
    for (const messageId of ["nonsense", "00000000-0000-4000-8000-000000000000"])
      expect(await deleteWhat(scope, { messageId })).toEqual({ deleted: 0, withdrawn: 0 });
    await expect(deleteWhat(scope, { conversation: ROOM })).rejects.toMatchObject({
      code: "unknown_conversation",
    });
  });

  it("of one perspective leaves another alone", async () => {
    const [scope, other] = [await openScope(database), await openScope(database)];
    await take(scope, [message("m1", "mango")]);
    await take(other, [message("m1", "mango")]);
    await reset(scope, ROOM);
    expect(await found(scope, "mango")).toEqual([]);
    expect(await found(other, "mango")).toEqual(["m1"]);
  });
});

const TOMBSTONE = `
select m.source_id, m.sequence, m.state, m.content, m.set_id, m.lineage_epoch,
  (select count(*)::int from backread.evidence e
    where e.perspective_id = $1 and e.row_id = m.id) as evidence
from backread.messages m where m.perspective_id = $1`;

async function idOf(scope: Scope, sourceId: string): Promise<string> {
  const [row] = await rowsOf(
    scope,
    `select message_id::text as id from backread.messages
     where perspective_id = $1 and source_id = $2`,
    [sourceId],
  );
  return String(row?.id);
}

describe("a reset", () => {
  it("begins a new epoch, in which late writers meet tombstones", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "mango"), message("m2", "kiwi")]);
    expect(await reset(scope, ROOM)).toEqual({ deleted: 2, withdrawn: 0 });
    expect(await take(scope, [message("m2", "kiwi"), message("m3", "fig")])).toMatchObject([
      { code: "deleted" },
      { status: "stored" },
    ]);
    expect(
      await rowsOf(scope, `select epoch from backread.conversations where perspective_id = $1`),
    ).toEqual([{ epoch: 2 }]);
  });
});

function room(id: string) {
  return { ...ROOM, id };
}

describe("an alias", () => {
  it("stores what arrives on one key under another", async () => {
    const scope = await openScope(database);
    await alias(scope, room("a"), room("b"));
    await alias(scope, room("b"), ROOM);
    await take(scope, [message("m1", "mango")], room("a"));
    await take(scope, [message("m2", "mango")]);
    expect(
      await rowsOf(
        scope,
        `select v.key, r.key as route from backread.messages m
         join backread.conversations v on v.perspective_id = $1 and v.id = m.conversation_id
         join backread.routes r on r.perspective_id = $1 and r.id = m.route_id
         where m.perspective_id = $1 order by m.sequence`,
      ),
    ).toEqual([
      { key: "general", route: "a" },
      { key: "general", route: "general" },
    ]);
    await alias(scope, room("a"), room("b"));
  });

  it("refuses circles, long chains, used keys and foreign connectors", async () => {
    const scope = await openScope(database);
    const invalid = { code: "invalid_alias" };
    await alias(scope, room("a"), room("b"));
    await expect(alias(scope, room("b"), room("a"))).rejects.toMatchObject(invalid);
    await expect(alias(scope, room("c"), room("c"))).rejects.toMatchObject(invalid);
    await expect(alias(scope, room("a"), room("c"))).rejects.toMatchObject(invalid);
    for (let hop = 0; hop < 8; hop++) await alias(scope, room(`h${hop}`), room(`h${hop + 1}`));
    await expect(alias(scope, room("h8"), room("h9"))).rejects.toMatchObject(invalid);
    await expect(alias(scope, room("g"), room("h0"))).rejects.toMatchObject(invalid);
    await take(scope, [message("m1", "mango")], room("h0"));
    await take(scope, [message("m1", "mango")], room("used"));
    await expect(alias(scope, room("used"), room("h8"))).rejects.toMatchObject(invalid);
    const elsewhere = { ...ROOM, connector: { type: "irc", name: "net" } };
    await expect(alias(scope, room("z"), elsewhere)).rejects.toMatchObject(invalid);
  });
});

describe("a merge", () => {
  it("moves rows in their order, raises those that tie, and follows later arrivals", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "one"), message("m3", "three")], room("a"));
    await take(scope, [message("m1", "uno"), message("m2", "two")], room("b"));
    expect(await merge(scope, room("a"), room("b"))).toEqual({ moved: 2, raised: 1 });
    expect(await merge(scope, room("a"), room("b"))).toEqual({ moved: 0, raised: 0 });
    await take(scope, [message("m4", "four")], room("a"));
    expect(await take(scope, [message("m3", "three")], room("a"))).toMatchObject([
      { status: "repeated" },
    ]);
    expect(await merge(scope, room("b"), room("c")).catch((error: unknown) => error)).toMatchObject(
      { code: "unknown_conversation" },
    );
    await take(scope, [message("m5", "five")], room("c"));
    expect(await merge(scope, room("b"), room("c"))).toEqual({ moved: 5, raised: 0 });
    await take(scope, [message("m6", "six")], room("a"));
    const rows = await rowsOf(
      scope,
      `select m.content, v.key from backread.messages m
       join backread.conversations v on v.perspective_id = $1 and v.id = m.conversation_id
       where m.perspective_id = $1 order by m.sequence`,
    );
    expect(rows.map((row) => row.content)).toEqual([
      "uno",
      "one",
      "two",
      "three",
      "four",
      "five",
      "six",
    ]);
    expect(new Set(rows.map((row) => row.key))).toEqual(new Set(["c"]));
  });

  it("refuses conversations of different numbering", async () => {
    const scope = await openScope(database);
    await take(scope, [message("m1", "one")], room("a"));
    await take(scope, [message("m1", "uno", { sequence: 7 })], room("b"));
    await expect(merge(scope, room("a"), room("b"))).rejects.toMatchObject({
      code: "invalid_alias",
    });
  });

  it("keeps the order of rows that are numbered 1, 2, 3", async () => {
    const scope = await openScope(database);
    const untimed = (id: string) => {
      const { sentAt: _, ...rest } = message(id, id);
      return rest;
    };
    await take(scope, ["a1", "a2"].map(untimed), room("a"));
    await take(scope, ["b1", "b2", "b3"].map(untimed), room("b"));
    expect(await merge(scope, room("a"), room("b"))).toEqual({ moved: 2, raised: 2 });
    await take(scope, [untimed("b4")], room("b"));
    expect(
      await rowsOf(
        scope,
        `select source_id, sequence from backread.messages
         where perspective_id = $1 order by sequence`,
      ),
    ).toEqual(
      ["b1", "b2", "b3", "a1", "a2", "b4"].map((source_id, i) => ({ source_id, sequence: i + 1 })),
    );
  });
});
