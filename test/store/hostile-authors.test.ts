import { assert, asyncProperty } from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { declareConnector } from "../../dist/store/connectors.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import type { ModelPort } from "../../dist/store/model-port/model-port.js";
import type { View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { bindView } from "../../dist/store/view/view.js";
import { plainSchema, profileTools, searchHistory } from "../../dist/tools/index.js";
import { mutated } from "../leaks/mutations.js";
import { asWriter, provenance, SECRET } from "./envelope-support.js";
import { forEachDatabase } from "./harness.js";
import {
  actorFor,
  eventOf,
  fed,
  GUILD,
  PLACE,
  SECRET_WORD,
  sourceIdOf,
  VICTIM,
  type Fed,
} from "./hostile-support.js";
import { direct, dm, happen, newScope, NOW, SLACK, viewTools, WORKSPACE } from "./spoken.js";

/** The long run is for a machine that has the time. */
const RUNS = process.env["BACKREAD_LONG"] === "1" ? 300 : 15;
const PATIENCE = 600_000;

/** Repeats what it is given, in one line: whatever is secret in a row is in its facts. */
const ECHO: ModelPort = {
  model: "echo",
  complete: async ({ input }) => {
    const ends = `${input.slice(0, 200)} ${input.slice(-100)}`;
    const text = ends.replaceAll(/[\p{Cc}\u2028\u2029\p{Surrogate}\s]+/gu, " ").trim();
    return JSON.stringify({ facts: text === "" ? [] : [{ text }] });
  },
};

forEachDatabase("whatever a transport is given to carry", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  async function feed(messages: readonly Fed[]): Promise<Scope> {
    const scope = await newScope(database);
    await declareConnector(scope, {
      ...SLACK,
      ids: "global",
      agentIds: ["bot"],
      envelopeSecret: SECRET,
    });
    await turnOnFacts(scope, ECHO);
    for (const [index, one] of messages.entries()) {
      const { conversation } = PLACE[one.place];
      const [outcome] = await happen(scope, conversation, [await eventOf(one, index)]);
      expect(outcome).toMatchObject({ status: "stored" });
    }
    // Nobody has spoken there yet, where nothing was said in it.
    await happen(scope, GUILD, [
      {
        type: "message",
        sourceId: "opened",
        content: "",
        author: NOBODY,
        audience: null,
        sentAt: NOW,
      },
    ]);
    expect(await readFacts(scope, ECHO)).toMatchObject({ failed: 0, failure: null });
    return scope;
  }

  test(
    "makes nobody the author but whom it names, and tells the guild nothing that is said elsewhere",
    { timeout: PATIENCE },
    async () => {
      let [shown, hidden] = [0, 0];
      await assert(
        asyncProperty(fed, async (messages) => {
          const scope = await feed(messages);
          await expectAuthors(scope, messages);
          const told = await everything(await guildView(scope));
          expect(told.text).not.toContain(SECRET_WORD);
          expect(told.parts[0]).not.toContain("actor:");
          const inOpen = messages.filter(({ place }) => place === "open");
          const speakers = new Set(inOpen.map(({ by }) => actorFor(by)));
          for (const actor of told.actors) expect(speakers).toContain(actor);
          shown += inOpen.length;
          hidden += messages.length - inOpen.length;
        }),
        { numRuns: RUNS },
      );
      // Otherwise nothing was looked at.
      expect(shown).toBeGreaterThan(0);
      expect(hidden).toBeGreaterThan(0);
    },
  );

  test("would be told of, were it not for the predicate, and is told where it was said", async () => {
    const base = { enveloped: true, by: "uA", label: "Al", pieces: ["x"], replayed: [], quote: "" };
    const messages = (["open", "closed", "misplaced", "dm"] as const).map((place): Fed => {
      return { ...base, place, target: 7 };
    });
    const scope = await feed(messages);
    const here = await everything(await guildView(scope));
    expect(here.text).not.toContain(SECRET_WORD);
    const within = await bindView(
      scope,
      { destination: { conversation: dm("uA"), audience: direct("uA"), asOf: NOW } },
      await viewTools(),
    );
    expect(
      (await everything(within)).parts.filter((part) => part.includes(SECRET_WORD)).length,
    ).toBe(PARTS);
    const mutation = {
      name: "audience_allows",
      of: "audience_allows",
      body: { sql: "select true" },
    };
    await mutated(database, mutation, async () => {
      expect((await everything(await guildView(scope))).text).toContain(SECRET_WORD);
    });
  });
});

const NOBODY = { type: "person", id: "", label: "" } as const;

/** Each row is by whom its transport named, and answers nobody but the author of what it names. */
async function expectAuthors(scope: Scope, messages: readonly Fed[]): Promise<void> {
  const rows = await provenance(scope);
  for (const [index, { by, target, place }] of messages.entries()) {
    const row = rows.find(
      ({ source_id: id, channel_key: key }) =>
        id === sourceIdOf(index) && key === (PLACE[place].channel ?? ""),
    );
    expect(row).toMatchObject({ author_id: by, actor_id: actorFor(by) });
    const answered = messages[target];
    const isThere = answered !== undefined && answered.place === place && target !== index;
    const subject = isThere ? actorFor(answered.by) : "";
    expect(row?.["reply_subject_actor_id"]).toBe(subject);
  }
  const derived = await asWriter(
    scope,
    `select author_actor_id as actor from backread.facts where perspective_id = $1 union
     select actor_id from backread.speaker_handles where perspective_id = $1 union
     select actor_id from backread.messages where perspective_id = $1`,
  );
  const named = new Set(["", ...messages.map(({ by }) => actorFor(by))]);
  for (const { actor } of derived) expect(named).toContain(actor);
  expect(named).not.toContain(actorFor(VICTIM));
}

async function guildView(scope: Scope): Promise<View> {
  const destination = { conversation: GUILD, channel: "open", audience: WORKSPACE, asOf: NOW };
  return bindView(scope, { destination, requester: { id: "uZ" } }, await viewTools());
}

/** Ways that `everything` asks. */
const PARTS = 8;

/** What one place is told, by every kind of read. */
async function everything(view: View): Promise<{
  readonly text: string;
  readonly parts: readonly string[];
  readonly actors: readonly string[];
}> {
  const roster = await view.roster();
  const over = await view.roster({ scope: "conversation" });
  const speakers = {
    annotations: true,
    selection: true,
    snapshot: roster,
    scope: "channel",
  } as const;
  const found = await view.search("harbour", { limit: 20, voices: true });
  const tools = profileTools("history", speakers);
  const answers: readonly unknown[] = [
    [roster, over, tools.map(({ input }) => plainSchema(input))],
    found,
    await searchHistory(view, { query: "harbour" }, { speakers }),
    await view.log().readBefore(null, 100),
    await view.facts({ limit: 100 }),
    await view.facts({ actor: { id: "uA" }, limit: 100 }),
    await view.context({ viewerId: "uA", brevity: { messageChars: 400, window: 30 } }),
    await view.search("hushhush", { limit: 20 }),
  ];
  const parts = answers.map((answer) => JSON.stringify(answer));
  const actors = [...roster.entries, ...over.entries].map(({ actorId }) => actorId);
  return { text: parts.join("\n"), parts, actors };
}
