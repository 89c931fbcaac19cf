import { inspect } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { FactOptions, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { mutated, type Mutation } from "../leaks/mutations.js";
import { rewriting, type StatementMutation } from "../leaks/rewriting.js";
import { forEachDatabase } from "./harness.js";
import { readAll, textsOf } from "./query-facts.support.js";
import { addHidden, CANARY, fixture, GUILD, guildView, idOf } from "./speaker-search.support.js";
import { operatorRows } from "./semantic-support.js";
import { say, workspace } from "./turn-support.js";

const NADIA = { who: { actorId: `actor:slack:${idOf("nadia")}` }, scope: "channel" } as const;
const PLACE = { conversation: GUILD, audience: workspace(), channel: "main" };
const by = (name: string): object => ({ author: { type: "person", id: idOf(name), label: name } });

/** Slow and plain: what a fact says is parsed whenever facts are asked for. */
const PARSED_AT_EACH_QUESTION: StatementMutation = {
  name: "parsed at each question",
  of: /as score/u,
  passage: /unnest\(f\.lexemes\)/gu,
  becomes: `unnest(tsvector_to_array(to_tsvector((select p.search_config
    from backread.perspectives p where p.id = f.perspective_id), f.content)))`,
};

forEachDatabase("facts by their words and by speaker", (open) => {
  let database: Database;
  let scope: Scope;
  let view: View;
  beforeAll(async () => {
    database = await open();
    scope = await fixture(database);
    await addHidden(scope);
    await readAll(scope);
    view = await guildView(scope);
  });

  async function found(options: FactOptions): Promise<readonly string[]> {
    return textsOf(await view.facts(options));
  }

  test("one word is enough, more words come first, and what matches alike is newest first", async () => {
    expect(await found({ query: "hotels, Porto?" })).toEqual([
      "hotel for this trip is reserved",
      "our trip to Porto begins Monday",
    ]);
    const [best, ...others] = await found({ query: "trips to Porto" });
    expect(best).toBe("our trip to Porto begins Monday");
    expect(others.slice(0, 2)).toEqual([
      "whose car takes us on this trip",
      "bags for our trip stand ready",
    ]);
    expect(others).toHaveLength(5);
    expect(await found({ query: "zeppelin" })).toEqual([]);
  });

  test("a part of a word is found as it stands, in any case, and a wildcard is none", async () => {
    expect(await found({ query: "RESERV" })).toEqual(["hotel for this trip is reserved"]);
    expect(await found({ query: "%" })).toEqual([]);
    expect(await found({ query: "_" })).toEqual([]);
    await expect(view.facts({ query: " " })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("words that were parsed when they were written are found as if they were parsed now", async () => {
    const over = rewriting(database);
    const seen = await guildView({ ...scope, database: over.database });
    const queries = [
      "hotels, Porto?",
      "trips to Porto",
      "RESERV",
      "%",
      "is on the",
      "Monday's car",
      "zeppelin",
      "our trip to Porto begins Monday",
      "https://example.com/trip_4 x-ray",
    ];
    const asked = queries.flatMap((query): readonly FactOptions[] => [
      { query },
      { query, limit: 1, speaker: { ...NADIA, only: true } },
      { query, limit: 2, speaker: { ...NADIA, only: false } },
    ]);
    const answers = async (): Promise<string> => {
      const told = [];
      for (const options of asked) told.push(await seen.facts(options));
      return JSON.stringify(told);
    };
    const plain = await answers();
    expect(plain).toContain("hotel for this trip is reserved");
    expect(plain).toBe(await over.during(PARSED_AT_EACH_QUESTION, answers));
  });

  test("the words of a fact follow its text", async () => {
    const wordsOf = (text: string): Promise<readonly object[]> =>
      operatorRows(
        scope,
        `select lexemes from backread.facts where perspective_id = $1 and content = '${text}'`,
      );
    const swap = (from: string, to: string): Promise<unknown> =>
      operatorRows(
        scope,
        `update backread.facts set content = '${to}' where perspective_id = $1 and content = '${from}'`,
      );
    const before = "hotel for this trip is reserved";
    expect(await wordsOf(before)).toEqual([{ lexemes: ["hotel", "reserv", "trip"] }]);
    await swap(before, "two sledges");
    expect(await wordsOf("two sledges")).toEqual([{ lexemes: ["sledg", "two"] }]);
    await swap("two sledges", before);
    expect(await wordsOf(before)).toEqual([{ lexemes: ["hotel", "reserv", "trip"] }]);
  });

  test("words filter before the limit, and the counts have none", async () => {
    const { facts, counts } = await view.facts({ query: "trip", limit: 1 });
    expect(facts).toHaveLength(1);
    expect(counts).toEqual({ author: 0, other: 4, unknown: 2 });
  });

  test("a strict speaker leaves his alone, before the limit, with exact and disjoint counts", async () => {
    const speaker = { ...NADIA, only: true } as const;
    const answer = await view.facts({ query: "trip", speaker, limit: 1 });
    expect(textsOf(answer)).toEqual(["bags for our trip stand ready"]);
    expect(answer.speakers).toEqual({
      unresolved: false,
      filtered: true,
      recalled: false,
      counts: { matching: 2, otherSpeakers: 3, unknownSpeaker: 1 },
    });
    const none = await view.facts({ query: "car", speaker });
    expect(none.facts).toEqual([]);
    expect(none.speakers?.counts).toEqual({ matching: 0, otherSpeakers: 0, unknownSpeaker: 1 });
    const own = await view.facts({ speaker: { ...speaker, who: "you" } });
    expect(textsOf(own)).toEqual(["That trip has four stages."]);
    const mine = await view.facts({ speaker: { ...speaker, who: "requester" } });
    expect(textsOf(mine)).toEqual(["hotel for this trip is reserved"]);
  });

  test("a hint orders what matches alike among those found, and finds nothing else", async () => {
    const plain = await found({ query: "trip", limit: 4 });
    const hinted = await view.facts({
      query: "trip",
      limit: 4,
      speaker: { ...NADIA, only: false },
    });
    expect(textsOf(hinted)[0]).toBe("bags for our trip stand ready");
    expect(textsOf(hinted).toSorted()).toEqual(plain.toSorted());
    expect(plain).not.toContain("our trip to Porto begins Monday");
    expect(hinted.speakers).toMatchObject({ unresolved: false, filtered: false, counts: null });
    const better = await found({ query: "hotel trip", speaker: { ...NADIA, only: false } });
    expect(better.slice(0, 2)).toEqual([
      "hotel for this trip is reserved",
      "bags for our trip stand ready",
    ]);
  });

  test.for([{ epoch: 7 }, { route: "other" }])(
    "a strict choice that does not hold (%o) looks for nothing",
    async (stale) => {
      const answer = await view.facts({ speaker: { ...NADIA, ...stale, only: true } });
      expect(answer).toEqual({
        facts: [],
        counts: { author: 0, other: 0, unknown: 0 },
        speakers: { unresolved: true, filtered: false, recalled: false, counts: null },
      });
      const hint = await view.facts({ speaker: { ...NADIA, ...stale, only: false } });
      expect(hint.facts).toHaveLength(6);
      expect(hint.speakers?.unresolved).toBe(true);
    },
  );

  test("times and channels are those of the row that said it, and filter before the limit", async () => {
    const all = await view.facts();
    const times = all.facts.map(({ saidAt }) => saidAt ?? "");
    expect(times).toEqual(times.toSorted().toReversed());
    const [newest = "", second = ""] = times;
    expect(await found({ after: second, limit: 1 })).toEqual([all.facts[0]?.text]);
    expect(await found({ before: newest })).toEqual(textsOf(all).slice(1));
    expect(await found({ channels: ["main"] })).toEqual(textsOf(all));
    expect(await found({ channels: [] })).toEqual(textsOf(all));
    expect(await found({ channels: ["else"] })).toEqual([]);
    await expect(view.facts({ after: "yesterday" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  test("whose words they are is told where it is asked for, and no print of it names an actor", async () => {
    expect(await view.facts()).not.toHaveProperty("voiceOf");
    const { facts, voiceOf } = await view.facts({ voices: true });
    const roles = facts.map(({ factId, author, claimedLabel }) => {
      const voice = voiceOf?.(factId);
      return [voice?.role, voice?.known, author?.label ?? "", claimedLabel];
    });
    expect(roles).toEqual([
      ["requester", false, "", "Zoltan"],
      ["requester", true, "Nadia", ""],
      ["assistant", false, "", ""],
      ["requester", true, "Otto", ""],
      ["requester", true, "Yann", ""],
      ["requester", true, "Nadia", ""],
    ]);
    const voice = voiceOf?.(facts[1]?.factId ?? "");
    expect(voice?.is(NADIA.who.actorId)).toBe(true);
    expect(voice?.is(`actor:slack:${idOf("otto")}`)).toBe(false);
    expect(inspect(voice, { depth: 9 })).not.toContain(CANARY);
    expect(voiceOf?.("none of these")).toBeNull();
  });

  test("only those that the caller has room for are given, and the counts stay whole", async () => {
    const all = await view.facts();
    for (const [room, given] of [
      [2, 2],
      [99, 6],
      [0, 0],
      [-1, 0],
      [NaN, 0],
    ] as const) {
      const { facts, counts } = await view.facts({ roomFor: () => room });
      expect([room, textsOf({ facts, counts })]).toEqual([room, textsOf(all).slice(0, given)]);
      expect(counts).toEqual(all.counts);
    }
  });

  test("words that another quotes are of whom he quotes, where they were quoted", async () => {
    const quoting = await fixture(database);
    const theirs = { ...PLACE, ...by("bea"), channel: "chan-2", sourceId: "quoted" };
    const original = await say(quoting, "take the red dose at noon", theirs);
    await say(quoting, "no, alex says", {
      ...PLACE,
      ...by("alex"),
      quoted: { text: "red dose", sourceId: "quoted" },
    });
    await readAll(quoting);
    const who = { actorId: `actor:slack:${idOf("bea")}` };
    const speaker = { who, only: true, scope: "channel" } as const;
    const here = await guildView(quoting);
    const { facts, voiceOf } = await here.facts({ query: "dose", speaker, voices: true });
    expect(facts).toMatchObject([
      { text: "red dose", role: "subject", author: { label: "bea" }, messageId: original },
    ]);
    expect(voiceOf?.(facts[0]?.factId ?? "")).toMatchObject({ role: "subject", known: true });
  });

  test("law 3: hidden rows change nothing; without the predicate they would", async () => {
    const bare = await fixture(database);
    await readAll(bare);
    const without = await guildView(bare);
    const asked: readonly FactOptions[] = [
      { query: "trip" },
      { query: "trip", limit: 1, speaker: { ...NADIA, only: true } },
      { speaker: { ...NADIA, only: false } },
    ];
    const seen = async (of: View, options: FactOptions): Promise<string> => {
      const { facts, counts, speakers } = await of.facts(options);
      return JSON.stringify([facts.map(({ text }) => text), counts, speakers]);
    };
    for (const options of asked)
      expect(await seen(view, options)).toBe(await seen(without, options));
    const mutation: Mutation = {
      name: "audience_allows",
      of: "audience_allows",
      body: { sql: "select true" },
    };
    await mutated(database, mutation, async () => {
      for (const options of asked)
        expect(await seen(view, options)).not.toBe(await seen(without, options));
    });
  });

  test("§9.2 11, 12: of one channel, or of every channel of the conversation", async () => {
    const rooms = await fixture(database);
    await say(rooms, "dose here", { ...PLACE, ...by("bea") });
    await say(rooms, "dose there", { ...PLACE, ...by("bea"), channel: "chan-2" });
    await say(rooms, "dose nowhere", { ...PLACE, ...by("bea"), channel: "" });
    await readAll(rooms);
    const of = async (channelKey: string | null, scoped: "channel" | "conversation") => {
      const who = { actorId: `actor:slack:${idOf("bea")}` };
      const place = await guildView(rooms, channelKey);
      return place.facts({ query: "dose", speaker: { who, only: true, scope: scoped } });
    };
    expect(textsOf(await of("main", "channel"))).toEqual(["dose here"]);
    expect(textsOf(await of("main", "conversation"))).toEqual(["dose there", "dose here"]);
    expect(textsOf(await of(null, "channel"))).toEqual(["dose nowhere"]);
    expect((await of(null, "conversation")).speakers?.unresolved).toBe(true);
  });
});
