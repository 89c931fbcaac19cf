import { beforeAll, expect, it } from "vitest";
import { adminOf } from "../../dist/store/admin/admin.js";
import { alias } from "../../dist/store/aliases.js";
import type { Database } from "../../dist/store/database.js";
import { merge } from "../../dist/store/merge.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { reset } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { columnOf, counted, dump, meanwhile, plant } from "./admin-support.js";
import { forEachDatabase } from "./harness.js";
import { rosterAt, shown, sql, storedHandles } from "./roster-support.js";
import { channel, dm, newScope, SLACK, tell, WORKSPACE, type Said } from "./spoken.js";

const ROOM = channel("room");
const QUAY = channel("quay");
const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };

let minute = 0;
function says(sourceId: string, by: string, more: Partial<Said> = {}): Said {
  const at = new Date(Date.UTC(2026, 0, 1, 10, minute++)).toISOString();
  return { in: ROOM, to: WORKSPACE, text: `row ${sourceId}`, by, at, sourceId, ...more };
}

/** Routes of live rows, by their keys. */
async function routesOf(scope: Scope): Promise<Readonly<Record<string, unknown>>> {
  const rows = await sql<{ source: string; route: string }>(
    scope,
    `select m.source_id as source, r.kind || ' ' || r.key || ' ' || m.route_kind as route
     from backread.messages m join backread.routes r
       on r.perspective_id = m.perspective_id and r.id = m.route_id
     where m.perspective_id = $1 and m.state = 'live'`,
  );
  return Object.fromEntries(rows.map(({ source, route }) => [source, route]));
}

