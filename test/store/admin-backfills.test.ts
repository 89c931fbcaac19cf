import { beforeAll, expect, it } from "vitest";
import { adminOf } from "../../dist/store/admin/admin.js";
import type { StoreAdmin } from "../../dist/store/admin-port.js";
import { declareConnector } from "../../dist/store/connectors.js";
import type { Database } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import { merge } from "../../dist/store/merge.js";
import type { ConversationRef } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { columnOf, counted, dump, meanwhile, plant } from "./admin-support.js";
import { deleteWhat } from "../../dist/store/reset.js";
import { saidOf } from "./facts-support.js";
import { forEachDatabase } from "./harness.js";
import { rosterAt, shown } from "./roster-support.js";
import {
  channel,
  happen,
  members,
  newScope,
  NOW,
  PUBLIC,
  SLACK,
  sure,
  tell,
  viewIn,
  WORKSPACE,
  type Said,
} from "./spoken.js";
import { turn } from "./turn-support.js";

const ROOM = channel("room");
const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };
const QUAY = channel("quay");

let minute = 0;
function says(sourceId: string, by: string, more: Partial<Said> = {}): Said {
  const at = new Date(Date.UTC(2026, 0, 1, 10, minute++)).toISOString();
  return { in: ROOM, to: WORKSPACE, text: `row ${sourceId}`, by, at, sourceId, ...more };
}

type Fill = keyof Omit<StoreAdmin, "reattributeRoute" | "mergeConversations" | "normalizeActorIds">;

/** Runs a command as a dry run, which changes nothing, in earnest, and again, which changes nothing. */
async function thrice(scope: Scope, name: Fill): Promise<Readonly<Record<string, number>>> {
  const admin = adminOf(scope);
  const before = await dump(scope);
  const { updated: _none, ...looked } = counted(await admin[name]({ dryRun: true }));
  expect((await dump(scope)) === before).toBe(true);
  const { updated = 0, ...done } = counted(await admin[name]());
  expect(done).toEqual(looked);
  expect(updated).toBe(done["selected"] ?? 0);
  const after = await dump(scope);
  expect(counted(await admin[name]())["selected"]).toBeUndefined();
  expect((await dump(scope)) === after).toBe(true);
  return done;
}

