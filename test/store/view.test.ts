import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  InvalidDestinationError,
  StaleAudienceError,
  UnknownConversationError,
} from "../../dist/model/store-errors.js";
import type { Audience } from "../../dist/speakers/audience.js";
import type { Database } from "../../dist/store/database.js";
import type { Destination, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { bindView } from "../../dist/store/view/view.js";
import { openMemory } from "./harness.js";
import {
  channel,
  direct,
  DISCORD,
  dm,
  members,
  newScope,
  NOW,
  open,
  PUBLIC,
  sure,
  tell,
  viewIn,
  viewTools,
  WORKSPACE,
} from "./spoken.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

const GENERAL = channel("general");
const at = (minute: number): string => `2026-01-01T10:${String(minute).padStart(2, "0")}:00Z`;

describe("binding a destination", () => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await newScope(database);
    await open(scope, GENERAL, dm("u1"));
  });

  async function bind(change: Partial<Destination>, requester?: string): Promise<View> {
    const destination = { conversation: GENERAL, audience: WORKSPACE, asOf: NOW, ...change };
    const asked = requester === undefined ? {} : { requester: { id: requester } };
    return bindView(scope, { destination, ...asked }, await viewTools());
  }

  const invalid: readonly [string, Partial<Destination>, string?][] = [
    ["without readers", { audience: members() }],
    ["that only the agent reads", { audience: members("bot") }],
    [
      "whose audience is of another namespace",
      { audience: { kind: "workspace", namespace: DISCORD } },
    ],
    ["whose audience is of no known kind", { audience: { kind: "all" } as unknown as Audience }],
    [
      "whose audience is external by a text",
      { audience: { ...WORKSPACE, external: "true" } as unknown as Audience },
    ],
    ["without a time", { asOf: "yesterday" }],
    ["at a day that is none", { asOf: "2026-02-30T00:00:00Z" }],
    ["at a time without a zone", { asOf: "2026-02-01T00:00:00" }],
    ["whose requester is not a reader", { audience: members("u1") }, "u2"],
    ["whose requester has no id", {}, ""],
    ["whose requester cannot be stored", {}, "\uD800"],
    ["whose reader cannot be stored", { audience: members("u\u0000") }],
    ["whose conversation cannot be stored", { conversation: channel("\uDC00") }],
    ["whose route leads elsewhere", { route: dm("u1") }],
    ["whose route leads nowhere", { route: channel("nowhere") }],
  ];
  for (const [what, change, requester] of invalid)
    it(`refuses one ${what}`, async () => {
      await expect(bind(change, requester)).rejects.toBeInstanceOf(InvalidDestinationError);
    });

  it("refuses a conversation that no row has arrived on", async () => {
    const unknown = bind({ conversation: channel("nowhere") });
    await expect(unknown).rejects.toBeInstanceOf(UnknownConversationError);
    const kind = { ...GENERAL, kind: "forum" as "channel" };
    await expect(bind({ conversation: kind })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("takes a public destination, a route to itself, and a requester in it", async () => {
    await bind({ audience: PUBLIC, route: GENERAL }, "anybody");
    await bind({ audience: members("u1", "bot") }, "u1");
  });

  it("refuses an audience that is older than a change of membership it knows", async () => {
    const event = (channelKey: string | null): Promise<unknown> =>
      scope.database.transaction({ begin: "begin" }, (session) =>
        session.query(
          `insert into backread.membership_events
             (perspective_id, conversation_id, channel_key, kind, readers, happened_at)
           select $1, id, $2, 'leave', '{u3}', '2026-02-01T00:00:00Z'
           from backread.conversations where perspective_id = $1 and key = 'general'`,
          [scope.perspectiveId, channelKey],
        ),
      );
    const old = { asOf: "2026-01-31T23:59:59Z" };
    await event("c1");
    await bind({ ...old, channel: "c2" });
    await expect(bind({ ...old, channel: "c1" })).rejects.toBeInstanceOf(StaleAudienceError);
    await expect(bind(old)).rejects.toBeInstanceOf(StaleAudienceError);
    await bind({ asOf: "2026-02-01T00:00:00Z", channel: "c1" });
    await event(null);
    await expect(bind({ ...old, channel: "c2" })).rejects.toBeInstanceOf(StaleAudienceError);
  });
});

describe("who may read what", () => {
  /** Where a row was said, and whether it reaches each place that is asked from. */
  const table: readonly [string, readonly boolean[]][] = [
    ["a public channel of the workspace", [true, true, true, true, false]],
    ["that person's DM with the agent", [true, false, false, false, false]],
    ["a private channel of u1 and u2", [true, true, false, true, false]],
    ["a private channel of u1 alone", [true, false, false, false, false]],
    ["a public place", [true, true, true, true, true]],
    ["a row without evidence", [false, false, false, false, false]],
  ];
  const asked = [
    "the same person's DM",
    "another person's DM",
    "a public channel of the workspace",
    "a private channel of u1 and u2",
    "a channel that is shared with others",
  ];
  let views: readonly View[];
  let ids: readonly string[];

  beforeAll(async () => {
    const scope = await newScope(database);
    const said = { by: "u1", text: "the zebra plan" };
    ids = await tell(scope, [
      { ...said, in: GENERAL, to: WORKSPACE, at: at(1) },
      { ...said, in: dm("u1"), to: direct("u1"), at: at(2) },
      { ...said, in: channel("p12"), to: members("u1", "u2"), at: at(3) },
      { ...said, in: channel("p1"), to: members("u1"), at: at(4) },
      { ...said, in: channel("open"), to: PUBLIC, at: at(5) },
      { ...said, in: GENERAL, to: null, at: at(6) },
    ]);
    await open(scope, dm("u2"), channel("shared"));
    views = [
      await viewIn(scope, dm("u1"), direct("u1"), "u1"),
      await viewIn(scope, dm("u2"), direct("u2"), "u2"),
      await viewIn(scope, GENERAL, WORKSPACE, "u1"),
      await viewIn(scope, channel("p12"), members("u1", "u2"), "u1"),
      await viewIn(scope, channel("shared"), { ...WORKSPACE, external: true } as Audience, "u1"),
    ];
  });

  for (const [place, [...rights]] of table)
    for (const [column, may] of rights.entries())
      it(`${place}, asked in ${asked[column]}: ${may ? "yes" : "no"}`, async () => {
        const id = sure(ids[table.findIndex(([name]) => name === place)]);
        const view = sure(views[column]);
        const hits = (await view.search("zebra")).hits.map(({ messageId }) => messageId);
        const walked = (await view.search("/zebra/", { limit: 20 })).hits;
        expect({
          search: hits.includes(id),
          expression: walked.some(({ messageId }) => messageId === id),
          fetch: (await view.fetch(id)) !== null,
          neighbours: (await view.neighbours(id)) !== null,
        }).toEqual({ search: may, expression: may, fetch: may, neighbours: may });
        expect(await view.count()).toBe(table.filter(([, row]) => row[column]).length);
      });

  it("a foreign, a deleted and an unknown id give the same answer", async () => {
    const [, other] = views;
    const unknown = ["00000000-0000-4000-8000-000000000000", "no id", "", sure(ids[1])];
    for (const id of unknown) {
      expect(await sure(other).fetch(id)).toBeNull();
      expect(await sure(other).neighbours(id)).toBeNull();
    }
  });
});

describe("reading rows", () => {
  it("gives the rows around one, skipping what may not be read", async () => {
    const scope = await newScope(database);
    const ids = await tell(
      scope,
      [1, 2, 3, 4, 5, 6].map((minute) => ({
        in: GENERAL,
        to: minute === 4 ? direct("u1") : PUBLIC,
        text: `row ${minute}`,
        at: at(minute),
      })),
    );
    const view = await viewIn(scope, GENERAL, PUBLIC);
    const near = await view.neighbours(sure(ids[2]));
    expect(near?.before.map(({ content }) => content)).toEqual(["row 1", "row 2"]);
    expect(near?.after.map(({ content }) => content)).toEqual(["row 5", "row 6"]);
    expect((await view.neighbours(sure(ids[2]), 1))?.after.map(({ content }) => content)).toEqual([
      "row 5",
    ]);
    expect(await view.fetch(sure(ids[2]).toUpperCase())).toMatchObject({ content: "row 3" });
    await expect(view.neighbours(sure(ids[2]), 51)).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  it("counts by filters, and an unknown name counts nothing", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      { in: GENERAL, to: PUBLIC, text: "one", by: "u1", at: at(1) },
      { in: GENERAL, to: PUBLIC, text: "two", by: "u2", at: at(2) },
      { in: channel("other"), to: PUBLIC, text: "three", by: "u1", at: at(3) },
      {
        in: GENERAL,
        to: PUBLIC,
        text: "four",
        by: { type: "agent", id: "bot", label: "Bot" },
        at: at(4),
      },
    ]);
    const view = await viewIn(scope, GENERAL, PUBLIC, "u1");
    expect(await view.count()).toBe(4);
    expect(await view.count({ conversation: GENERAL })).toBe(3);
    expect(await view.count({ actor: "requester" })).toBe(2);
    expect(await view.count({ actor: { id: "u2" } })).toBe(1);
    expect(await view.count({ actor: "you" })).toBe(1);
    expect(await view.count({ after: at(1), before: at(4) })).toBe(2);
    expect(await view.count({ conversation: channel("nowhere") })).toBe(0);
    expect(await view.count({ connector: { type: "irc", name: "x" } })).toBe(0);
    expect(await view.count({ actor: { id: "" } })).toBe(0);
    expect(await view.count({ actor: { id: "\u0000" } })).toBe(0);
    expect(await view.count({ conversation: channel("\uD800") })).toBe(0);
    expect(await view.count({ actor: { id: "u1", namespace: DISCORD } })).toBe(0);
    await expect(view.count({ after: "noon" })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("shows the agent's own imported rows in their own conversation alone", async () => {
    const scope = await newScope(database);
    const bot = { type: "agent", id: "bot", label: "Bot" } as const;
    await tell(scope, [{ in: GENERAL, to: PUBLIC, text: "an old answer", by: bot, at: at(1) }]);
    await open(scope, channel("other"));
    expect(await (await viewIn(scope, GENERAL, PUBLIC)).count()).toBe(1);
    expect(await (await viewIn(scope, channel("other"), PUBLIC)).count()).toBe(0);
  });

  it("shows what a row quotes of an unknown source in the row's own conversation alone", async () => {
    const scope = await newScope(database);
    const quoted = { text: "what somebody said elsewhere" };
    const [id] = await tell(scope, [
      { in: GENERAL, to: PUBLIC, text: "see this", at: at(1), more: { quoted } },
    ]);
    await open(scope, channel("other"));
    const here = await viewIn(scope, GENERAL, PUBLIC);
    const elsewhere = await viewIn(scope, channel("other"), PUBLIC);
    expect((await here.fetch(sure(id)))?.quoted).toBe(quoted.text);
    expect((await elsewhere.fetch(sure(id)))?.quoted).toBeNull();
    expect((await elsewhere.fetch(sure(id)))?.content).toBe("see this");
  });
});

describe("folds of a view", () => {
  it("keep the boards of channels apart, and hold nothing that may not be read", async () => {
    const scope = await newScope(database);
    const guild = { connector: DISCORD, kind: "guild", id: "g1" } as const;
    const everybody = PUBLIC;
    const few: Audience = { kind: "members", namespace: DISCORD, readers: ["u1"] };
    await tell(scope, [
      {
        in: guild,
        channel: "main",
        to: everybody,
        text: "ship on Friday",
        at: at(1),
        sourceId: "a",
      },
      { in: guild, channel: "main", to: everybody, text: "!pin", at: at(2) },
      { in: guild, channel: "general", to: everybody, text: "!pin other board", at: at(3) },
      { in: guild, channel: "main", to: few, text: "secret !pin", at: at(4) },
      { in: guild, channel: "main", to: few, text: "!pin the secret", at: at(5) },
      { in: guild, channel: "main", to: everybody, text: "agreed", at: at(6), parent: "a" },
    ]);
    const destination = { conversation: guild, channel: "main", audience: everybody, asOf: NOW };
    const view = await bindView(scope, { destination }, await viewTools());
    const { pins } = await view.pins();
    expect(pins.map(({ excerpt }) => excerpt)).toEqual(["!pin"]);
    expect((await view.pins({ channel: "general" })).pins).toHaveLength(1);
    expect((await view.pins({ channel: "" })).pins).toHaveLength(0);
    const { threads } = await view.threads();
    expect(threads.map(({ opening, replies }) => [opening, replies])).toEqual([
      ["ship on Friday", 1],
      ["!pin", 0],
    ]);
    const brevity = { messageChars: 600, window: 30 };
    const context = await view.context({ viewerId: "bot", brevity });
    expect(context.history.map(({ content }) => content)).toEqual([
      "ship on Friday",
      "!pin",
      "agreed",
    ]);
    expect(JSON.stringify(context)).not.toContain("secret");
    expect((await view.pins({ conversation: channel("nowhere") })).pins).toEqual([]);
  });
});