forEachDatabase("guarded admin commands", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  async function mergedQuay(): Promise<Scope> {
    const scope = await newScope(database);
    await tell(scope, [
      says("good", "u1", { in: QUAY, channel: "quay" }),
      says("answer", "u2", { in: QUAY, channel: "quay", more: { replyTarget: "good" } }),
      says("left", "u2", { in: QUAY, more: { replyTarget: "good" } }),
      says("direct", "u1", { in: QUAY, channel: "quay", more: { routeKind: "dm" } }),
      says("own", "u1", { in: GUILD, channel: "hall" }),
    ]);
    await merge(scope, QUAY, GUILD);
    return scope;
  }

  it("§9.2 45: reattribute-route moves what has a channel, once, and only when told to", async () => {
    const scope = await mergedQuay();
    const admin = adminOf(scope);
    const before = await dump(scope);
    const looked = await admin.reattributeRoute({ from: QUAY, to: GUILD });
    const counts = { eligible: 4, selected: 2, moved: 2, no_channel: 1, direct: 1 };
    expect(looked.dryRun).toBe(true);
    expect(counted(looked)).toEqual(counts);
    expect((await dump(scope)) === before).toBe(true);
    const done = await admin.reattributeRoute({ from: QUAY, to: GUILD, apply: true });
    expect(counted(done)).toEqual({ ...counts, updated: 2 });
    expect(await routesOf(scope)).toEqual({
      good: "guild g1 guild",
      answer: "guild g1 guild",
      left: "channel quay channel",
      direct: "channel quay dm",
      own: "guild g1 guild",
    });
    // The target is on another route by now, so it is not known whom this one answers.
    const subjects = { answer: "actor:slack:u1", left: "" };
    expect(await columnOf(scope, "reply_subject_actor_id")).toMatchObject(subjects);
    const again = await admin.reattributeRoute({ from: QUAY, to: GUILD, apply: true });
    expect(counted(again)).toEqual({ eligible: 2, no_channel: 1, direct: 1 });
    const roster = await rosterAt(scope, { conversation: GUILD, channel: "quay" });
    expect(shown(roster)).toEqual(["u2: u2", "u1: u1"]);
  });

  it("§9.2 45: reattribute-route refuses other routes, limits and epochs", async () => {
    const scope = await mergedQuay();
    await tell(scope, [says("r1", "u1"), says("d1", "u1", { in: dm("u1") })]);
    const admin = adminOf(scope);
    const move = (from: ConversationRef, to: ConversationRef, limit?: number) =>
      admin.reattributeRoute({ from, to, apply: true, ...(limit === undefined ? {} : { limit }) });
    const invalid = { code: "invalid_argument" };
    await expect(move(ROOM, GUILD)).rejects.toMatchObject({ code: "admin_refused" });
    await expect(move(GUILD, GUILD)).rejects.toMatchObject(invalid);
    await expect(move(dm("u1"), GUILD)).rejects.toMatchObject(invalid);
    await expect(move(QUAY, ROOM)).rejects.toMatchObject(invalid);
    for (const limit of [0, -1])
      await expect(move(QUAY, GUILD, limit)).rejects.toMatchObject(invalid);
    const elsewhere = { connector: SLACK, kind: "guild", id: "g2" } as const;
    await alias(scope, elsewhere, GUILD);
    const routed = await move(QUAY, elsewhere, 1);
    expect(routed).toMatchObject({ complete: false, totals: { updated: 1 } });
    const late = meanwhile(scope, () => reset(scope, GUILD));
    const report = await late.reattributeRoute({ from: QUAY, to: GUILD, apply: true });
    expect(report).toMatchObject({ errors: 1, totals: { updated: 0 } });
    expect(report.results[0]?.error?.code).toBe("admin_refused");
  });

  it("§9.2 46: normalize-actor-ids writes bare ids as ingestion does", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("a1", "42"), says("r1", "u2", { more: { replyTarget: "a1" } })]);
    await plant(
      scope,
      `update backread.messages set actor_id = case source_id when 'a1' then ' 42 ' else actor_id end,
         reply_subject_actor_id = case source_id when 'r1' then '42' else '' end
       where perspective_id = $1`,
    );
    await rosterAt(scope);
    const before = await dump(scope);
    const admin = adminOf(scope);
    const counts = {
      eligible: 2,
      selected: 2,
      normalized: 2,
      sender_rows: 1,
      subject_rows: 1,
      distinct_actors: 1,
    };
    expect(counted(await admin.normalizeActorIds())).toEqual(counts);
    expect((await dump(scope)) === before).toBe(true);
    const done = await admin.normalizeActorIds({ apply: true });
    expect(counted(done)).toEqual({ ...counts, updated: 2 });
    expect(await columnOf(scope, "actor_id")).toMatchObject({ a1: "actor:slack:42" });
    const subjects = await columnOf(scope, "reply_subject_actor_id");
    expect(subjects).toMatchObject({ r1: "actor:slack:42" });
    const again = await admin.normalizeActorIds({ apply: true });
    expect(counted(again)).toEqual({ eligible: 2, existing: 2 });
    const handles = await storedHandles(scope);
    expect(shown(await rosterAt(scope)).map((entry) => entry.split(":")[0])).toEqual(
      [...handles].toReversed(),
    );
  });

  it.each([
    ["a sender of another platform", "actor_id = 'actor:telegram:u1'"],
    ["a sender who is not the author", "actor_id = 'u7'"],
    ["a subject of another platform", "reply_subject_actor_id = 'actor:telegram:u1'"],
    ["an actor of no person", "actor_id = 'actor:slack:u1', author_type = 'agent'"],
  ])("§9.2 46: normalize-actor-ids leaves a room as it is that has %s", async (_, change) => {
    const scope = await newScope(database);
    const other = { in: channel("other") };
    await tell(scope, [says("a1", "u1"), says("a2", "u2"), says("o1", "u3", other)]);
    const set = (column: string, source: string) =>
      plant(
        scope,
        `update backread.messages set ${column} where perspective_id = $1 and source_id = '${source}'`,
      );
    await set(change, "a1");
    await set("actor_id = 'u2'", "a2");
    await set("actor_id = 'ACTOR:Slack:u3'", "o1");
    const report = await adminOf(scope).normalizeActorIds({ apply: true });
    expect(report).toMatchObject({ errors: 1, conversations: 2, totals: { updated: 1 } });
    expect(report.results.map(({ status }) => status)).toEqual(["error", "ok"]);
    expect(await columnOf(scope, "actor_id")).toMatchObject({ a2: "u2", o1: "actor:slack:u3" });
  });

  it("merge-conversations foresees what it then does", async () => {
    const scope = await newScope(database);
    const at = "2026-01-05T00:00:00Z";
    await tell(scope, [
      says("a1", "u1", { at }),
      says("q1", "u1", { in: QUAY, at }),
      says("q2", "u1", { in: QUAY }),
    ]);
    const before = await dump(scope);
    const admin = adminOf(scope);
    const looked = await admin.mergeConversations({ from: QUAY, into: ROOM });
    expect(counted(looked)).toEqual({ eligible: 2, selected: 2, raised: 1 });
    expect((await dump(scope)) === before).toBe(true);
    const done = await admin.mergeConversations({ from: QUAY, into: ROOM, apply: true });
    expect(counted(done)).toEqual({ eligible: 2, selected: 2, updated: 2, raised: 1 });
    expect(done.results[0]?.conversation).toEqual(QUAY);
    const again = await admin.mergeConversations({ from: QUAY, into: ROOM, apply: true });
    expect(counted(again)).toEqual({});
    const unknown = admin.mergeConversations({ from: channel("nowhere"), into: ROOM });
    await expect(unknown).rejects.toMatchObject({ code: "unknown_conversation" });
  });
});
