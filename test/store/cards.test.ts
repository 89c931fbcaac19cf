import { beforeAll, describe, expect, it } from "vitest";
import type { CardInput } from "../../dist/speakers/card/card.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import { rebuildCards } from "../../dist/store/cards/rebuild-cards.js";
import { declareConnector } from "../../dist/store/connectors.js";
import type { Database } from "../../dist/store/database.js";
import type { Audience } from "../../dist/speakers/audience.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { reset } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  bodiesStored,
  built,
  cardIn,
  cardRows,
  cardView,
  echo,
  refresh,
  strayParts,
  workerOf,
} from "./cards-support.js";
import { facts, scriptedModel } from "./facts-support.js";
import { forEachDatabase } from "./harness.js";
import { counted } from "./roster-support.js";
import { operatorRows, withPredicate } from "./semantic-support.js";
import {
  channel,
  direct,
  DISCORD,
  dm,
  happen,
  members,
  newScope,
  open,
  PUBLIC,
  SLACK,
  tell,
  type Said,
} from "./spoken.js";

const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };
const ELSEWHERE: Audience = { kind: "workspace", namespace: DISCORD };
const DM = { in: dm("u1"), to: direct("u1") };
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const says = (by: string, text: string, second = 0, more: Partial<Said> = {}): Said => ({
  in: GUILD,
  to: PUBLIC,
  channel: "main",
  by,
  text,
  at: at(second),
  sourceId: `${by}-${second}`,
  ...more,
});

