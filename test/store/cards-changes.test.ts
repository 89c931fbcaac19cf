import { beforeAll, expect, it } from "vitest";
import type { CardInput } from "../../dist/speakers/card/card.js";
import type { Database } from "../../dist/store/database.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  bodiesStored,
  built,
  cardIn,
  cardRemains,
  cardRows,
  echo,
  failing,
  refresh,
  strayParts,
  type Build,
} from "./cards-support.js";
import { facts, scriptedModel } from "./facts-support.js";
import { forEachDatabase } from "./harness.js";
import { operatorRows } from "./semantic-support.js";
import {
  channel,
  happen,
  members,
  newScope,
  PUBLIC,
  SLACK,
  sure,
  tell,
  type Said,
} from "./spoken.js";

const ROOM = channel("room");
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const says = (text: string, second: number, more: Partial<Said> = {}): Said => ({
  in: ROOM,
  to: PUBLIC,
  by: "u1",
  text,
  at: at(second),
  sourceId: `m${second}`,
  ...more,
});

forEachDatabase("what a card stands on", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  const told = (scope: Scope, by = "u1") => cardIn(scope, ROOM, PUBLIC, by);
  const edit = (scope: Scope, content: string, second: number, audience: Said["to"] = PUBLIC) =>
    happen(scope, ROOM, [
      { type: "edit", sourceId: "m1", by: "u1", content, at: at(second), audience },
    ]);

  /** Two entries of two rows, in a card that is as it should be. */
  async function twoEntries(): Promise<{ readonly scope: Scope; readonly ids: readonly string[] }> {
    const scope = await newScope(database);
    const ids = await tell(scope, [says("pref: walrus", 1), says("goal: mango", 2)]);
    await refresh(scope);
    expect(await told(scope)).toEqual(["walrus", "mango"]);
    return { scope, ids };
  }

  it("may grow: the last good card is told until the next one is there", async () => {
    const { scope } = await twoEntries();
    await tell(scope, [says("style: papaya", 3)]);
    expect(await cardRows(scope)).toMatchObject([{ dirty: true, invalid: false }]);
    expect(await told(scope)).toEqual(["walrus", "mango"]);
    await refresh(scope, failing("invalid_response"));
    expect(await told(scope)).toEqual(["walrus", "mango"]);
    await tell(scope, [says("hello", 4)]);
    await refresh(scope);
    expect(await told(scope)).toEqual(["walrus", "papaya", "mango"]);
  });

  it("takes its entry with it when it is deleted, and the rest waits for a new card", async () => {
    const { scope, ids } = await twoEntries();
    await deleteWhat(scope, { messageId: sure(ids[0]) });
    expect(await cardRemains(scope)).not.toContain("walrus");
    expect(await bodiesStored(scope)).toEqual(["mango"]);
    expect(await cardRows(scope)).toMatchObject([{ dirty: true, invalid: true }]);
    expect(await told(scope)).toEqual([]);
    await refresh(scope, failing("model_error"));
    expect(await told(scope)).toEqual([]);
    await tell(scope, [says("hello", 3)]);
    await refresh(scope);
    expect(await told(scope)).toEqual(["mango"]);
    expect(await strayParts(scope)).toBe(0);
  });

  it("takes all of a person with it", async () => {
    const { scope } = await twoEntries();
    await tell(scope, [says("pref: papaya", 3, { by: "u2" })]);
    await refresh(scope);
    await deleteWhat(scope, { actor: { namespace: SLACK, id: "u1" } });
    expect(await bodiesStored(scope)).toEqual(["papaya"]);
    expect(await told(scope, "u2")).toEqual(["papaya"]);
  });

  it("may be edited: what it said is gone, and what it says now comes", async () => {
    const { scope } = await twoEntries();
    await edit(scope, "pref: heron", 60);
    expect(await bodiesStored(scope)).toEqual(["mango"]);
    expect(await told(scope)).toEqual([]);
    await refresh(scope);
    expect(await told(scope)).toEqual(["heron", "mango"]);
  });

  it("may get fewer readers: its entry leaves the card of the others", async () => {
    const { scope } = await twoEntries();
    await edit(scope, "pref: walrus", 60, members("u1"));
    expect(await bodiesStored(scope)).toEqual(["mango"]);
    await refresh(scope);
    expect(await told(scope)).toEqual(["mango"]);
    expect(await cardIn(scope, ROOM, members("u1"))).toEqual(["walrus", "mango"]);
  });

  it("may turn out to be another's: then both cards are built", async () => {
    const { scope } = await twoEntries();
    await operatorRows(
      scope,
      `update backread.messages set actor_id = 'actor:slack:u2', author_id = 'u2'
       where perspective_id = $1 and source_id = 'm1'`,
    );
    expect(await bodiesStored(scope)).toEqual(["mango"]);
    expect(await told(scope)).toEqual([]);
    expect(await refresh(scope)).toMatchObject({ outcomes: { written: 2 } });
    expect(await told(scope)).toEqual(["mango"]);
    expect(await told(scope, "u2")).toEqual(["walrus"]);
  });

  it("10.12: is as it was after a change that is none, and after one of its channel", async () => {
    const { scope } = await twoEntries();
    await operatorRows(
      scope,
      `update backread.messages set content = content, state = state, author_label = 'New', channel_key = 'elsewhere',
         index_status = index_status, actor_id = actor_id where perspective_id = $1`,
    );
    expect(await cardRows(scope)).toMatchObject([{ dirty: false, invalid: false }]);
    expect(await told(scope)).toEqual(["walrus", "mango"]);
  });

  it("is not asked about again where nothing new was said by more", async () => {
    const { scope } = await twoEntries();
    await tell(scope, [says("> only a quote", 3)]);
    expect(await cardRows(scope)).toMatchObject([{ dirty: true }]);
    const refused: Build = () => Promise.reject(new Error("it was asked"));
    expect(await refresh(scope, refused)).toMatchObject({ outcomes: {}, unchanged: 1, left: 0 });
    expect(await cardRows(scope)).toMatchObject([{ dirty: false }]);
  });

  it("may be a fact, which takes its entry with it", async () => {
    const scope = await newScope(database);
    const [id] = await tell(scope, [says("I live in Oslo", 1), says("pref: tea", 2)]);
    const script = [facts("goal: Oslo"), facts()];
    const { server, model } = await scriptedModel(script);
    await turnOnFacts(scope, model);
    await readFacts(scope, model);
    await server.finish();
    await refresh(scope);
    expect(await told(scope)).toEqual(["tea", "Oslo"]);
    await operatorRows(scope, `delete from backread.facts where perspective_id = $1`);
    expect(await bodiesStored(scope)).toEqual(["tea"]);
    expect(await told(scope)).toEqual([]);
    await refresh(scope);
    expect(await told(scope)).toEqual(["tea"]);
    await deleteWhat(scope, { messageId: sure(id) });
    expect(await strayParts(scope)).toBe(0);
  });

  it("may be a fact of what has fewer readers by now: the card of the others is built without it", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("I live in Oslo", 1), says("pref: tea", 2)]);
    const { server, model } = await scriptedModel([facts("goal: Oslo"), facts("pref: tea")]);
    await turnOnFacts(scope, model);
    await readFacts(scope, model);
    await server.finish();
    await edit(scope, "I live in Oslo", 60, members("u1"));
    const seen: CardInput[] = [];
    await refresh(scope, echo(seen));
    const ofOthers = seen.filter(({ rows }) => rows.some(({ text }) => text === "pref: tea"));
    expect(ofOthers.map((input) => input.facts.map(({ text }) => text))).toEqual([["pref: tea"]]);
    expect(JSON.stringify(ofOthers)).not.toContain("Oslo");
    expect(await told(scope)).toEqual(["tea"]);
  });

  it("may be a fact of a quote: without it where who quotes has fewer readers by now", async () => {
    const scope = await newScope(database);
    const quoted = { text: "I like tea", sourceId: "m1" };
    await tell(scope, [
      says("I like tea", 1),
      says("pref: walrus", 3),
      says("Ha!", 2, { by: "u2", channel: "back", more: { quoted } }),
    ]);
    const { server, model } = await scriptedModel([facts(), facts(), facts(), facts("goal: tea")]);
    await turnOnFacts(scope, model);
    await readFacts(scope, model);
    await server.finish();
    const inputs = async (): Promise<string> => {
      const seen: CardInput[] = [];
      await refresh(scope, echo(seen));
      return JSON.stringify(seen);
    };
    expect(await inputs()).toContain("goal: tea");
    await happen(scope, ROOM, [
      {
        type: "edit",
        sourceId: "m2",
        by: "u2",
        content: "Ha!",
        at: at(60),
        audience: members("u1", "u2"),
      },
    ]);
    await tell(scope, [says("pref: mango", 70)]);
    const later = await inputs();
    expect(later).toContain("mango");
    expect(later).not.toContain("goal: tea");
  });

  it("42: supersedes a build that did not see it, which is no failure", async () => {
    const { scope } = await twoEntries();
    await tell(scope, [says("style: papaya", 3)]);
    const during: Build = async (...asked) => {
      await tell(scope, [says("past: heron", 4)]);
      return echo()(...asked);
    };
    const report = await refresh(scope, during);
    expect(report).toMatchObject({ outcomes: { superseded: 1 }, entries: 0, left: 1 });
    expect(await cardRows(scope)).toMatchObject([
      { dirty: true, invalid: false, outcome: "superseded", failure_count: 0, building: false },
    ]);
    expect(await told(scope)).toEqual(["walrus", "mango"]);
    await refresh(scope);
    expect(await told(scope)).toEqual(["walrus", "papaya", "mango", "heron"]);
  });

  it("42: and a build of what was deleted or edited meanwhile writes nothing of it", async () => {
    const { scope, ids } = await twoEntries();
    await tell(scope, [says("style: papaya", 3)]);
    const deleted: Build = async (...asked) => {
      await deleteWhat(scope, { messageId: sure(ids[1]) });
      return echo()(...asked);
    };
    expect(await refresh(scope, deleted)).toMatchObject({ outcomes: { superseded: 1 } });
    expect(await cardRemains(scope)).not.toContain("mango");
    const edited: Build = async (...asked) => {
      await edit(scope, "pref: heron", 60);
      return echo()(...asked);
    };
    expect(await refresh(scope, edited)).toMatchObject({ outcomes: { superseded: 1 } });
    expect(await cardRemains(scope)).not.toContain("walrus");
    await refresh(scope);
    expect(await told(scope)).toEqual(["heron", "papaya"]);
  });

  it("43: has to be what was shown: else nothing is written, and the good card stays", async () => {
    const { scope } = await twoEntries();
    const citing = (...citations: string[]): Build => {
      const entry = { kind: "active_goal", body: "forged", confidence: 1, citations } as const;
      const good = { ...entry, body: "good", citations: ["r1"] };
      return async () => built([good, entry]);
    };
    for (const [index, build] of [citing("r9"), citing(), citing("r1", "f1")].entries()) {
      await tell(scope, [says(`more ${index}`, 10 + index)]);
      expect(await refresh(scope, build)).toMatchObject({ outcomes: { stale_write: 1 } });
      expect(await told(scope)).toEqual(["walrus", "mango"]);
    }
    expect(await bodiesStored(scope)).not.toContain("forged");
  });

  it("43: has to be so still when it is written, even where no trigger said otherwise", async () => {
    const { scope } = await twoEntries();
    await tell(scope, [says("style: papaya", 3)]);
    for (const change of [
      "update backread.messages set lineage_epoch = lineage_epoch + 1",
      "update backread.conversations set epoch = epoch + 1",
      "update backread.messages set author_type = 'agent'",
    ]) {
      const sly: Build = async (...asked) => {
        await operatorRows(scope, `${change} where perspective_id = $1`);
        return echo()(...asked);
      };
      const before = await bodiesStored(scope);
      expect(await refresh(scope, sly)).toMatchObject({ outcomes: { stale_write: 1 } });
      expect(await bodiesStored(scope)).toEqual(before);
      await operatorRows(
        scope,
        `update backread.cards set next_try_at = '-infinity', failure_count = 0
         where perspective_id = $1`,
      );
    }
  });
});
