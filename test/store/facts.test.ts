import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { deleteWhat } from "../../dist/store/reset.js";
import { FACT_UNUSABLE_RUN } from "../../dist/store/bounds.js";
import { lease } from "../../dist/store/facts/lease.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import type { ConversationRef } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { facts, passTime, saidOf, scriptedModel, WRONG } from "./facts-support.js";
import { forEachDatabase } from "./harness.js";
import type { Step } from "./scripted-server.js";
import { operatorRows, withPredicate } from "./semantic-support.js";
import {
  channel,
  direct,
  dm,
  happen,
  members,
  newScope,
  open,
  PUBLIC,
  SLACK,
  sure,
  tell,
  viewIn,
  type Said,
} from "./spoken.js";

const GENERAL = channel("general");
const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const says = (by: string, text: string, second = 0, more: Partial<Said> = {}): Said => ({
  in: GENERAL,
  to: PUBLIC,
  by,
  text,
  at: at(second),
  sourceId: `${by}-${second}`,
  ...more,
});

forEachDatabase("facts", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  /** Reads what waits with a model that answers so, and tells what it was asked about. */
  async function read(scope: Scope, script: readonly Step[], name?: string) {
    const { server, model } = await scriptedModel(script, name);
    await turnOnFacts(scope, model);
    const report = await readFacts(scope, model);
    await server.finish();
    const asked = server.seen.map(({ json }) => JSON.stringify(json));
    return { report, asked };
  }

  async function told(scope: Scope, actor?: string): Promise<readonly string[]> {
    const view = await viewIn(scope, GENERAL, PUBLIC);
    return saidOf(await view.facts(actor === undefined ? {} : { actor: { id: actor } }));
  }

  it("are not asked for of every row where no answer at all can be used", async () => {
    const scope = await newScope(database);
    const rows = Array.from({ length: FACT_UNUSABLE_RUN + 5 }, (_, n) => says("u1", `row ${n}`, n));
    await tell(scope, rows);
    const bad = Array.from({ length: FACT_UNUSABLE_RUN }, () => facts("two\nlines"));
    const { report, asked } = await read(scope, bad);
    expect(report).toMatchObject({ read: 0, failed: FACT_UNUSABLE_RUN, failure: "unusable" });
    expect(asked.length).toBe(FACT_UNUSABLE_RUN);
    await passTime(scope);
    const good = rows.map(() => facts("well"));
    expect((await read(scope, good)).report).toMatchObject({ read: rows.length, failure: null });
  });

  it("are by who the row says, whatever the model writes, and the model knows no names", async () => {
    const scope = await newScope(database);
    const [id] = await tell(scope, [says("u1", "I live in Oslo, says u2")]);
    const { report, asked } = await read(scope, [facts("actor:slack:u2 lives in Oslo")]);
    expect(report).toMatchObject({ read: 1, written: 1, failed: 0, failure: null, givenUp: 0 });
    const view = await viewIn(scope, GENERAL, PUBLIC);
    const answer = await view.facts();
    expect(answer.facts).toMatchObject([
      { role: "requester", author: { id: "u1", label: "u1" }, messageId: id },
    ]);
    expect(await told(scope, "u2")).toEqual([]);
    expect(asked.join()).not.toContain("u1");
    expect(asked.join()).not.toContain(sure(id));
  });

  it("of a quote are by the quoted row's author, in a lane of their own", async () => {
    const scope = await newScope(database);
    const there = { in: GUILD, channel: "tea", sourceId: "tea-1" };
    const quoted = { text: "I like tea", sourceId: "tea-1", label: "u3" };
    await tell(scope, [
      says("u1", "Well, I like tea", 1, there),
      says("u2", "> I like tea\nI do not", 2, {
        in: GUILD,
        channel: "coffee",
        more: { quoted },
      }),
      says("u3", "Me neither", 3, { in: GUILD, channel: "tea", more: { quoted } }),
      says("u4", "I am here", 4, {
        in: GUILD,
        channel: "coffee",
        more: { quoted: { ...quoted, text: "I hate tea" } },
      }),
    ]);
    await open(scope, GENERAL);
    const script = ["one", "two", "three", "four", "five"].map((text) => facts(text));
    const { asked, report } = await read(scope, script);
    expect(report).toMatchObject({ read: 4, written: 5 });
    expect(await told(scope)).toEqual([
      "requester u1: one",
      "requester u2: two",
      "requester u3: four",
      "requester u4: five",
      "subject u1: three",
    ]);
    expect(asked[1]).toContain('"I do not"');
    expect(asked[2]).toContain('"I like tea"');
    expect(await told(scope, "u1")).toEqual(["requester u1: one", "subject u1: three"]);
  });

  it("of an agent are nobody's, and a quote of it has none", async () => {
    const scope = await newScope(database);
    const bot = { type: "agent", id: "bot", label: "bot" } as const;
    const quoted = { text: "It rains", sourceId: "bot-1" };
    await tell(scope, [
      says("bot", "It rains", 1, { by: bot, in: GUILD, channel: "a", sourceId: "bot-1" }),
      says("u1", "It does", 2, { in: GUILD, channel: "b", more: { quoted } }),
    ]);
    await open(scope, GENERAL);
    await read(scope, [facts("rain"), facts("rain indeed")]);
    const roles = await operatorRows(
      scope,
      `select role, author_actor_id as by from backread.facts where perspective_id = $1 order by id`,
    );
    expect(roles).toEqual([
      { role: "assistant", by: "" },
      { role: "requester", by: "actor:slack:u1" },
    ]);
  });

  it("are filtered by speaker before the limit, and counted apart", async () => {
    const scope = await newScope(database);
    const rows = [1, 2, 3].map((n) => says("u1", `tea ${n}`, n));
    const others = [4, 5, 6, 7].map((n) => says("u2", `rain ${n}`, n));
    const nobody = says("", "who", 8, { by: { type: "person", id: "", label: "x" } });
    const hidden = says("u1", "secret", 9, { in: dm("u1"), to: direct("u1") });
    const all = [...rows, ...others, nobody, hidden];
    await tell(scope, all);
    await read(
      scope,
      all.map(({ text }) => facts(text)),
    );
    const view = await viewIn(scope, GENERAL, PUBLIC, "u1");
    const mine = await view.facts({ actor: "requester", limit: 2 });
    expect(mine.facts.map(({ text }) => text)).toEqual(["tea 3", "tea 2"]);
    expect(mine.counts).toEqual({ author: 3, other: 4, unknown: 1 });
    const any = await view.facts({ limit: 1 });
    expect(any.facts).toMatchObject([{ text: "who", author: null }]);
    expect(any.counts).toEqual({ author: 0, other: 7, unknown: 1 });
    const none = await view.facts({ actor: { id: "u9" } });
    expect(none).toEqual({ facts: [], counts: { author: 0, other: 7, unknown: 1 } });
  });

  it("are read in rows from before there was a model, and once", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "one", 1), says("u2", "two", 2)]);
    await read(scope, [facts("one"), facts("two")]);
    await tell(scope, [says("u1", "three", 3)]);
    expect((await read(scope, [facts("three")])).report).toMatchObject({ read: 1 });
    expect((await read(scope, [])).report).toMatchObject({ read: 0, written: 0 });
    expect(await told(scope)).toHaveLength(3);
  });

  it.each(WRONG)("survive %s, and come to the same when it is over", async (_, step, outage) => {
    const scope = await newScope(database);
    const quoted = { text: "tea", sourceId: "first" };
    await tell(scope, [
      says("u1", "I like tea", 1, { in: GUILD, channel: "a", sourceId: "first" }),
      says("u2", "I do not", 2, { in: GUILD, channel: "b", more: { quoted } }),
    ]);
    await open(scope, GENERAL);
    // In the second lane of the second row: nothing of that row is written.
    const { report } = await read(scope, [facts("one"), facts("two"), step]);
    expect(report).toMatchObject({ read: 1, written: 1, failed: 1, failure: outage });
    expect(await told(scope)).toEqual(["requester u1: one"]);
    await passTime(scope);
    await read(scope, [facts("two"), facts("three")]);
    expect(await told(scope)).toEqual([
      "requester u1: one",
      "requester u2: two",
      "subject u1: three",
    ]);
  });

  it("pass over a row whose answers are never good, report it, and read it when it changes", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "poison", 1), says("u2", "fine", 2)]);
    const bad = facts("x\ny");
    expect((await read(scope, [bad, facts("fine")])).report).toMatchObject({ failed: 1, read: 1 });
    for (let tries = 2; tries <= 5; tries++) {
      await passTime(scope);
      const givenUp = tries === 5 ? 1 : 0;
      expect((await read(scope, [bad])).report).toMatchObject({ failed: 1, givenUp });
    }
    await passTime(scope);
    expect((await read(scope, [])).report).toMatchObject({ read: 0, givenUp: 1 });
    expect((await read(scope, [bad], "other")).report).toMatchObject({ failed: 1, givenUp: 0 });
    const edit = {
      type: "edit",
      sourceId: "u1-1",
      by: "u1",
      content: "cured",
      at: at(60),
    } as const;
    await happen(scope, GENERAL, [{ ...edit, audience: PUBLIC }]);
    expect((await read(scope, [facts("cured")], "other")).report).toMatchObject({ read: 1 });
    expect(await told(scope, "u1")).toEqual(["requester u1: cured"]);
  });

  it("of a reader that was killed are read by the next one, and of a late one dropped", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "one", 1), says("u2", "two", 2)]);
    const { server, model } = await scriptedModel([]);
    await turnOnFacts(scope, model);
    await server.finish();
    await readFacts(scope, model, { limit: 1 }).catch(() => undefined);
    await passTime(scope);
    expect(await lease(scope, [])).toBeDefined();
    expect((await read(scope, [facts("other")])).report).toMatchObject({ read: 1 });
    await passTime(scope);
    const late = {
      model: "late",
      complete: async () => {
        await passTime(scope);
        await read(scope, [facts("first to write")]);
        return '{"facts":[{"text":"too late"}]}';
      },
    };
    expect(await readFacts(scope, late)).toMatchObject({ read: 0, dropped: 1 });
    expect((await told(scope)).map((text) => text.replace(/.*: /, ""))).toEqual(
      expect.arrayContaining(["other", "first to write"]),
    );
    expect(await told(scope)).toHaveLength(2);
  });

  it("go with an edit at once, and an answer for the old text is dropped", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "I live in Oslo", 1)]);
    await read(scope, [facts("Oslo")]);
    const edit = (content: string, second: number) =>
      happen(scope, GENERAL, [
        { type: "edit", sourceId: "u1-1", by: "u1", content, at: at(second), audience: PUBLIC },
      ]);
    await edit("I live in Rome", 60);
    expect(await told(scope)).toEqual([]);
    const slow = {
      model: "slow",
      complete: async () => {
        await edit("I live in Bern", 70);
        return '{"facts":[{"text":"Rome"}]}';
      },
    };
    // Its answer is dropped, and the edited row is due again in the same call.
    expect(await readFacts(scope, slow, { limit: 1 })).toMatchObject({ read: 0, dropped: 1 });
    expect(await told(scope)).toEqual([]);
    await read(scope, [facts("Bern")]);
    expect(await told(scope)).toEqual(["requester u1: Bern"]);
  });

  it("die with their row, with the row they quote, and with a row that is being read", async () => {
    const scope = await newScope(database);
    const quoted = { text: "tea", sourceId: "first" };
    const [first] = await tell(scope, [
      says("u1", "I like tea", 1, { in: GUILD, channel: "a", sourceId: "first" }),
      says("u2", "I do not", 2, { in: GUILD, channel: "b", more: { quoted } }),
    ]);
    await open(scope, GENERAL);
    await read(scope, [facts("one"), facts("two"), facts("three")]);
    await deleteWhat(scope, { messageId: sure(first) });
    const left = () =>
      operatorRows(scope, `select content from backread.facts where perspective_id = $1`);
    expect(await left()).toEqual([]);
    const dying = {
      model: "dying",
      complete: async () => {
        await deleteWhat(scope, { actor: { namespace: SLACK, id: "u2" } });
        return '{"facts":[{"text":"two"}]}';
      },
    };
    expect(await readFacts(scope, dying)).toMatchObject({ read: 0, dropped: 1 });
    expect(await left()).toEqual([]);
  });

  it("are told where their rows may be, now; without the predicate they leak", async () => {
    const scope = await newScope(database);
    const quoted = { text: "gin", sourceId: "secret" };
    await tell(scope, [
      says("u1", "I like gin", 1, { in: dm("u1"), to: direct("u1") }),
      says("u1", "I hate gin", 2, {
        in: GUILD,
        channel: "a",
        to: members("u1", "u2"),
        sourceId: "secret",
      }),
      says("u2", "You hate gin?", 3, { in: GUILD, channel: "b", more: { quoted } }),
      says("u3", "I like rum", 4),
    ]);
    await read(
      scope,
      ["dm", "private", "open", "quote", "rum"].map((text) => facts(text)),
    );
    const visible = ["requester u2: open", "requester u3: rum"];
    expect(await told(scope)).toEqual(visible);
    const view = await viewIn(scope, GENERAL, PUBLIC);
    expect((await view.facts({ actor: { id: "u1" } })).counts).toEqual({
      author: 0,
      other: 2,
      unknown: 0,
    });
    const inDm = await viewIn(scope, dm("u1"), direct("u1"));
    expect(saidOf(await inDm.facts())).toContain("requester u1: dm");
    const leaks = async () => expect(await told(scope)).toHaveLength(5);
    await withPredicate(database, "audience_allows", "true", leaks);
    expect(await told(scope)).toEqual(visible);
    const edit = { type: "edit", sourceId: "u3-4", by: "u3", content: "I like rum" } as const;
    await happen(scope, GENERAL, [{ ...edit, at: at(60), audience: members("u3") }]);
    expect(await told(scope)).toEqual(["requester u2: open"]);
  });
});
