import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openMemory } from "./harness.js";
import { declareConnector, requireConnector } from "../../dist/store/connectors.js";
import { openPerspective } from "../../dist/store/perspective.js";
import { reading, type Scope } from "../../dist/store/scope.js";
import {
  at,
  found,
  members,
  message,
  openScope,
  ROOM,
  rowsOf,
  SLACK,
  take,
  visible,
} from "./ingest-support.js";

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

function columns(scope: Scope, names: string) {
  return rowsOf(
    scope,
    `select ${names} from backread.messages where perspective_id = $1 order by sequence`,
  );
}

describe("numbers", () => {
  it("are microseconds, exact whatever the zone, raised by one on a tie", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("b", "b", { sentAt: "2026-01-01T02:00:00.123456+02:00" }),
      message("a", "a", { sentAt: "2025-12-31T23:59:59.999999Z" }),
      message("c", "c", { sentAt: "2026-01-01T00:00:00.123456Z" }),
    ]);
    await take(scope, [
      message("e", "e", { sentAt: "2026-01-01T00:00:00.123457Z" }),
      message("d", "d", { sentAt: "2026-01-01T00:00:00.123456Z" }),
    ]);
    const first = Date.UTC(2026, 0, 1) * 1000 + 123_456;
    expect(await columns(scope, "source_id, sequence")).toEqual([
      { source_id: "a", sequence: first - 123_457 },
      { source_id: "b", sequence: first },
      { source_id: "c", sequence: first + 1 },
      { source_id: "e", sequence: first + 2 },
      { source_id: "d", sequence: first + 3 },
    ]);
    const [row] = await columns(scope, "to_char(sent_at at time zone 'utc', 'US') as micros");
    expect(row).toEqual({ micros: "999999" });
  });

  it("find a free place beyond any number of ties", async () => {
    const scope = await openScope(database);
    const sentAt = at(0);
    const named = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => message(`m${from + i}`, "x", { sentAt }));
    await take(scope, named(0, 700));
    await take(scope, named(700, 3));
    const rows = await columns(scope, "sequence");
    const first = Date.parse(sentAt) * 1000;
    expect(rows.map((row) => Number(row.sequence) - first)).toEqual(
      Array.from({ length: 703 }, (_, i) => i),
    );
  });

  it("are the source's own, or 1, 2, 3, as the first row decides; a mix is refused", async () => {
    const scope = await openScope(database);
    const untimed = (id: string, sequence?: number) => {
      const { sentAt: _, ...rest } = message(id, id);
      return sequence === undefined ? rest : { ...rest, sequence };
    };
    const outcomes = await take(scope, [
      untimed("a", 40),
      untimed("b", 0),
      untimed("c"),
      message("m1", "d"),
      untimed("e", 40),
      untimed("f", 2 ** 53),
    ]);
    expect(outcomes).toMatchObject([
      { status: "stored" },
      { status: "stored" },
      { code: "mixed_numbering" },
      { code: "mixed_numbering" },
      { code: "malformed_event" },
      { code: "malformed_event" },
    ]);
    const ordered = await openScope(database);
    await take(ordered, [untimed("a"), untimed("b")]);
    expect(await take(ordered, [untimed("c"), message("m1", "d")])).toMatchObject([
      { status: "stored" },
      { code: "mixed_numbering" },
    ]);
    expect(await columns(ordered, "source_id, sequence, sent_at")).toEqual([
      { source_id: "a", sequence: 1, sent_at: null },
      { source_id: "b", sequence: 2, sent_at: null },
      { source_id: "c", sequence: 3, sent_at: null },
    ]);
  });
});

