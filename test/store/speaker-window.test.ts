import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { SearchFilters, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { searchHistory } from "../../dist/tools/index.js";
import { forEachDatabase } from "./harness.js";
import { embedAll, semanticView, subjectEmbedder } from "./semantic-support.js";
import { ALL, GUILD, guildView, idOf } from "./speaker-search.support.js";
import { tell } from "./spoken.js";
import { channel, direct, openScope, say, view as viewOf, workspace } from "./turn-support.js";

const bea = { author: { type: "person", id: idOf("bea"), label: "Bea" } } as const;
const alex = { author: { type: "person", id: idOf("alex"), label: "Alex" } } as const;
const BEA = {
  who: { actorId: `actor:slack:${idOf("bea")}` },
  only: true,
  scope: "channel",
} as const;
const PLACE = { conversation: GUILD, audience: workspace(), channel: "main" };
const at = (day: number): string => `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`;

forEachDatabase("a speaker in a window of time", (open) => {
  let database: Database;
  let scope: Scope;
  let view: View;
  beforeAll(async () => {
    database = await open();
    scope = await openScope(database);
    await say(scope, "dose ten days ago", { ...PLACE, ...bea, sentAt: at(1) });
    await say(scope, "dose three days ago", { ...PLACE, ...bea, sentAt: at(8) });
    await say(scope, "dose of another", { ...PLACE, ...alex, sentAt: at(9) });
    await say(scope, "dose yesterday", { ...PLACE, ...bea, sentAt: at(10) });
    const foreign = { ...PLACE, audience: direct(idOf("yann")) };
    await say(scope, "dose in secret", { ...foreign, ...bea, sentAt: at(9) });
    await say(scope, "dose elsewhere", { ...PLACE, ...bea, channel: "chan-2", sentAt: at(9) });
    view = await guildView(scope);
  });

  async function found(filters: SearchFilters, of = view): Promise<readonly string[]> {
    const { hits } = await of.search("dose", { speaker: BEA, filters });
    return hits.map(({ content }) => content).toSorted();
  }

  test("§9.2 48: the rows of one actor, one channel and one window, and of nobody else", async () => {
    expect(await found({})).toEqual(["dose ten days ago", "dose three days ago", "dose yesterday"]);
    expect(await found({ after: at(4) })).toEqual(["dose three days ago", "dose yesterday"]);
    expect(await found({ after: at(4), before: at(9) })).toEqual(["dose three days ago"]);
    expect(await found({ after: at(11) })).toEqual([]);
    const { speakers } = await view.search("dose", { speaker: BEA, filters: { after: at(4) } });
    expect(speakers?.counts).toEqual({ matching: 2, otherSpeakers: 1, unknownSpeaker: 0 });
  });

  test("§9.2 48: a tool's `after` has its own moment in it; the store's bounds have not", async () => {
    expect(await found({ after: at(8) })).toEqual(["dose yesterday"]);
    const speakers = { ...ALL, snapshot: await view.roster() };
    const ask = async (args: object): Promise<unknown> =>
      (await searchHistory(view, { query: "dose", ...args }, { speakers })).matching_count;
    const only = { speaker: "bea", speaker_only: true };
    expect(await ask({ ...only, after: "2026-03-08" })).toBe(2);
    expect(await ask({ ...only, after: "2026-03-08", before: "2026-03-10" })).toBe(1);
    expect(await ask({ ...only, after: "2026-03-11" })).toBe(0);
  });

  test("§9.2 48: a list of channels filters; an empty one does not, and one that is none is refused", async () => {
    const wide = { ...BEA, scope: "conversation" } as const;
    const of = async (channels: readonly string[]): Promise<number | undefined> => {
      const { speakers } = await view.search("dose", { speaker: wide, filters: { channels } });
      return speakers?.counts?.matching;
    };
    expect(await of([])).toBe(4);
    expect(await of(["chan-2"])).toBe(1);
    expect(await of(["main", "chan-2"])).toBe(4);
    expect(await of(["unknown"])).toBe(0);
    expect(await view.count({ channels: ["chan-2"] })).toBe(1);
    // @ts-expect-error a list is asked for
    await expect(view.count({ channels: "main" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  test("§9.2 48: a row without a full time is there only without bounds", async () => {
    const room = { conversation: channel("untimed"), audience: workspace() };
    const { conversation, audience } = room;
    await tell(scope, [
      { in: conversation, to: audience, text: "dose at no time", by: bea.author },
    ]);
    const bound = await viewOf(scope, room.conversation, room.audience);
    expect(await found({}, bound)).toEqual(["dose at no time"]);
    expect(await found({ after: at(1) }, bound)).toEqual([]);
    expect(await found({ before: at(30) }, bound)).toEqual([]);
  });
});

forEachDatabase("a row that two lanes find", (open) => {
  test("§9.2 9: is counted once", async () => {
    const scope = await openScope(await open());
    const place = channel("garage");
    const room = { conversation: place, audience: workspace() };
    await say(scope, "my car is red", { ...room, ...bea });
    await say(scope, "a car of his", { ...room, ...alex });
    await say(scope, "bread and butter", { ...room, ...alex });
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    const view = await semanticView(scope, { place, audience: workspace() }, embedder);
    const plain = await view.search("car");
    const lanes = plain.hits.map((hit) => hit.lanes);
    expect(lanes).toHaveLength(2);
    for (const each of lanes) expect(each).toEqual(expect.arrayContaining(["words", "semantic"]));
    const { hits, speakers } = await view.search("car", { speaker: BEA });
    expect(hits.map(({ content }) => content)).toEqual(["my car is red"]);
    expect(speakers?.counts).toEqual({ matching: 1, otherSpeakers: 1, unknownSpeaker: 0 });
  });
});
