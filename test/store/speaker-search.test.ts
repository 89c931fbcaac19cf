import { inspect } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import type { View } from "../../dist/store/port.js";
import {
  callTool,
  plainSchema,
  profileTools,
  searchHistory,
  searchHistoryToolFor,
  type SearchHistoryAnswer,
  type SpeakerContext,
} from "../../dist/tools/index.js";
import { mutated, type Mutation } from "../leaks/mutations.js";
import { forEachDatabase } from "./harness.js";
import {
  addHidden,
  ALL,
  CANARY,
  fixture,
  GUILD,
  guildView,
  idOf,
  SNAPSHOT,
} from "./speaker-search.support.js";
import { say, workspace } from "./turn-support.js";

const MARKER = "m4rk3rm4rk3r";
const NADIA = { query: "trip", speaker: "nadia", speaker_only: true };
const texts = ({ hits }: SearchHistoryAnswer): string[] =>
  hits.map(({ text }) => /^[|>] ([^\n]*)$/mu.exec(text)?.[1] ?? "").toSorted();
const HERS = ["bags for our trip stand ready", "our trip to Porto begins Monday"];

forEachDatabase("speaker-conditioned search", (open) => {
  let database: Database;
  let scope: Scope;
  let view: View;

  beforeAll(async () => {
    database = await open();
    scope = await fixture(database);
    await addHidden(scope);
    view = await guildView(scope);
  });

  function ask(args: object, speakers?: SpeakerContext): Promise<SearchHistoryAnswer> {
    return searchHistory(view, args, { marker: MARKER, now: new Date("2026-06-01"), speakers });
  }

  test("§9.2 2: her own statements alone, and exact counts of the rest", async () => {
    const answer = await ask(NADIA, ALL);
    expect(texts(answer)).toEqual(HERS);
    expect(answer).toMatchObject({
      conditioning_source: "explicit_roster",
      filter_applied: true,
      matching_count: 2,
      excluded_other_speakers: 3,
      excluded_unknown_speaker: 1,
    });
    for (const hit of answer.hits)
      expect(hit).toMatchObject({
        speaker_label: '"Nadia"',
        speaker_handle: "nadia",
        speaker_actor_known: true,
        speaker_verified: true,
        source_role: "requester",
        before: [],
        after: [],
      });
    expect(answer).not.toHaveProperty("match_kind");
  });

  test("§9.2 3, 13: where nothing matches, her newest statements, marked and not counted", async () => {
    const answer = await ask({ ...NADIA, query: "everything about her" }, ALL);
    expect(texts(answer)).toEqual(HERS);
    expect(answer).toMatchObject({ match_kind: "speaker_recall", matching_count: 0 });
    const before = answer.hits.find(({ text }) => text.includes("bags"))?.when;
    const older = await ask({ ...NADIA, query: "everything", before }, ALL);
    expect(texts(older)).toEqual(["our trip to Porto begins Monday"]);
  });

  test("§9.2 1, 2: a roster of the store is one to choose from, and its people have rows to find", async () => {
    const snapshot = await view.roster();
    expect(snapshot.entries.map(({ handle, name }) => [handle, name])).toEqual([
      ["nadia", "Nadia"],
      ["otto", "Otto"],
      ["yann", "Yann"],
    ]);
    for (const { handle } of snapshot.entries) {
      const answer = await ask({ ...NADIA, speaker: handle }, { ...ALL, snapshot });
      expect(answer).toMatchObject({ status: "ok", filter_applied: true });
      for (const hit of answer.hits) expect(hit).toMatchObject({ speaker_handle: handle });
    }
  });

  test("§9.2 4: unfiltered, everybody has his own handle", async () => {
    const { hits, conditioning_source } = await ask({ query: "trip" }, ALL);
    expect(conditioning_source).toBe("none");
    const shown = hits.map((hit) => JSON.parse(JSON.stringify(hit)) as Record<string, unknown>);
    const handles = shown
      .map((hit) => String(hit["speaker_handle"]))
      .filter((handle) => handle !== "");
    expect(handles.toSorted()).toEqual(["nadia", "nadia", "otto", "yann"]);
    expect(shown.find((hit) => hit["source_role"] === "assistant")).toMatchObject({
      speaker_label: "assistant",
      speaker_verified: true,
      speaker_actor_known: false,
    });
    expect(shown.find((hit) => String(hit["text"]).includes("whose car"))).toMatchObject({
      speaker_label: "",
      speaker_actor_known: false,
      speaker_verified: false,
    });
  });

  test.for<[string, object, Partial<SpeakerContext>, boolean]>([
    ["6: another snapshot", NADIA, { bound: { id: "other", epoch: 1 } }, true],
    ["14: an unknown handle", { ...NADIA, speaker: "zoe" }, {}, true],
    ["an epoch that is over", NADIA, { snapshot: { ...SNAPSHOT, epoch: 7 } }, true],
    ["a roster of another route", NADIA, { snapshot: { ...SNAPSHOT, route: "other" } }, true],
    ["15: nobody", { query: "trip", speaker_only: true }, {}, false],
  ])("§9.2 %s finds nothing and counts nothing", async ([, args, speakers, hinted]) => {
    const answer = await ask(args, { ...ALL, ...speakers });
    expect(answer).toMatchObject({ status: "nothing_found", hits: [], filter_applied: false });
    expect(answer.speaker_hint).toBe(hinted ? "unresolved" : undefined);
    expect(answer.warning).toContain("current roster");
    for (const count of ["matching_count", "excluded_other_speakers", "excluded_unknown_speaker"])
      expect(answer).not.toHaveProperty(count);
  });

  test("§9.2 16: gates off give the bytes of a plain call; each gate works alone", async () => {
    const off = { ...ALL, annotations: false, selection: false };
    for (const args of [{ query: "trip" }, { query: "trip", speaker: "requester" }, NADIA])
      expect(JSON.stringify(await ask(args, off))).toBe(JSON.stringify(await ask(args)));
    expect((await ask(NADIA, off)).status).toBe("invalid_request");
    const schema = (speakers?: SpeakerContext): string =>
      JSON.stringify(plainSchema(searchHistoryToolFor(speakers).input));
    expect(schema(off)).toBe(schema());
    expect(schema(ALL)).toContain('"nadia"');
    const annotated = await ask({ query: "trip" }, { ...ALL, selection: false });
    expect(annotated).not.toHaveProperty("conditioning_source");
    expect(annotated.hits[0]).toHaveProperty("speaker_handle");
    expect((await ask(NADIA, { ...ALL, selection: false })).status).toBe("invalid_request");
    const selected = await ask(NADIA, { ...ALL, annotations: false });
    expect(texts(selected)).toEqual(HERS);
    expect(selected.hits[0]).not.toHaveProperty("speaker_handle");
  });

  test("without a roster there are no handles, and the requester can be asked for", async () => {
    const alone = { ...ALL, snapshot: null };
    expect((await ask(NADIA, alone)).status).toBe("invalid_request");
    const mine = await ask({ ...NADIA, speaker: "requester" }, alone);
    expect(texts(mine)).toEqual(["hotel for this trip is reserved"]);
    expect(mine).toMatchObject({ matching_count: 1, excluded_other_speakers: 4 });
    const intent = await ask(
      { query: "trip" },
      { ...alone, requesterText: "which trip did I book?" },
    );
    expect(intent.conditioning_source).toBe("requester_intent");
  });

  test.for(["zoe", "Not A Handle!!", ""])(
    "§9.2 17: the hint %j changes no hit",
    async (speaker) => {
      const { speaker_hint, filter_applied, ...rest } = await ask({ query: "trip", speaker }, ALL);
      expect([speaker_hint, filter_applied]).toEqual(["unresolved", false]);
      expect(rest).toEqual(await ask({ query: "trip" }, ALL));
    },
  );

  test.for([{ speaker_only: "true" }, { speaker_only: 1 }, { speaker: 7 }])(
    "§10.6: %j is refused",
    async (args) => {
      expect((await ask({ query: "trip", ...args }, ALL)).status).toBe("invalid_request");
    },
  );

  test("§9.2 20: tools that cannot honour a speaker say so; null and false ask for none", async () => {
    const tools = [...profileTools("history", ALL), ...profileTools("search_and_fetch", ALL)];
    for (const { name } of tools.filter((tool) => tool.name !== "search_history"))
      for (const args of [{ speaker: "nadia" }, { speaker_only: true }, { speaker_only: "true" }]) {
        const { answer, failed } = await callTool(tools, view, { name, arguments: args });
        expect(failed).toBe(true);
        expect(JSON.stringify(answer)).toContain(`${name} cannot honour`);
        expect(JSON.stringify(answer)).toContain("search_history");
      }
    const none = { query: "trip", speaker: null, speaker_only: false };
    const found = await callTool(tools, view, { name: "search", arguments: JSON.stringify(none) });
    expect(found.failed).toBe(false);
  });

  test("§9.2 22: no id of an actor is in anything shown, printed or told to the audit", async () => {
    const found = await view.search("trip", {
      speaker: { who: { actorId: `actor:slack:${idOf("nadia")}` }, only: true, scope: "channel" },
      voices: true,
    });
    const [hit] = found.hits;
    const voice = found.voiceOf?.(hit?.messageId ?? "");
    expect(voice?.is(`actor:slack:${idOf("nadia")}`)).toBe(true);
    expect(inspect([voice, found.speakers, SNAPSHOT], { depth: 9 })).not.toContain(CANARY);
    const shown = [];
    for (const args of [
      { query: "trip" },
      NADIA,
      { ...NADIA, speaker: "zoe" },
      { ...NADIA, query: "x" },
    ])
      shown.push(await ask(args, ALL));
    const said = JSON.stringify([shown, plainSchema(searchHistoryToolFor(ALL).input)]);
    expect(said).not.toContain(CANARY);
    expect(said).not.toContain("actor:");
    const audit = await database.transaction({ begin: "begin" }, async (session) => {
      await session.script(`set local backread.perspective = '${scope.perspectiveId}'`);
      return session.query<{ filters: unknown }>("select filters from backread.audit");
    });
    expect(JSON.stringify(audit)).toContain('"handle"');
    expect(JSON.stringify(audit)).not.toContain(CANARY);
  });

  test("law 3: hidden rows change no byte; without the predicate they would", async () => {
    const without = await guildView(await fixture(database));
    const seen = (answer: SearchHistoryAnswer): string =>
      JSON.stringify([
        answer.count,
        texts(answer),
        answer.matching_count,
        answer.excluded_other_speakers,
      ]);
    const asked = async (of: View, args: object): Promise<string> =>
      seen(await searchHistory(of, args, { marker: MARKER, speakers: ALL }));
    const queries = [NADIA, { ...NADIA, query: "about her" }, { ...NADIA, speaker: "otto" }];
    for (const args of queries) expect(await asked(view, args)).toBe(await asked(without, args));
    const mutation: Mutation = {
      name: "audience_allows",
      of: "audience_allows",
      body: { sql: "select true" },
    };
    await mutated(database, mutation, async () => {
      for (const args of queries)
        expect(await asked(view, args)).not.toBe(await asked(without, args));
    });
  });
});