forEachDatabase("admin backfills", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  it("backfill-actors says who spoke as ingestion would, and whom replies answer with it", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      says("a1", "u1"),
      says("r1", "u2", { more: { replyTarget: "a1" } }),
      says("x1", ""),
      says("g1", "bot", { by: { type: "agent", id: "bot", label: "Bot" } }),
    ]);
    await plant(
      scope,
      `update backread.messages set actor_id = '', reply_subject_actor_id = ''
       where perspective_id = $1 and source_id in ('a1', 'r1')`,
    );
    expect(await thrice(scope, "backfillActors")).toEqual({
      eligible: 3,
      selected: 2,
      derived: 2,
      no_identity: 1,
    });
    expect(await columnOf(scope, "actor_id")).toEqual({
      a1: "actor:slack:u1",
      r1: "actor:slack:u2",
      x1: "",
      g1: "",
    });
    expect(await columnOf(scope, "reply_subject_actor_id")).toMatchObject({ r1: "actor:slack:u1" });
    expect(shown(await rosterAt(scope))).toEqual(["u2: u2", "u1: u1"]);
  });

  it("backfill-actors guesses no workspace and no platform", async () => {
    const scope = await newScope(database);
    const team = { type: "slack", name: "team" };
    const odd = { type: "My Chat!", name: "x" };
    await declareConnector(scope, { ...team, ids: "workspace" });
    await declareConnector(scope, { ...odd, ids: "global" });
    const inTeam = { connector: team, kind: "channel", id: "c" } as const;
    const inOdd = { connector: odd, kind: "channel", id: "c" } as const;
    await tell(scope, [
      says("t1", "T1:u1", { in: inTeam, to: PUBLIC }),
      says("t2", "T1:u2", { in: inTeam, to: PUBLIC }),
      says("o1", "u1", { in: inOdd, to: PUBLIC }),
    ]);
    await plant(
      scope,
      `update backread.messages set actor_id = '',
         author_id = case source_id when 't2' then 'u2' else author_id end where perspective_id = $1`,
    );
    expect(await thrice(scope, "backfillActors")).toMatchObject({
      derived: 1,
      unqualified: 1,
      no_platform: 1,
    });
    expect(await columnOf(scope, "actor_id")).toEqual({ t1: "actor:slack:T1:u1", t2: "", o1: "" });
  });

  it("backfill-reply-roles names whom the one row of the route names, or nobody", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      says("a1", "u1"),
      says("in a channel", "u1", { channel: "c" }),
      says("r1", "u2", { more: { replyTarget: "a1" } }),
      says("r2", "u2", { more: { replyTarget: "never came" } }),
      says("r3", "u2", { more: { replyTarget: "a1", replyAuthor: "u9" } }),
      says("r4", "u2", { channel: "d", more: { replyTarget: "in a channel" } }),
      says("r5", "u2", { more: { replyTarget: "a1" } }),
      says("r6", "u2", { more: { replyTarget: "r6" } }),
      says("r7", "u2", { more: { replyTarget: "a1", replyAuthor: "u9" } }),
    ]);
    await plant(
      scope,
      `update backread.messages set reply_subject_actor_id = case source_id
           when 'r7' then 'actor:slack:u8' else '' end,
         reply_subject_label = '', reply_attribution_version = 0
       where perspective_id = $1 and source_id in ('r1', 'r7')`,
    );
    expect(await thrice(scope, "backfillReplyRoles")).toEqual({
      eligible: 7,
      selected: 2,
      resolved: 1,
      withdrawn: 1,
      existing: 1,
      target_missing: 2,
      conflicting: 1,
      other_route: 1,
    });
    const subjects = { r1: "actor:slack:u1", r2: "", r3: "", r4: "", r5: "actor:slack:u1", r7: "" };
    expect(await columnOf(scope, "reply_subject_actor_id")).toMatchObject(subjects);
  });

  it("backfill-fact-authors says what the row says, and asks no model", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("a1", "u1"), says("a2", "u2"), says("b1", ""), says("c1", "u3")]);
    await plant(
      scope,
      `insert into backread.facts (perspective_id, row_id, source_row, epoch, set_id, role,
         author_actor_id, content, model)
       select perspective_id, id, id, 0, set_id, case source_id when 'c1' then 'assistant'
         else 'requester' end, case source_id when 'a2' then 'actor:slack:u9' when 'b1'
         then 'actor:slack:u9' else '' end, 'fact of ' || source_id, 'm'
       from backread.messages where perspective_id = $1`,
    );
    const view = await viewIn(scope, ROOM, WORKSPACE);
    expect(saidOf(await view.facts())).not.toContain("requester u1: fact of a1");
    expect(await thrice(scope, "backfillFactAuthors")).toEqual({
      eligible: 4,
      selected: 3,
      attributed: 2,
      cleared: 1,
      unattributed: 1,
    });
    expect(saidOf(await view.facts())).toEqual([
      "assistant nobody: fact of c1",
      "requester nobody: fact of b1",
      "requester u1: fact of a1",
      "requester u2: fact of a2",
    ]);
  });

  it("backfill-channels derives a guild's channels from keys, and labels what has one name", async () => {
    const scope = await newScope(database);
    const named = (channelLabel: string): Partial<Said> => ({ more: { channelLabel } });
    const direct = { more: { routeKind: "dm" as const } };
    await tell(scope, [
      says("q1", "u1", { in: QUAY, ...named("The Quay") }),
      says("q2", "u1", { in: QUAY }),
      says("q3", "u1", { in: QUAY, ...direct }),
      says("g1", "u1", { in: GUILD }),
      says("g2", "u1", { in: GUILD, channel: "pier", ...named("Pier") }),
      says("g3", "u1", { in: GUILD, channel: "pier" }),
      says("g4", "u1", { in: GUILD, channel: "two", ...named("One name") }),
      says("g5", "u1", { in: GUILD, channel: "two", ...named("Another") }),
      says("g6", "u1", { in: GUILD, channel: "two" }),
      says("h1", "u1", { in: GUILD, channel: "hut", to: members("u1"), ...named("Hut") }),
      says("h2", "u1", { in: GUILD, channel: "hut", to: members("u1", "u2") }),
      says("room", "u1"),
    ]);
    expect(counted(await adminOf(scope).backfillChannels())).toMatchObject({ labelled: 1 });
    await merge(scope, QUAY, GUILD);
    const sets = await columnOf(scope, "set_id");
    expect(await thrice(scope, "backfillChannels")).toEqual({
      eligible: 11,
      selected: 2,
      derived: 2,
      existing: 5,
      direct: 1,
      no_derivation: 1,
      no_label: 2,
    });
    const keys = { q1: "quay", q2: "quay", q3: "", g1: "", g3: "pier", room: "" };
    expect(await columnOf(scope, "channel_key")).toMatchObject(keys);
    const names = { q2: "The Quay", g3: "Pier", g6: "", h2: "", room: "" };
    expect(await columnOf(scope, "channel_label")).toMatchObject(names);
    // Who may read them is as it was.
    expect(await columnOf(scope, "set_id")).toEqual(sets);
  });

  /** A channel that one row alone calls by a name, until the repair gives it to another. */
  async function filledChannel(
    said: Said["to"] = WORKSPACE,
    filled = said,
  ): Promise<{ readonly scope: Scope; readonly ids: readonly string[] }> {
    const scope = await newScope(database);
    const pier = { in: QUAY, channel: "pier" };
    const ids = await tell(scope, [
      says("n1", "u1", { ...pier, to: said, more: { channelLabel: "Falcon" } }),
      says("n2", "u2", { ...pier, to: filled }),
    ]);
    expect(counted(await adminOf(scope).backfillChannels())).toMatchObject({ labelled: 1 });
    expect(await columnOf(scope, "channel_label")).toEqual({ n1: "Falcon", n2: "Falcon" });
    return { scope, ids };
  }

  /** What a reader of the place is told that the channel of its rows is called. */
  async function toldChannels(scope: Scope): Promise<readonly (string | undefined)[]> {
    const { hits } = await (await viewIn(scope, QUAY, WORKSPACE)).search("row");
    return hits.map(({ channel: told }) => told?.label);
  }

  it("takes a filled name of a channel back with the row that said it", async () => {
    const { scope, ids } = await filledChannel();
    // Positive control: until then it is told.
    expect(await toldChannels(scope)).toEqual(["Falcon", "Falcon"]);
    await deleteWhat(scope, { messageId: sure(ids[0]) });
    expect(await toldChannels(scope)).toEqual([""]);
    expect((await dump(scope)).includes("Falcon")).toBe(false);
    // What says it anew may be filled from.
    await tell(scope, [
      says("n3", "u1", { in: QUAY, channel: "pier", more: { channelLabel: "Pier" } }),
    ]);
    await adminOf(scope).backfillChannels();
    expect(await columnOf(scope, "channel_label")).toEqual({ n2: "Pier", n3: "Pier" });
  });

  it("takes a filled name of a channel back where fewer may read the row that said it", async () => {
    const { scope } = await filledChannel();
    const edit = { type: "edit", sourceId: "n1", by: "u1", content: "row new" } as const;
    const events = [{ ...edit, at: "2026-01-02T00:00:00Z", audience: members("u1") }];
    await happen(scope, QUAY, events);
    expect(await columnOf(scope, "channel_label")).toEqual({ n1: "Falcon", n2: "" });
    expect(await toldChannels(scope)).toEqual([""]);
  });

  it("fills a channel's name from rows that say it, not from what was filled in", async () => {
    const few = members("u1", "u2");
    const { scope, ids } = await filledChannel(members("u1", "u2", "u3"), few);
    await tell(scope, [says("n3", "u2", { in: QUAY, channel: "pier", to: few })]);
    await adminOf(scope).backfillChannels();
    await deleteWhat(scope, { messageId: sure(ids[1]) });
    expect(await columnOf(scope, "channel_label")).toEqual({ n1: "Falcon", n3: "Falcon" });
    await deleteWhat(scope, { messageId: sure(ids[0]) });
    expect(await columnOf(scope, "channel_label")).toEqual({ n3: "" });
    expect((await dump(scope)).includes("Falcon")).toBe(false);
  });

  it("passes a filled name of a channel on to no reply, and a row's own for as long as it is there", async () => {
    const { scope, ids } = await filledChannel();
    const destination = { conversation: QUAY, channel: "pier", audience: WORKSPACE, asOf: NOW };
    for (const [index, sourceId] of ["to n1", "to n2"].entries()) {
      const answering = sure(ids[index]);
      const asked = await turn(scope, { destination, requester: { id: "u1" }, answering });
      await asked.deliver({ content: "so it is", sourceId, sentAt: NOW }, destination);
    }
    const names = { n1: "Falcon", n2: "Falcon", "to n1": "Falcon", "to n2": "" };
    expect(await columnOf(scope, "channel_label")).toEqual(names);
    await deleteWhat(scope, { messageId: sure(ids[0]) });
    expect(await columnOf(scope, "channel_label")).toEqual({ n2: "", "to n2": "" });
    expect((await dump(scope)).includes("Falcon")).toBe(false);
  });

  it("fills in no channel's name of a row that goes between looking and changing", async () => {
    const scope = await newScope(database);
    const named = { in: QUAY, channel: "pier", more: { channelLabel: "Falcon" } };
    const rows = [says("n1", "u1", named), says("n2", "u2", { in: QUAY, channel: "pier" })];
    const [first] = await tell(scope, rows);
    const admin = meanwhile(scope, () => deleteWhat(scope, { messageId: sure(first) }));
    expect(counted(await admin.backfillChannels())).toMatchObject({ selected: 1, raced: 1 });
    expect(await columnOf(scope, "channel_label")).toEqual({ n2: "" });
    expect((await dump(scope)).includes("Falcon")).toBe(false);
  });

  it("reindex makes the index what the rows are, and finds with it what was lost", async () => {
    const scope = await newScope(database);
    const rows = ["kestrel", "heron", "osprey", "plover", "dunlin", "avocet"];
    const [gone] = await tell(
      scope,
      rows.map((bird) => says(bird, "u1", { text: `a ${bird} by the sea` })),
    );
    await tell(scope, [says("hidden", "u1", { to: null })]);
    await happen(scope, ROOM, [{ type: "delete", sourceId: "avocet", at: "2026-01-02T00:00:00Z" }]);
    const row = (source: string) =>
      `(select id from backread.messages where perspective_id = $1 and source_id = '${source}')`;
    for (const change of [
      // The rest of its postings stays, and is in the way of new ones.
      `delete from backread.documents where perspective_id = $1 and row_id = ${row("kestrel")}`,
      `delete from backread.postings where perspective_id = $1 and row_id = ${row("kestrel")}
         and lexeme = 'kestrel'`,
      `update backread.documents set literal = 'x' where perspective_id = $1 and row_id = ${row("heron")}`,
      `delete from backread.postings where perspective_id = $1 and row_id = ${row("osprey")}
         and lexeme = 'osprey'`,
      `update backread.documents set set_id = set_id + 1000 where perspective_id = $1
         and row_id = ${row("plover")}`,
      `insert into backread.documents (perspective_id, row_id, set_id, length, lexemes, literal)
       select perspective_id, id, set_id, 1, to_tsvector('english', 'avocet'), 'avocet'
       from backread.messages where perspective_id = $1 and source_id = 'avocet'`,
    ])
      await plant(scope, change);
    const view = await viewIn(scope, ROOM, WORKSPACE);
    const found = async (bird: string) =>
      (await view.search(bird)).hits.some(({ content }) => content === `a ${bird} by the sea`);
    expect(await found("kestrel")).toBe(false);
    expect(await thrice(scope, "reindex")).toEqual({
      eligible: 6,
      selected: 5,
      missing: 1,
      stale: 3,
      orphaned: 1,
      current: 1,
    });
    for (const bird of rows.slice(0, 5)) expect([bird, await found(bird)]).toEqual([bird, true]);
    expect(await found("avocet")).toBe(false);
    expect((await view.search("kestrel")).hits[0]?.messageId).toBe(sure(gone));
  });

  it("reindex leaves an edit alone that comes between", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("a1", "u1", { text: "the old word" })]);
    await plant(scope, `delete from backread.documents where perspective_id = $1`);
    const edit = { type: "edit", sourceId: "a1", by: "u1", content: "the newer word" } as const;
    const events = [{ ...edit, at: "2026-01-03T00:00:00Z", audience: WORKSPACE }];
    // An edit takes out the words of the old document, which is not there to tell them.
    await plant(scope, `delete from backread.postings where perspective_id = $1`);
    const report = await meanwhile(scope, () =>
      ingest(scope, { conversation: ROOM, events }),
    ).reindex();
    expect(counted(report)).toMatchObject({ selected: 1, raced: 1 });
    const view = await viewIn(scope, ROOM, WORKSPACE);
    expect((await view.search("newer")).hits).toHaveLength(1);
    expect((await view.search("old")).hits.map(({ content }) => content)).not.toContain(
      "the old word",
    );
  });
});