describe("authors", () => {
  it("B38: each row has its own, told apart by id and not by name", async () => {
    const scope = await openScope(database);
    const by = (id: string, label: string) => ({ author: { type: "person", id, label } }) as const;
    await take(scope, [
      message("1", "I like tea", by("uA", "Kim")),
      message("2", "I like coffee", by("uB", "Kim")),
      message("3", "still tea", by("uA", "Kimberly")),
    ]);
    expect(await columns(scope, "source_id, author_id, author_label, actor_id")).toEqual([
      { source_id: "1", author_id: "uA", author_label: "Kim", actor_id: "actor:slack:uA" },
      { source_id: "2", author_id: "uB", author_label: "Kim", actor_id: "actor:slack:uB" },
      { source_id: "3", author_id: "uA", author_label: "Kimberly", actor_id: "actor:slack:uA" },
    ]);
  });

  it("of a workspace name it, those of a session are no actors, nor are agents and systems", async () => {
    const person = (id: string) => ({ author: { type: "person", id, label: "K" } }) as const;
    const workspace = await openScope(database, { ids: "workspace" });
    expect(
      await take(workspace, [
        message("m1", "x", person("U2")),
        message("m2", "x", person("T1:U2")),
        message("m3", "x", person("")),
        message("m4", "x", { author: { type: "agent", id: "bot", label: "B" } }),
        message("m5", "x", { author: { type: "system", kind: "join", label: "J" } }),
        message("m6", "x", { author: { type: "operator" } }),
      ]),
    ).toMatchObject([
      { code: "unqualified_author" },
      ...Array.from({ length: 5 }, () => ({ status: "stored" })),
    ]);
    expect(await columns(workspace, "author_type, author_id, actor_id, lineage")).toEqual([
      { author_type: "person", author_id: "T1:U2", actor_id: "actor:slack:T1:U2", lineage: "none" },
      { author_type: "person", author_id: "", actor_id: "", lineage: "none" },
      { author_type: "agent", author_id: "bot", actor_id: "", lineage: "unknown" },
      { author_type: "system", author_id: "join", actor_id: "", lineage: "none" },
      { author_type: "operator", author_id: "", actor_id: "", lineage: "none" },
    ]);
    const session = await openScope(database, { ids: "session" });
    await take(session, [message("m1", "x")]);
    expect(await columns(session, "actor_id")).toEqual([{ actor_id: "actor:slack:acme:u1" }]);
  });

  it("are named on what answers them, in either order of arrival", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("m2", "yes", { replyTarget: "m1" }),
      message("m3", "yes", { replyTarget: "m1", channel: "other" }),
    ]);
    await take(scope, [message("m1", "well?"), message("m4", "no", { replyTarget: "m1" })]);
    expect(
      await columns(
        scope,
        "source_id, reply_subject_actor_id as a, reply_attribution_version as v",
      ),
    ).toEqual([
      { source_id: "m1", a: "", v: 0 },
      { source_id: "m2", a: "actor:slack:u1", v: 1 },
      { source_id: "m3", a: "", v: 1 },
      { source_id: "m4", a: "actor:slack:u1", v: 1 },
    ]);
  });
});

