import { beforeAll, expect, it } from "vitest";
import { mergeActors } from "../../dist/store/actors/merge-actors.js";
import { adminOf } from "../../dist/store/admin/admin.js";
import { MAX_ACTOR_GROUP } from "../../dist/store/bounds.js";
import type { Database } from "../../dist/store/database.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { actor, merged, mergesOf } from "./actors.support.js";
import { columnOf, dump, plant } from "./admin-support.js";
import { cardIn, cardRows, refresh, strayParts } from "./cards-support.js";
import { facts, saidOf, scriptedModel } from "./facts-support.js";
import { forEachDatabase } from "./harness.js";
import { sql } from "./roster-support.js";
import { channel, newScope, PUBLIC, SLACK, tell, viewIn, type Said } from "./spoken.js";

const ROOM = channel("room");
const OTHER = channel("other");
const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };
/** As `actor:slack:u1` was written once. */
const OLD = "actor:slack: u1 ";

let minute = 0;
function says(by: string, more: Partial<Said> = {}): Said {
  const at = new Date(Date.UTC(2026, 0, 1, 10, minute++)).toISOString();
  return { in: ROOM, to: PUBLIC, text: "hi", by, at, sourceId: `s${minute}`, ...more };
}

/** Rows of u1 under the old id: in these rooms, or in all. */
function writeOld(scope: Scope, room = "%"): Promise<unknown> {
  return plant(
    scope,
    `update backread.messages set actor_id = '${OLD}' where perspective_id = $1
       and author_id = 'u1' and conversation_id in (select id from backread.conversations
         where perspective_id = $1 and key like '${room}')`,
  );
}

