import { beforeAll, describe, expect, test } from "vitest";
import type { StoreHit } from "../../dist/model/stored.js";
import { mergeActors } from "../../dist/store/actors/merge-actors.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import type { Database } from "../../dist/store/database.js";
import type { SearchFilters, SpeakerCondition, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { bindView } from "../../dist/store/view/view.js";
import { searchHistory } from "../../dist/tools/index.js";
import { mutated } from "../leaks/mutations.js";
import { actor, merged, recorded, split } from "./actors.support.js";
import { facts, saidOf, scriptedModel } from "./facts-support.js";
import { forEachDatabase } from "./harness.js";
import { ROOM, says } from "./roster-support.js";
import { direct, DISCORD, dm, newScope, NOW, viewIn, viewTools, WORKSPACE } from "./spoken.js";
import { say } from "./turn-support.js";

const only = (who: SpeakerCondition["who"]): SpeakerCondition => ({
  who,
  only: true,
  scope: "channel",
});
const textsOf = (hits: readonly StoreHit[]): readonly string[] =>
  hits.map(({ content }) => content).toSorted();
const U1 = ["a trip by train", "trip notes"];
const U2 = ["trip by boat"];

forEachDatabase("a search for merged actors", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** Two accounts of one person, and somebody else, about one thing. */
  async function travellers(): Promise<Scope> {
    const scope = await newScope(database);
    await says(scope, ["u1", "Alex"], { text: "a trip by train" });
    await says(scope, ["u2", "Sasha"], { text: "trip by boat" });
    await says(scope, ["u3", "Otto"], { text: "no trip for me" });
    await says(scope, ["", "Nobody"], { text: "whose trip is it" });
    await says(scope, ["u1", "Alex"], { text: "trip notes" });
    return scope;
  }

  const roomView = (scope: Scope, requester = "u1"): Promise<View> =>
    viewIn(scope, ROOM, WORKSPACE, requester);

  test("finds what each account of a person said, and counts each match once", async () => {
    const scope = await travellers();
    const view = await roomView(scope);
    const strict = async (who: SpeakerCondition["who"]): Promise<object> => {
      const { hits, speakers } = await view.search("trip", { speaker: only(who) });
      return { texts: textsOf(hits), counts: speakers?.counts };
    };
    const alone = { texts: U1, counts: { matching: 2, otherSpeakers: 2, unknownSpeaker: 1 } };
    const one = { actorId: actor("u1") };
    expect(await strict(one)).toEqual(alone);
    expect(await strict("requester")).toEqual(alone);
    await merged(scope, ["u1", "u2"]);
    const both = {
      texts: [...U1, ...U2].toSorted(),
      counts: { matching: 3, otherSpeakers: 1, unknownSpeaker: 1 },
    };
    for (const who of [one, { actorId: actor("u2") }, "requester"] as const)
      expect(await strict(who)).toEqual(both);
    const other = { matching: 1, otherSpeakers: 3, unknownSpeaker: 1 };
    expect(await strict({ actorId: actor("u3") })).toMatchObject({ counts: other });
    await split(scope, "u1");
    expect(await strict(one)).toEqual(alone);
  });

  test("recalls the newest of each account where nothing matches", async () => {
    const scope = await travellers();
    await merged(scope, ["u2", "u1"]);
    const view = await roomView(scope);
    const found = await view.search("nothing of it", { speaker: only({ actorId: actor("u2") }) });
    expect(found.speakers).toMatchObject({ recalled: true, counts: { matching: 0 } });
    expect(textsOf(found.hits)).toEqual([...U1, ...U2].toSorted());
  });

  test("shows words of each account that others quote", async () => {
    const scope = await newScope(database);
    const place = { conversation: ROOM, audience: WORKSPACE };
    await say(scope, "take the red dose", { ...place, by: "u2", sourceId: "q1" });
    const quoted = { text: "red dose", sourceId: "q1" };
    await say(scope, "otto disagrees", { ...place, by: "u3", quoted });
    await say(scope, "hello", { ...place, by: "u1" });
    await merged(scope, ["u2", "u1"]);
    const view = await roomView(scope);
    const found = await view.search("red dose", {
      speaker: only({ actorId: actor("u1") }),
      voices: true,
    });
    expect(found.hits.map(({ content, quoted: text }) => [content, text])).toEqual([
      ["take the red dose", null],
      ["", "red dose"],
    ]);
    for (const { messageId } of found.hits)
      expect(found.voiceOf?.(messageId)?.is(actor("u1"))).toBe(true);
    expect(found.speakers?.counts).toEqual({ matching: 2, otherSpeakers: 0, unknownSpeaker: 0 });
  });

  test("filters and counts by each account of one", async () => {
    const scope = await travellers();
    const view = await roomView(scope);
    const by = async (actorFilter: SearchFilters["actor"]): Promise<readonly number[]> => {
      const filters = actorFilter === undefined ? {} : { actor: actorFilter };
      const { hits } = await view.search("trip", { filters });
      return [hits.length, await view.count(filters)];
    };
    expect([await by("requester"), await by({ id: "u2" })]).toEqual([
      [2, 2],
      [1, 1],
    ]);
    await merged(scope, ["u1", "u2"]);
    expect([await by("requester"), await by({ id: "u2" })]).toEqual([
      [3, 3],
      [3, 3],
    ]);
    expect([await by({ id: "u3" }), await by({ id: "none" }), await by(undefined)]).toEqual([
      [1, 1],
      [0, 0],
      [5, 5],
    ]);
  });

  test("lets a hint move ties of each account of one, and nothing else", async () => {
    const scope = await newScope(database);
    const minute = 1;
    await says(scope, ["u1", "Alex"], { text: "the dose is two", minute });
    for (const n of [1, 2, 3]) await says(scope, ["u3", "Otto"], { text: `filler ${n}`, minute });
    await says(scope, ["u4", "Dan"], { text: "the dose is two", minute });
    await says(scope, ["u2", "Sasha"], { text: "hello", minute: 0 });
    await merged(scope, ["u1", "u2"]);
    const view = await roomView(scope, "u3");
    const order = async (id?: string): Promise<readonly string[]> => {
      const speaker = { who: { actorId: actor(id ?? "") }, only: false, scope: "channel" } as const;
      const { hits } = await view.search("dose two", id === undefined ? {} : { speaker });
      return hits.slice(0, 2).map(({ author }) => (author.type === "person" ? author.id : ""));
    };
    expect(await order()).toEqual(["u4", "u1"]);
    expect(await order("u2")).toEqual(["u1", "u4"]);
    expect(await order("u1")).toEqual(["u1", "u4"]);
    expect(await order("u4")).toEqual(["u4", "u1"]);
  });

  test("tells each row under the name and handle of its person", async () => {
    const scope = await travellers();
    await merged(scope, ["u1", "u2"]);
    const view = await roomView(scope);
    const snapshot = await view.roster();
    const speakers = { annotations: true, selection: true, snapshot, scope: "channel" } as const;
    const { hits } = await searchHistory(
      view,
      { query: "trip" },
      { marker: "m4rk3rm4rk3r", speakers },
    );
    const told = JSON.parse(JSON.stringify(hits)) as readonly Record<string, unknown>[];
    const handleOf = (text: string): unknown =>
      told.find((hit) => String(hit["text"]).includes(text))?.["speaker_handle"];
    const handle = snapshot.entries.find(({ actorId }) => actorId === actor("u2"))?.handle;
    expect(handle).toBe("alex");
    expect([handleOf("train"), handleOf("boat"), handleOf("no trip")]).toEqual([
      "alex",
      "alex",
      "otto",
    ]);
  });

  test("law 3: hidden rows of merged accounts change no byte; without the predicate they would", async () => {
    const [plain, full] = [await travellers(), await travellers()];
    const secret = { text: "a hidden trip", to: direct("u2") };
    await says(full, ["u2", "Hidden"], secret);
    await says(full, ["u1", "Hidden"], { ...secret, in: dm("u2") });
    await says(full, ["u4", "Unseen"], secret);
    for (const scope of [plain, full]) await merged(scope, ["u1", "u2"]);
    await merged(full, ["u4", "u2"]);
    const seen = async (scope: Scope): Promise<string> => {
      const view = await roomView(scope);
      const { entries, truncated } = await view.roster();
      const strict = await view.search("trip", { speaker: only("requester") });
      const recalled = await view.search("none", { speaker: only({ actorId: actor("u2") }) });
      return JSON.stringify([
        [entries, truncated],
        [strict, recalled].map(({ hits, speakers }) => [textsOf(hits), speakers]),
        await view.count({ actor: { id: "u1" } }),
      ]);
    };
    const told = await seen(plain);
    expect(await seen(full)).toBe(told);
    const control = { name: "all", of: "audience_allows", body: { sql: "select true" } };
    await mutated(database, control, async () => expect(await seen(full)).not.toBe(told));
  });

  test("answers after a split with the bytes of before the merge", async () => {
    const scope = await travellers();
    const answers = async (): Promise<string> => {
      const view = await roomView(scope);
      const { id: _, ...snapshot } = await view.roster();
      const answer = async (more: object): Promise<string> => {
        const found = await view.search("trip", { voices: true, ...more });
        const voices = found.hits.map(({ messageId }) =>
          ["u1", "u2", "u3"].map((id) => found.voiceOf?.(messageId)?.is(actor(id))),
        );
        return JSON.stringify([found, voices]);
      };
      return JSON.stringify([
        snapshot,
        snapshot.entries.map(({ actorId }) => actorId),
        await answer({}),
        await answer({ speaker: only({ actorId: actor("u1") }) }),
        await answer({ speaker: only("requester") }),
        await answer({ filters: { actor: { id: "u2" } } }),
        await view.count({ actor: "requester" }),
      ]);
    };
    const before = await answers();
    await merged(scope, ["u2", "u1"]);
    expect(await answers()).not.toBe(before);
    await split(scope, "u2");
    expect(await answers()).toBe(before);
  });

  test("asks no more where nobody is merged than where nobody was ever", async () => {
    const scope = await travellers();
    const watched = recorded(database);
    const view = await roomView({ ...scope, database: watched.database });
    const asked = async (): Promise<readonly string[]> => {
      watched.texts.length = 0;
      await view.search("trip", { speaker: only({ actorId: actor("u1") }) });
      await view.search("trip", { speaker: only("requester") });
      await view.search("trip", { filters: { actor: "requester" } });
      await view.count({ actor: { id: "u1" } });
      await view.facts({ actor: { id: "u1" } });
      return [...watched.texts];
    };
    const plain = await asked();
    expect(plain.join()).not.toMatch(/actor_id = any/u);
    expect(plain).toHaveLength(QUERIES);
    await merged(scope, ["u1", "u2"]);
    const grouped = await asked();
    expect(grouped.length).toBeGreaterThan(QUERIES);
    expect(grouped.join()).toMatch(/actor_id = any/u);
    await split(scope, "u1");
    expect(await asked()).toEqual(plain);
  });

  test("gives the facts of each account of one, and counts them once", async () => {
    const scope = await travellers();
    const script = ["one", "two", "three", "four", "five"].map((text) => facts(text));
    const { server, model } = await scriptedModel(script);
    await turnOnFacts(scope, model);
    expect(await readFacts(scope, model)).toMatchObject({ read: 5 });
    await server.finish();
    const view = await roomView(scope);
    const by = async (id: string): Promise<object> => {
      const answer = await view.facts({ actor: id === "requester" ? id : { id } });
      return { said: saidOf(answer).length, ...answer.counts };
    };
    const alone = { said: 2, author: 2, other: 2, unknown: 1 };
    expect([await by("u1"), await by("requester")]).toEqual([alone, alone]);
    await merged(scope, ["u1", "u2"]);
    const both = { said: 3, author: 3, other: 1, unknown: 1 };
    expect([await by("u1"), await by("u2"), await by("requester")]).toEqual([both, both, both]);
    expect(await by("u3")).toEqual({ said: 1, author: 1, other: 3, unknown: 1 });
    await split(scope, "u1");
    expect(await by("u1")).toEqual(alone);
  });

  describe("gives nobody a right", () => {
    const SECRET = "the safe opens with 7341";
    const HIS = { in: dm("u2"), to: direct("u2") };

    /** Everything that one may ask, about a text that only the other may read. */
    async function seen(view: View, messageId: string): Promise<string> {
      const ask = (more: object): Promise<object> => view.search("safe opens", more);
      const answers = [
        await ask({}),
        await ask({ speaker: only("requester") }),
        await ask({ speaker: only({ actorId: actor("u2") }) }),
        await ask({ speaker: only({ actorId: actor("u1") }) }),
        await ask({ filters: { actor: "requester" } }),
        await ask({ filters: { actor: { id: "u2" } } }),
        [await view.fetch(messageId), await view.neighbours(messageId)],
        [await view.count(), await view.count({ actor: "requester" })],
        await view.facts({ actor: "requester" }),
        (await view.roster()).entries,
        (await view.log().readBefore(null, 50)).messages,
      ];
      return JSON.stringify(answers);
    }

    test.for([
      ["u1", "u2"],
      ["u2", "u1"],
    ] as const)("%s merged into %s: the dm stays the dm's", async (pair) => {
      const scope = await newScope(database);
      await says(scope, ["u1", "Alex"], { text: "hello there", to: WORKSPACE });
      await says(scope, ["u1", "Alex"], { text: "hello dm", in: dm("u1"), to: direct("u1") });
      const messageId = await says(scope, ["u2", "Confidant"], { ...HIS, text: SECRET });
      const places = [
        { conversation: ROOM, audience: WORKSPACE },
        { conversation: dm("u1"), audience: direct("u1") },
      ];
      const views = await Promise.all(
        places.map(async (place) =>
          bindView(
            scope,
            { destination: { ...place, asOf: NOW }, requester: { id: "u1" } },
            await viewTools(),
          ),
        ),
      );
      const before = await Promise.all(views.map((view) => view.count()));
      await merged(scope, pair);
      for (const view of views) expect(await seen(view, messageId)).not.toMatch(/7341|Confidant/u);
      expect(await Promise.all(views.map((view) => view.count()))).toEqual(before);
      // It is attribution all the same: there, where it may be read, it is his own.
      const his = await viewIn(scope, dm("u2"), direct("u2"), "u2");
      const { hits } = await his.search("safe", { speaker: only({ actorId: actor("u1") }) });
      expect(textsOf(hits)).toEqual([SECRET]);
      const control = { name: "all", of: "audience_allows", body: { sql: "select true" } };
      await mutated(database, control, async () => {
        for (const view of views) {
          const leaked = await seen(view, messageId);
          expect(leaked).toContain("7341");
          expect(leaked).toContain("Confidant");
        }
      });
    });

    test("accounts of two connectors that are merged are not linked by it", async () => {
      const scope = await newScope(database);
      await says(scope, ["u1", "Alex"], { text: "hello dm", in: dm("u1"), to: direct("u1") });
      const theirs = { ...direct("v2"), namespace: DISCORD };
      const elsewhere = { in: dm("v2", DISCORD), to: theirs, text: SECRET };
      const messageId = await says(scope, ["v2", "Confidant"], elsewhere);
      const operation = { from: "actor:discord:v2", into: actor("u1"), operator: "ops" };
      expect(await mergeActors(scope, operation)).toMatchObject({ changed: 1 });
      const view = await viewIn(scope, dm("u1"), direct("u1"), "u1");
      expect(await seen(view, messageId)).not.toMatch(/7341|Confidant/u);
      // What a link would do.
      const linked = { name: "linked", of: "same_person", body: { sql: "select true" } };
      await mutated(database, linked, async () => {
        expect(await seen(view, messageId)).toContain("7341");
      });
    });
  });
});

/** Statements of three searches, a count and a reading of facts. */
const QUERIES = 35;