describe("what is not well formed", () => {
  it("is refused by itself, and says why", async () => {
    const scope = await openScope(database);
    const elsewhere = { type: "slack", name: "other" };
    const malformed = [
      message("", "x"),
      message("m\0", "x"),
      message("m".repeat(600), "x"),
      message("m1", "x", { sentAt: "2026-01-01" }),
      message("m1", "x", { sentAt: "1969-01-01T00:00:00Z" }),
      message("m1", 7 as unknown as string),
      { type: "edit", sourceId: "m1", by: "u1", content: "x", at: "soon" },
      { type: "nonsense" },
      null,
    ] as unknown as Parameters<typeof take>[1][number][];
    const odd = {
      author: [undefined, null, "u1"],
      at: [7, null],
      quoted: [null, "words"],
      conversationOnly: ["true", 1],
      audience: [
        { kind: "workspace", namespace: null },
        { kind: "workspace", namespace: ROOM.connector, external: "true" },
        { kind: "members", namespace: ROOM.connector, readers: ["u1"], direct: 1 },
      ],
    };
    for (const [name, values] of Object.entries(odd))
      for (const value of values) malformed.push({ ...message("m1", "x"), [name]: value });
    const outcomes = await take(scope, [
      ...malformed,
      message("m1", "x", { audience: { kind: "members", namespace: elsewhere, readers: ["u1"] } }),
      { type: "join", reader: "u1", seesHistory: true, at: at(1) },
      message("m2", "fine"),
    ]);
    expect(outcomes.slice(0, malformed.length)).toMatchObject(
      malformed.map(() => ({ status: "refused", code: "malformed_event" })),
    );
    expect(outcomes.slice(malformed.length)).toMatchObject([
      { code: "namespace_mismatch" },
      { code: "history_not_shown" },
      { status: "stored" },
    ]);
    const ref = { ...ROOM, connector: elsewhere };
    await expect(take(scope, [message("m1", "x")], ref)).rejects.toMatchObject({
      code: "unknown_conversation",
    });
    await expect(take(scope, [], { ...ROOM, id: "" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  it("is kept in a declaration that leaves it out, and changed by one that gives it", async () => {
    const scope = await openScope(database, { trusted: true, joinersSeeHistory: true });
    const declared = async () => {
      const { agentIds, trusted, joinersSeeHistory } = await reading(scope, (session) =>
        requireConnector(session, SLACK),
      );
      return { agentIds: [...agentIds], trusted, joinersSeeHistory };
    };
    const first = { agentIds: ["bot"], trusted: true, joinersSeeHistory: true };
    await declareConnector(scope, { ...SLACK, ids: "global" });
    expect(await declared()).toEqual(first);
    await declareConnector(scope, { ...SLACK, ids: "global", trusted: false });
    expect(await declared()).toEqual({ ...first, trusted: false });
    await declareConnector(scope, { ...SLACK, ids: "global", agentIds: ["b2"] });
    expect(await declared()).toEqual({ ...first, agentIds: ["b2"], trusted: false });
    const last = { agentIds: [], trusted: true, joinersSeeHistory: false };
    await declareConnector(scope, { ...SLACK, ids: "global", ...last });
    expect(await declared()).toEqual(last);
    const bare = { type: "irc", name: "bare" };
    await declareConnector(scope, { ...bare, ids: "session" });
    const fresh = await reading(scope, (session) => requireConnector(session, bare));
    expect([fresh.agentIds.size, fresh.trusted, fresh.joinersSeeHistory]).toEqual([
      0,
      false,
      false,
    ]);
  });

  it("is refused in a declaration, as are other ids than before", async () => {
    const scope = await openScope(database);
    const invalid = { code: "invalid_argument" };
    await expect(declareConnector(scope, { ...SLACK, ids: "session" })).rejects.toMatchObject(
      invalid,
    );
    await expect(
      declareConnector(scope, { type: "", name: "x", ids: "global" }),
    ).rejects.toMatchObject(invalid);
    const again = openPerspective(database, scope.perspective, { searchConfig: "german" });
    await expect(again).rejects.toMatchObject(invalid);
    const nonsense = openPerspective(database, scope.perspective, { searchConfig: "klingon" });
    await expect(nonsense).rejects.toMatchObject(invalid);
    expect(await openPerspective(database, scope.perspective)).toMatchObject({
      perspectiveId: scope.perspectiveId,
    });
  });
});

function literal(scope: Scope, pattern: string, most = 9): Promise<readonly string[]> {
  return reading(scope, async (session) => {
    const rows = await session.query<{ source_id: string }>(
      `select m.source_id from backread.literal_rows($1, (
           select array_agg(id) from backread.audience_sets where perspective_id = $1), $2, $3)
         with ordinality as l (id, place)
       join backread.messages m on m.perspective_id = $1 and m.id = l.id order by l.place`,
      [session.perspectiveId, pattern, most],
    );
    return rows.map((row) => row.source_id);
  });
}

describe("text", () => {
  it("is stored whatever it is, and its status says what became of it", async () => {
    const scope = await openScope(database);
    const words = Array.from({ length: 40_000 }, (_, i) => `w${i.toString(36)}-x${i}/y${i}.z`);
    const long = words.join(" ");
    const outcomes = await take(scope, [
      message("m1", "nul \0 and half \ud800 pair"),
      message("m2", long),
      message("m3", "😀".repeat(70_000)),
      message("m4", ""),
      message("m5", `${"k".repeat(5_000)} short`),
      message("m6", "fine", { audience: null }),
    ]);
    expect(outcomes.map((outcome) => outcome.status === "stored" && outcome.index)).toEqual([
      "repaired",
      "clipped",
      "clipped",
      "indexed",
      "indexed",
      "no_evidence",
    ]);
    const rows = await columns(scope, "content, index_status");
    expect(rows[0]?.content).toBe("nul \ufffd and half \ufffd pair");
    expect(rows[1]?.content).toBe(long);
    expect(rows[1]?.index_status).toBe("clipped");
    expect(await found(scope, "w0-x0")).toEqual(["m2"]);
    expect(await found(scope, "short")).toEqual(["m5"]);
  });

  it("too rich for one tsvector is cut in half until it is not", async () => {
    const scope = await openScope(database);
    const rich = Array.from({ length: 90_000 }, (_, i) => `a${i}-b${i}`).join(" ");
    const refused = rowsOf(scope, `select to_tsvector('english', $2) where $1 > 0`, [rich]);
    await expect(refused).rejects.toMatchObject({ data: { sqlState: "54000" } });
    const [row] = await rowsOf(
      scope,
      `select backread.fitting_text('english', $2) as text where $1 > 0`,
      [rich],
    );
    const kept = String(row?.text);
    expect(rich.startsWith(kept)).toBe(true);
    expect([2, 4].map((part) => Math.floor(rich.length / part))).toContain(kept.length);
  });

  it("is found by any part of it, folded, newest first, in the reader's own perspective", async () => {
    const scope = await openScope(database);
    await take(scope, [
      message("m1", "see  ABC-12345\tΣΊΣΥΦΟΣ"),
      message("m2", "100% of abc-12"),
      message("m3", "日本語の文章"),
      message("m4", "under_score"),
    ]);
    expect(await literal(scope, "abc-12")).toEqual(["m2", "m1"]);
    expect(await literal(scope, "abc-12", 1)).toEqual(["m2"]);
    expect(await literal(scope, "abc-12345 σίσυφος")).toEqual(["m1"]);
    expect(await literal(scope, "語の")).toEqual(["m3"]);
    expect(await literal(scope, "0%")).toEqual(["m2"]);
    expect(await literal(scope, "r_s")).toEqual(["m4"]);
    expect(await literal(scope, "\\")).toEqual([]);
    const other = await openScope(database);
    const rows = await reading(other, (session) =>
      session.query(
        `select backread.literal_rows($1, array(select generate_series(1, 99)), '', 9)`,
        [scope.perspectiveId],
      ),
    );
    expect(rows).toEqual([]);
    expect(
      await rowsOf(
        scope,
        `select present from backread.capabilities
         where $1 > 0 and name in ('pg_trgm', 'btree_gin')`,
      ),
    ).toEqual([{ present: true }, { present: true }]);
  });
});