forEachDatabase("a speaker among many", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const by = (name: string): object => ({
    author: { type: "person", id: idOf(name), label: name },
    conversation: GUILD,
    audience: workspace(),
    channel: "main",
  });
  const place = { conversation: GUILD, audience: workspace() };
  const only = (name: string, more: object = {}): object => ({
    speaker: { who: { actorId: `actor:slack:${idOf(name)}` }, only: true, scope: "channel" },
    ...more,
  });

  test("§9.2 7, 8: the filter is before every limit and counts have none", async () => {
    const scope = await fixture(database);
    await say(scope, "the only dose of hers", { ...place, ...by("bea") });
    for (let n = 0; n < 30; n++) await say(scope, `dose ${n}`, { ...place, ...by("alex") });
    const view = await guildView(scope);
    const found = await view.search("dose", only("bea", { limit: 5 }));
    expect(found.hits.map(({ content }) => content)).toEqual(["the only dose of hers"]);
    expect(found.speakers?.counts).toEqual({ matching: 1, otherSpeakers: 30, unknownSpeaker: 0 });
  });

  test("§9.2 10: words of hers that others quote are hers, shown alone and under her name", async () => {
    const scope = await fixture(database);
    await say(scope, "take the red dose at noon", { ...place, ...by("bea"), sourceId: "q1" });
    await say(scope, "alex disagrees", {
      ...place,
      ...by("alex"),
      quoted: { text: "red dose", sourceId: "q1" },
    });
    await say(scope, "red dose", { ...place, ...by("alex"), sourceId: "q2" });
    await say(scope, "bea answers", {
      ...place,
      ...by("bea"),
      quoted: { text: "red dose", sourceId: "q2" },
    });
    const view = await guildView(scope);
    const found = await view.search("red dose", only("bea", { voices: true }));
    const said = found.hits.map(({ content, quoted, author, messageId }) => ({
      said: [content, quoted],
      label: author.type === "person" ? author.label : "",
      role: found.voiceOf?.(messageId)?.role,
    }));
    expect(said).toEqual([
      { said: ["take the red dose at noon", null], label: "bea", role: "requester" },
      { said: ["", "red dose"], label: "bea", role: "subject" },
    ]);
    expect(found.speakers?.counts).toEqual({ matching: 2, otherSpeakers: 2, unknownSpeaker: 0 });
    expect(JSON.stringify(found)).not.toContain("disagrees");
    const all = await view.search("nothing of the sort", only("bea"));
    expect(all.speakers?.recalled).toBe(true);
    expect(all.hits).toHaveLength(3);
  });

  test("§9.2 11, 12: one channel, or every channel of the conversation from one of them", async () => {
    const scope = await fixture(database);
    await say(scope, "dose here", { ...place, ...by("bea") });
    await say(scope, "dose there", { ...place, ...by("bea"), channel: "chan-2" });
    await say(scope, "dose nowhere", { ...place, ...by("bea"), channel: "" });
    const count = async (channelKey: string | null, within: string): Promise<unknown> => {
      const view = await guildView(scope, channelKey);
      const { who } = { who: { actorId: `actor:slack:${idOf("bea")}` } };
      const speaker = {
        who,
        only: true,
        scope: within === "channel" ? within : "conversation",
      } as const;
      const found = await view.search("dose", { speaker });
      return found.speakers?.counts?.matching ?? found.speakers?.unresolved;
    };
    expect(await count("main", "channel")).toBe(1);
    expect(await count("main", "conversation")).toBe(2);
    expect(await count(null, "channel")).toBe(1);
    expect(await count(null, "conversation")).toBe(true);
    expect((await (await guildView(scope)).search("dose")).hits).toHaveLength(3);
  });

  test("§9.2 18, 19: a hint and the requester's own words reorder exact ties alone", async () => {
    const scope = await fixture(database);
    const at = "2026-01-01T00:00:00Z";
    await say(scope, "the dose is two", { ...place, ...by("bea"), sentAt: at });
    await say(scope, "filler one", { ...place, ...by("otto"), sentAt: at });
    await say(scope, "filler two", { ...place, ...by("otto"), sentAt: at });
    await say(scope, "filler three", { ...place, ...by("otto"), sentAt: at });
    await say(scope, "the dose is two", { ...place, ...by("alex"), sentAt: at });
    const view = await guildView(scope);
    const order = async (name?: string): Promise<string[]> => {
      const who = { actorId: `actor:slack:${idOf(name ?? "")}` };
      const speaker = { who, only: false, scope: "channel" } as const;
      const { hits } = await view.search("dose two", name === undefined ? {} : { speaker });
      return hits.slice(0, 2).map(({ author }) => (author.type === "person" ? author.label : ""));
    };
    const plain = await order();
    expect(plain.toSorted()).toEqual(["alex", "bea"]);
    expect(await order(plain[0])).toEqual(plain);
    expect(await order(plain[1])).toEqual(plain.toReversed());
    await say(scope, "dose two two two dose", { ...place, ...by("otto"), sentAt: at });
    expect((await order("bea"))[0]).toBe("otto");
  });
});