forEachDatabase("cards", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  const inGuild = (scope: Scope, by = "u1") => cardIn(scope, GUILD, PUBLIC, by);
  const inDm = (scope: Scope) => cardIn(scope, DM.in, DM.to);

  it("33: are told to their own person alone, and nobody else's is read", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: short answers", 1), says("u2", "pref: rhymes", 2)]);
    expect(await refresh(scope)).toMatchObject({ outcomes: { written: 2 }, entries: 2, left: 0 });
    expect(await inGuild(scope, "u1")).toEqual(["short answers"]);
    expect(await inGuild(scope, "u2")).toEqual(["rhymes"]);
    expect(await inGuild(scope, "u9")).toEqual([]);
    const other = await newScope(database);
    await open(other, GUILD);
    expect(await inGuild(other, "u1")).toEqual([]);
    const counter = counted(scope.database);
    const asked = { ...scope, database: counter.database };
    const [nobody, somebody] = [
      await cardView(asked, GUILD, PUBLIC, null),
      await cardView(asked, GUILD, PUBLIC, "u1"),
    ];
    const before = counter.asked;
    expect(await nobody.card()).toEqual([]);
    expect(counter.asked).toBe(before);
    expect(await somebody.card()).toHaveLength(1);
    expect(counter.asked).toBe(before + 1);
  });

  it("33: of a person whose ids are of one import are never made", async () => {
    const scope = await newScope(database);
    const connector = { type: "irc", name: "log" };
    await declareConnector(scope, { ...connector, ids: "session", trusted: true });
    const room: ConversationRef = { connector, kind: "channel", id: "c" };
    await tell(scope, [says("u1", "pref: x", 1, { in: room }), says("u1", "pref: y", 2)]);
    await refresh(scope);
    expect(await bodiesStored(scope)).toEqual(["y"]);
    expect(await cardIn(scope, room, PUBLIC, "u1")).toEqual([]);
  });

  it("33: are not told to an id of a workspace that does not say of which: it is two people's", async () => {
    const scope = await newScope(database);
    const connector = { type: "slack", name: "many" };
    await declareConnector(scope, { ...connector, ids: "workspace", trusted: true });
    const room: ConversationRef = { connector, kind: "channel", id: "c" };
    await tell(scope, [
      says("T1:u1", "pref: rhymes", 1, { in: room }),
      says("u1", "pref: short answers", 2),
    ]);
    await refresh(scope);
    expect(await inGuild(scope, "u1")).toEqual(["short answers"]);
    expect(await cardIn(scope, room, PUBLIC, "T1:u1")).toEqual(["rhymes"]);
    expect(await cardIn(scope, room, PUBLIC, "u1")).toEqual([]);
  });

  it("35: an entry is told only where all that it stands on may be read", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      says("u1", "goal: a raise", 1, DM),
      says("u1", "pref: whispers", 2, DM),
      says("u1", "style: jokes", 3, { channel: "back", to: members("u1", "u2") }),
      says("u1", "pref: short answers", 4),
    ]);
    await refresh(scope);
    expect(await inGuild(scope)).toEqual(["short answers"]);
    expect(await inDm(scope)).toEqual(["short answers", "whispers", "jokes", "a raise"]);
    const back = await cardIn(scope, GUILD, members("u1", "u2"));
    expect(back).toEqual(["short answers", "jokes"]);
    const wider = await cardIn(scope, GUILD, members("u1", "u3"));
    expect(wider).toEqual(["short answers"]);
  });

  it("35: an entry that is not told moves none that is", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      says("u1", "pref: answers", 1, DM),
      says("u1", "pref: whispers", 2, DM),
      says("u1", "pref: brevity", 3),
    ]);
    await refresh(scope);
    expect(await inDm(scope)).toEqual(["brevity", "whispers", "answers"]);
    await operatorRows(
      scope,
      `update backread.card_sources set row_epoch = row_epoch + 1 where perspective_id = $1
         and source_row in (select id from backread.messages where content like '%whispers')`,
    );
    expect(await inDm(scope)).toEqual(["answers", "brevity"]);
  });

  it.each([
    ["readers_allow", { in: GUILD, channel: "back", to: members("u1", "u2") }],
    ["conversation_allows", { in: channel("side"), more: { conversationOnly: true } }],
    ["namespace_allows", { in: { ...GUILD, connector: DISCORD }, to: ELSEWHERE }],
  ])("35: without %s they leak, so it is asked", async (predicate, secret) => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "style: jokes", 1, secret), says("u1", "goal: a boat", 2)]);
    await refresh(scope);
    // Of two namespaces the actors are two, so it is one card that is looked for in both.
    await operatorRows(
      scope,
      `update backread.messages set actor_id = 'actor:slack:u1' where perspective_id = $1`,
    );
    await refresh(scope);
    const there = () => cardIn(scope, GUILD, members("u1", "u3"));
    expect(await there()).toEqual(["a boat"]);
    await withPredicate(database, predicate, "true", async () => {
      expect(await there()).toEqual(["jokes", "a boat"]);
    });
  });

  it("35: without the predicate of rows they leak, so it is asked", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      says("u1", "goal: a raise", 1, DM),
      says("u1", "style: jokes", 2, { channel: "back", to: members("u1", "u2") }),
    ]);
    await open(scope, GUILD);
    await refresh(scope);
    expect(await inGuild(scope)).toEqual([]);
    await withPredicate(database, "audience_allows", "true", async () => {
      expect(await inGuild(scope)).toEqual(["jokes", "a raise"]);
    });
  });

  it("35: what was read in a quote of him is told where the quote may be, and the quoted", async () => {
    const scope = await newScope(database);
    const quoted = { text: "I like tea", sourceId: "u1-1" };
    await tell(scope, [
      says("u1", "I like tea", 1),
      says("u2", "Ha!", 2, { channel: "back", to: members("u1", "u2"), more: { quoted } }),
    ]);
    const { server, model } = await scriptedModel([facts(), facts(), facts("pref: tea")]);
    await turnOnFacts(scope, model);
    await readFacts(scope, model);
    await server.finish();
    await refresh(scope);
    expect(await inGuild(scope)).toEqual([]);
    expect(await cardIn(scope, GUILD, members("u1", "u2"))).toEqual(["tea"]);
    await withPredicate(database, "audience_allows", "true", async () => {
      expect(await inGuild(scope)).toEqual(["tea"]);
    });
    const quoting = { type: "delete", sourceId: "u2-2", at: at(60) } as const;
    await happen(scope, GUILD, [quoting]);
    expect(await bodiesStored(scope)).toEqual([]);
  });

  it("35: and where the audience of what it stands on is lost, it is told no more", async () => {
    const scope = await newScope(database);
    const room = channel("room");
    const both = members("u1", "u2");
    await tell(scope, [says("u1", "pref: short answers", 1, { in: room, to: both })]);
    await refresh(scope);
    expect(await cardIn(scope, room, both)).toEqual(["short answers"]);
    await happen(scope, room, [{ type: "leave", reader: "u2", at: at(60) }]);
    expect(await cardIn(scope, room, both)).toEqual([]);
    expect(await cardIn(scope, room, members("u1"))).toEqual(["short answers"]);
    // Nothing was deleted for it, and nothing is to be built.
    expect(await cardRows(scope)).toMatchObject([{ dirty: false, invalid: false }]);
  });

  it("36, 37: no two audiences are in one prompt, and each has its own limit", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      says("u1", "pref: walrus", 1, DM),
      says("u1", "pref: mango", 2),
      says("u2", "pref: papaya", 3),
    ]);
    const seen: CardInput[] = [];
    await refresh(scope, echo(seen), { entriesPerKind: 1 });
    const prompts = seen.map((input) => JSON.stringify(input));
    expect(prompts).toHaveLength(3);
    for (const word of ["walrus", "mango", "papaya"])
      expect(prompts.filter((prompt) => prompt.includes(word))).toHaveLength(1);
    expect(prompts.every((prompt) => /walrus.*mango|mango.*walrus/u.test(prompt))).toBe(false);
    expect([...(await bodiesStored(scope))].sort()).toEqual(["mango", "papaya", "walrus"]);
    expect(await inGuild(scope)).toEqual(["mango"]);
    expect(await inDm(scope)).toEqual(["mango", "walrus"]);
  });

  it("are built from the person's own words, shortened where they are long, newest first", async () => {
    const scope = await newScope(database);
    const long = `${"a".repeat(3_000)}\u{1f600}${"b".repeat(3_000)}`;
    const quoted = { text: "I hate tea", sourceId: "u2-1" };
    await tell(scope, [
      says("u2", "I hate tea", 1),
      says("u1", "> I hate tea\npref: tea", 2, { more: { quoted } }),
      says("u1", "   ", 3),
      says("u1", "> only a quote", 4),
      says("u1", long, 5),
      says("u1", "the oldest", 0),
    ]);
    const seen: CardInput[] = [];
    await refresh(scope, echo(seen), { turnLimit: 3 });
    const mine = seen.find(({ rows }) => rows.some(({ text }) => text === "pref: tea"));
    expect(mine?.rows.map(({ id, truncated }) => [id, truncated])).toEqual([
      ["r1", true],
      ["r2", false],
    ]);
    const [shortened] = mine?.rows ?? [];
    expect(shortened?.text.length).toBeLessThan(4_000);
    expect(shortened?.text).toMatch(/^a+\n\[…\]\nb+$/u);
    expect(shortened?.at).toBe(at(5).replace(".000", ""));
    expect(JSON.stringify(mine)).not.toContain("hate");
    expect(JSON.stringify(seen)).not.toContain("actor:");
  });

  it("of rows that were there before they were turned on are built too, and once", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea", 1)]);
    expect(await cardRows(scope)).toEqual([]);
    const seen: CardInput[] = [];
    await refresh(scope, echo(seen));
    await refresh(scope, echo(seen));
    expect(seen).toHaveLength(1);
    expect(await inGuild(scope)).toEqual(["tea"]);
  });

  it("that operators had built while they were off are due for what was said since", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea", 1)]);
    await rebuildCards(scope, workerOf(echo()));
    await tell(scope, [says("u1", "pref: coffee", 2)]);
    const seen: CardInput[] = [];
    await refresh(scope, echo(seen));
    await refresh(scope, echo(seen));
    expect(seen).toHaveLength(1);
    expect(await inGuild(scope)).toEqual(["coffee", "tea"]);
  });

  it("have as much to stand on as a configuration may say", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea", 1)]);
    const most = Number.MAX_SAFE_INTEGER;
    const all = { turnLimit: most, factLimit: most, entriesPerKind: most };
    expect(await refresh(scope, echo(), all)).toMatchObject({ outcomes: { written: 1 } });
  });

  describe("in the life of their conversation", () => {
    it("are not told in the next one, whoever forgot to take them away", async () => {
      const scope = await newScope(database);
      await tell(scope, [says("u1", "pref: tea", 1)]);
      await refresh(scope);
      const shift = (by: number) =>
        operatorRows(
          scope,
          `update backread.conversations set epoch = epoch + ${by} where perspective_id = $1`,
        );
      await shift(1);
      expect(await inGuild(scope)).toEqual([]);
      await shift(-1);
      expect(await inGuild(scope)).toEqual(["tea"]);
    });

    it("go with a reset, at once", async () => {
      const scope = await newScope(database);
      await tell(scope, [says("u1", "pref: tea", 1), says("u1", "pref: rum", 2, DM)]);
      await refresh(scope);
      await reset(scope, GUILD);
      expect(await bodiesStored(scope)).toEqual(["rum"]);
      expect(await inGuild(scope)).toEqual([]);
      expect(await inDm(scope)).toEqual(["rum"]);
      await refresh(scope);
      expect(await strayParts(scope)).toBe(0);
      expect(await inDm(scope)).toEqual(["rum"]);
    });
  });

  it("carry over what stands on rows that are old by now", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "past: was a baker", 1)]);
    await refresh(scope, echo(), { turnLimit: 1 });
    await tell(scope, [says("u1", "goal: a boat", 2)]);
    const seen: CardInput[] = [];
    await refresh(scope, echo(seen), { turnLimit: 1 });
    expect(seen[0]?.rows.map(({ text }) => text)).toEqual(["goal: a boat", "past: was a baker"]);
    expect(seen[0]?.existing).toMatchObject([{ body: "was a baker", citations: ["r2"] }]);
    expect(await inGuild(scope)).toEqual(["a boat", "was a baker"]);
  });

  it("40: of which everything was refused are clean, and empty", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "do not remember that", 1)]);
    const rejected = { semantic_explicit_privacy_request: 1 };
    const report = await refresh(scope, async () => built([], rejected));
    expect(report.outcomes).toEqual({ clean_empty_filtered: 1 });
    expect(await cardRows(scope)).toMatchObject([{ dirty: false, written_count: 0 }]);
    expect(await inGuild(scope)).toEqual([]);
  });
});
