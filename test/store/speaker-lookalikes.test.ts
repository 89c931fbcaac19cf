import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  searchHistory,
  type SearchHistoryAnswer,
  type SpeakerContext,
} from "../../dist/tools/index.js";
import { forEachDatabase } from "./harness.js";
import { ALL, fixture, GUILD, guildView, idOf } from "./speaker-search.support.js";
import { say, workspace } from "./turn-support.js";

const ONLY = { speaker: "nadia", speaker_only: true };
const person = (name: string, label = name): object => ({
  author: { type: "person", id: idOf(name), label },
});
const PLACE = { conversation: GUILD, audience: workspace() };

forEachDatabase("a speaker is searched", (open) => {
  let scope: Scope;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    scope = await fixture(database);
    await say(scope, "rent is due", { ...PLACE, ...person("nadia", "Nadia"), channel: "quay" });
    await say(scope, "a tide table", { ...PLACE, ...person("roy", "Roy"), channel: "" });
  });

  async function ask(
    args: object,
    { channel = "main", ...speakers }: Partial<SpeakerContext> & { channel?: string | null } = {},
  ): Promise<SearchHistoryAnswer> {
    const view = await guildView(scope, channel);
    const snapshot = await view.roster({ scope: speakers.scope ?? "channel" });
    return searchHistory(view, args, {
      marker: "m4rk3rm4rk3r",
      speakers: { ...ALL, snapshot, ...speakers },
    });
  }

  test("§10.10: whoever can be chosen has something to find, in a channel and outside of all", async () => {
    for (const channel of ["main", "quay", null])
      for (const within of ["channel", "conversation"] as const) {
        const view = await guildView(scope, channel);
        const { entries } = await view.roster({ scope: within });
        expect(entries.length > 0).toBe(channel !== null || within === "channel");
        for (const { handle } of entries) {
          const args = { query: "anything at all", speaker: handle, speaker_only: true };
          const { status, hits } = await ask(args, { channel, scope: within });
          expect([status, hits.length > 0], `${channel} ${within} ${handle}`).toEqual(["ok", true]);
        }
      }
    const outside = await (await guildView(scope, null)).roster();
    expect(outside.entries.map(({ handle }) => handle)).toEqual(["roy"]);
  });

  test("§10.10: a name is no match of what somebody said, and no sign of a pattern is one", async () => {
    for (const query of ["Nadia", "%", "_", "%rip%", "t_ip", "\\"]) {
      const answer = await ask({ query, ...ONLY });
      expect(answer, query).toMatchObject({ matching_count: 0, match_kind: "speaker_recall" });
    }
    const named = await ask({ query: "trip", ...ONLY });
    expect(named).toMatchObject({ matching_count: 2 });
    expect(named).not.toHaveProperty("match_kind");
  });

  test("§10.7: what is recalled where nothing matches keeps to the channels asked for", async () => {
    const view = await guildView(scope);
    const speaker = {
      who: { actorId: `actor:slack:${idOf("nadia")}` },
      only: true,
      scope: "conversation",
    } as const;
    const recalled = async (channels: readonly string[]): Promise<readonly string[]> => {
      const { hits, speakers } = await view.search("nothing alike", {
        speaker,
        filters: { channels },
      });
      expect(speakers?.counts?.matching).toBe(0);
      return hits.map(({ content }) => content);
    };
    expect(await recalled(["quay"])).toEqual(["rent is due"]);
    expect(await recalled(["main"])).toHaveLength(2);
    expect(await recalled([])).toHaveLength(3);
    expect(await recalled(["hall"])).toEqual([]);
  });

  test("§9.2 19: words of the tool's own query are nobody's intent", async () => {
    const query = "what did I say of the trip";
    expect((await ask({ query })).conditioning_source).toBe("none");
    expect((await ask({ query: "trip" }, { requesterText: query })).conditioning_source).toBe(
      "requester_intent",
    );
  });

  test("§9.2 10: nobody's words but hers: an agent's, a stranger's, and those of a direct message", async () => {
    const fresh = await fixture(database);
    const here = { ...PLACE, channel: "main" };
    await say(fresh, "dose of hers", { ...here, ...person("nadia", "Nadia") });
    await say(fresh, "dose of an agent", {
      ...here,
      author: { type: "agent", id: "bot", label: "Nadia" },
    });
    await say(fresh, "dose of nobody", {
      ...here,
      author: { type: "person", id: "", label: "Nadia" },
    });
    await say(fresh, "dose of a namesake", { ...here, ...person("other", "Nadia") });
    await say(fresh, "dose in a direct message", {
      ...here,
      ...person("nadia", "Nadia"),
      routeKind: "dm",
    });
    const view = await guildView(fresh);
    const who = { actorId: `actor:slack:${idOf("nadia")}` };
    const { hits, speakers } = await view.search("dose", {
      speaker: { who, only: true, scope: "conversation" },
    });
    expect(hits.map(({ content }) => content)).toEqual(["dose of hers"]);
    expect(speakers?.counts).toMatchObject({ matching: 1 });
  });
});