forEachDatabase("actor ids that are written anew", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  /** u1 under the old id in two rooms, and others in one. */
  async function spoken(...others: readonly string[]): Promise<Scope> {
    const scope = await newScope(database);
    await tell(scope, [says("u1"), ...others.map((id) => says(id)), says("u1", { in: OTHER })]);
    await writeOld(scope);
    return scope;
  }

  const merge = (scope: Scope, from: string, into: string) =>
    mergeActors(scope, { from, into, operator: "ops", reason: "the same" });
  const normalize = (scope: Scope, conversation?: ConversationRef) =>
    adminOf(scope).normalizeActorIds({
      apply: true,
      ...(conversation === undefined ? {} : { conversation }),
    });

  it("count as whom they counted as, room by room", async () => {
    const scope = await spoken("u2", "u3");
    await merge(scope, OLD, actor("u2"));
    await merge(scope, actor("u3"), actor("u2"));
    await normalize(scope, ROOM);
    expect(await mergesOf(scope)).toEqual([" u1 >u2", "u1>u2", "u3>u2"]);
    await normalize(scope);
    expect(await mergesOf(scope)).toEqual(["u1>u2", "u3>u2"]);
    const before = await dump(scope);
    await normalize(scope);
    expect((await dump(scope)) === before).toBe(true);
  });

  it("keep when they were merged, where the old id goes at once", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1"), says("u2")]);
    await writeOld(scope);
    await merge(scope, OLD, actor("u2"));
    await plant(
      scope,
      "update backread.actor_merges set handle_mark = 7, merged_at = 'epoch' where perspective_id = $1",
    );
    await normalize(scope);
    const merges = `select actor_id, handle_mark::int as mark, merged_at = 'epoch' as same
      from backread.actor_merges where perspective_id = $1`;
    expect(await sql(scope, merges)).toEqual([{ actor_id: actor("u1"), mark: 7, same: true }]);
  });

  it("are still who others count as, and the audit goes with the account", async () => {
    const scope = await spoken("u2", "u3");
    await merge(scope, actor("u2"), OLD);
    await merge(scope, actor("u3"), OLD);
    await normalize(scope, OTHER);
    expect(await mergesOf(scope)).toEqual([" u1 >u1", "u2>u1", "u3>u1"]);
    await normalize(scope);
    expect(await mergesOf(scope)).toEqual(["u2>u1", "u3>u1"]);
    const ids = "select actor_id || into_actor_id as ids from backread.actor_audit";
    const audit = async () =>
      JSON.stringify(await sql(scope, `${ids} where perspective_id = $1 order by id`));
    expect(await audit()).toContain("u1");
    await deleteWhat(scope, { actor: { namespace: SLACK, id: "u1" } });
    expect(await mergesOf(scope)).toEqual([]);
    expect(await audit()).not.toContain("u1");
    expect(await audit()).toContain("u2");
  });

  it("are merged with nobody where they were merged with themselves", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1"), says("u1", { in: OTHER }), says("u2")]);
    await writeOld(scope, "other");
    await merge(scope, actor("u1"), OLD);
    await normalize(scope);
    expect(await mergesOf(scope)).toEqual([]);
    await writeOld(scope, "other");
    await merge(scope, OLD, actor("u1"));
    await merge(scope, actor("u2"), actor("u1"));
    await normalize(scope);
    expect(await mergesOf(scope)).toEqual(["u2>u1"]);
  });

  it("make one of those who were said to be either of them", async () => {
    const scope = await newScope(database);
    await tell(
      scope,
      ["u1", "u2", "u3", "u4"].map((id) => says(id)),
    );
    await tell(scope, [says("u1", { in: OTHER })]);
    await writeOld(scope, "other");
    await merged(scope, ["u3", "u1"]);
    await merge(scope, OLD, actor("u2"));
    await merged(scope, ["u4", "u2"]);
    await normalize(scope);
    expect(await mergesOf(scope)).toEqual(["u2>u1", "u3>u1", "u4>u1"]);
  });

  it("stay as they are in a room where too many would be one", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1"), says("u2"), says("u1", { in: OTHER })]);
    await writeOld(scope, "other");
    await merge(scope, OLD, actor("u2"));
    await plant(
      scope,
      `insert into backread.actor_merges (perspective_id, actor_id, into_actor_id, handle_mark)
       select $1, 'actor:slack:x' || n, '${actor("u1")}', 1
       from generate_series(2, ${MAX_ACTOR_GROUP}) n`,
    );
    const before = await dump(scope);
    const report = await normalize(scope);
    expect(report).toMatchObject({ errors: 1, totals: { updated: 0 } });
    expect(report.results.at(-1)?.error?.code).toBe("invalid_actor_merge");
    expect((await dump(scope)) === before).toBe(true);
  });

  /** A statement of u1 in a guild, which u2 quotes, with the facts that a model reads in both. */
  async function quoted(): Promise<Scope> {
    const scope = await newScope(database);
    const quote = { text: "pref: tea", sourceId: "tea" };
    await tell(scope, [
      says("u1", { in: GUILD, channel: "tea", sourceId: "tea", text: "pref: tea" }),
      says("u2", {
        in: GUILD,
        channel: "coffee",
        text: "> pref: tea\nso I hear",
        more: { quoted: quote },
      }),
    ]);
    return scope;
  }

  async function read(scope: Scope, ...texts: readonly string[]): Promise<void> {
    const { server, model } = await scriptedModel(texts.map((text) => facts(text)));
    await turnOnFacts(scope, model);
    await readFacts(scope, model);
    await server.finish();
  }

  const told = async (scope: Scope) => saidOf(await (await viewIn(scope, GUILD, PUBLIC)).facts());
  const owners = async (scope: Scope) =>
    (await cardRows(scope)).map(({ actor_id, dirty }) => [actor_id, dirty]);

  it("take facts that others quote, and cards, with them", async () => {
    const scope = await quoted();
    await writeOld(scope);
    await read(scope, "pref: tea first", "goal: listen", "goal: drink");
    await refresh(scope);
    // One of the row's own audiences, one of those that its quote has beside.
    expect(await owners(scope)).toEqual([
      [OLD, false],
      [OLD, false],
      [actor("u2"), false],
    ]);
    expect(await cardIn(scope, GUILD, PUBLIC)).toEqual([]);
    await normalize(scope);
    expect(Object.values(await columnOf(scope, "actor_id"))).toEqual([actor("u1"), actor("u2")]);
    expect(await told(scope)).toEqual(["requester u2: goal: listen", "subject u1: goal: drink"]);
    expect(await owners(scope)).toEqual([
      [actor("u1"), true],
      [actor("u1"), true],
      [actor("u2"), false],
    ]);
    await refresh(scope);
    expect(await cardIn(scope, GUILD, PUBLIC)).toEqual(expect.arrayContaining(["tea", "drink"]));
    expect(await strayParts(scope)).toBe(0);
  });

  it("backfill-fact-authors makes the cards due of whoever says a fact", async () => {
    const scope = await quoted();
    await read(scope, "style: dry", "goal: listen", "goal: drink");
    await plant(
      scope,
      `update backread.facts set author_actor_id = '${actor("u9")}'
       where perspective_id = $1 and role = 'subject'`,
    );
    await refresh(scope);
    expect(await cardIn(scope, GUILD, PUBLIC)).not.toContain("drink");
    await adminOf(scope).backfillFactAuthors();
    expect(await owners(scope)).toContainEqual([actor("u1"), true]);
    await refresh(scope);
    expect(await cardIn(scope, GUILD, PUBLIC)).toContain("drink");
    expect(await strayParts(scope)).toBe(0);
  });
});
