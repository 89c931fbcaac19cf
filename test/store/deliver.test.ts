import { beforeEach, expect, test } from "vitest";
import type { Audience } from "../../dist/speakers/audience.js";
import type { Database } from "../../dist/store/database.js";
import { startLink } from "../../dist/store/identity/start-link.js";
import { unlink } from "../../dist/store/identity/unlink.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import type { Delivered, Turn } from "../../dist/store/turn-port.js";
import { forEachDatabase } from "./harness.js";
import {
  channel,
  destination,
  direct,
  dm,
  IRC,
  members,
  now,
  NOW,
  openScope,
  PUBLIC,
  reads,
  say,
  SLACK,
  turn,
  view,
  workspace,
} from "./turn-support.js";

forEachDatabase("deliver", (open) => {
  let database: Database | undefined;
  let scope: Scope;
  const home = { conversation: dm("d1"), audience: direct("u1") };
  const hall = { conversation: channel("hall"), audience: workspace() };

  beforeEach(async () => {
    database ??= await open();
    scope = await openScope(database);
  });

  /** A turn that answers a question asked there. */
  async function asked(at: {
    readonly conversation: ConversationRef;
    readonly audience: Audience;
  }): Promise<Turn> {
    const answering = await say(scope, "what do we know?", at);
    return turn(scope, { destination: destination(at.conversation, at.audience), answering });
  }

  function send(from: Turn, audience: Audience, content = "an answer"): Promise<Delivered> {
    return from.deliver({ content }, now(audience));
  }

  function sql(text: string, values: readonly string[] = []): Promise<readonly object[]> {
    return writing(scope, (session) => session.query(text, [scope.perspectiveId, ...values]));
  }

  async function sourcesOf({ messageId }: Delivered): Promise<readonly string[]> {
    const rows = await sql(
      `select s.message_id::text as id from backread.messages m
       join backread.lineage l on l.perspective_id = $1 and l.row_id = m.id
       join backread.messages s on s.perspective_id = $1 and s.id = l.source_row
       where m.perspective_id = $1 and m.message_id = $2::uuid`,
      [messageId],
    );
    return rows.map((row) => String(Reflect.get(row, "id")));
  }

  test("a reply is a message of its conversation, found and read like any other", async () => {
    const from = await asked(home);
    const sentAt = "2026-06-01T00:00:00.000123Z";
    const content = "the zeppelin leaves at ten";
    const made = await from.deliver({ content, sentAt }, now(home.audience));
    expect(made.sequence).toBe(Date.parse("2026-06-01T00:00:00Z") * 1_000 + 123);
    const bound = await view(scope, home.conversation, home.audience);
    expect(await bound.fetch(made.messageId)).toMatchObject({
      content,
      author: { type: "agent", id: "bot", label: scope.perspective.agent },
      sentAt,
      sequence: made.sequence,
    });
    const { hits } = await bound.search("zeppelin");
    expect(hits.map(({ messageId }) => messageId)).toEqual([made.messageId]);
    expect(await bound.count({ actor: "you" })).toBe(1);
    expect(await reads(scope, made.messageId, { ...home, audience: direct("u2") })).toBe(false);
  });

  test("a repeat writes nothing and answers alike, also at the same time", async () => {
    const from = await asked(home);
    const [first, second] = await Promise.all([
      send(from, home.audience, "one"),
      send(from, home.audience, "two"),
    ]);
    expect(second).toEqual(first);
    expect(await send(from, home.audience, "three")).toEqual(first);
    expect((await from.trace()).delivered).toEqual(first);
    const rows = await sql(
      `select from backread.messages where perspective_id = $1 and lineage = 'known'`,
    );
    expect(rows).toHaveLength(1);
  });

  test("another process's repeat of the same turn answers alike", async () => {
    const answering = await say(scope, "what?", home);
    const options = {
      id: "same",
      destination: destination(home.conversation, home.audience),
      answering,
    };
    const processes = [await turn(scope, options), await turn(scope, options)];
    const [first, second] = await Promise.all(
      processes.map((process) => send(process, home.audience)),
    );
    expect(second).toEqual(first);
  });

  const wider: readonly (readonly [string, Audience, Audience])[] = [
    ["one more reader", members(["u1"]), members(["u1", "u2"])],
    ["the workspace", members(["u1"]), workspace()],
    ["anybody", workspace(), PUBLIC],
    ["another namespace", members(["u1"]), members(["u1"], IRC)],
    ["somebody from outside", workspace(), { ...workspace(), external: true } as Audience],
  ];
  test.each(wider)("%s: the destination has changed", async (_, bound, audience) => {
    const from = await asked({ conversation: channel("room"), audience: bound });
    await expect(send(from, audience)).rejects.toMatchObject({ code: "destination_changed" });
    await expect(send(from, bound)).resolves.toMatchObject({});
  });

  test("fewer readers are no change, and the agent itself is none", async () => {
    const room = { conversation: channel("room"), audience: members(["u1", "u2"]) };
    const from = await asked(room);
    const made = await send(from, members(["u1", "bot"]));
    expect(await reads(scope, made.messageId, { ...room, audience: members(["u1"]) })).toBe(true);
    expect(await reads(scope, made.messageId, room)).toBe(false);
    const empty = await asked(room);
    await expect(send(empty, members(["bot"]))).rejects.toMatchObject({
      code: "invalid_destination",
    });
  });

  test("an audience that was read before the room changed is stale", async () => {
    const room = { conversation: channel("room"), audience: members(["u1", "u2"]) };
    const from = await asked(room);
    await sql(
      `insert into backread.membership_events
         (perspective_id, conversation_id, kind, readers, happened_at)
       select $1, id, 'leave', '{u2}', $2::timestamptz from backread.conversations
       where perspective_id = $1 and key = 'room'`,
      ["2026-06-02T00:00:00Z"],
    );
    await expect(send(from, room.audience)).rejects.toMatchObject({ code: "stale_audience" });
    const later = now(members(["u1"]), "2026-06-02T00:00:00Z");
    await expect(from.deliver({ content: "x" }, later)).resolves.toMatchObject({});
  });

  test("what is no reply is refused, and another message's source id is", async () => {
    const from = await asked(home);
    for (const reply of [
      { content: " " },
      { content: "x", sourceId: "" },
      { content: "x", sentAt: "yesterday" },
    ])
      await expect(from.deliver(reply, now(home.audience))).rejects.toMatchObject({
        code: "invalid_argument",
      });
    await say(scope, "mine", { ...home, sourceId: "taken" });
    await expect(
      from.deliver({ content: "x", sourceId: "taken" }, now(home.audience)),
    ).rejects.toMatchObject({ code: "invalid_argument" });
    const made = await from.deliver({ content: "x", sourceId: "own" }, now(home.audience));
    const echo = await ingest(scope, {
      conversation: home.conversation,
      events: [
        {
          type: "message",
          sourceId: "own",
          author: { type: "agent", id: "bot", label: "bot" },
          content: "x",
          sentAt: NOW,
          audience: home.audience,
        },
      ],
    });
    expect(echo.outcomes).toEqual([{ status: "repeated", messageId: made.messageId }]);
  });

  test("a reply stands in the thread of what it answers", async () => {
    const root = await say(scope, "root", { ...home, sourceId: "root" });
    expect(root).not.toBe("");
    const answering = await say(scope, "below", { ...home, parent: "root", thread: "th" });
    const from = await turn(scope, {
      destination: destination(home.conversation, home.audience),
      answering,
    });
    await send(from, home.audience);
    expect(
      await sql(
        `select parent_source_id, thread_key from backread.messages
         where perspective_id = $1 and lineage = 'known'`,
      ),
    ).toEqual([{ parent_source_id: "root", thread_key: "th" }]);
  });

  for (const [numbering, of] of [
    ["order", () => ({ sentAt: undefined })],
    ["source", (n: number) => ({ sequence: 100 + n })],
  ] as const)
    test(`a conversation that is numbered by ${numbering} goes on so`, async () => {
      let answering = "";
      for (const n of [1, 2]) {
        const more = of(n);
        const event = { sourceId: `n${n}`, content: "text", author: "u1" };
        const { sentAt: _, ...said } = { sentAt: NOW, ...event, ...more };
        const { outcomes } = await ingest(scope, {
          conversation: home.conversation,
          events: [
            {
              ...said,
              type: "message",
              author: { type: "person", id: "u1", label: "u1" },
              audience: home.audience,
            },
          ],
        });
        const [outcome] = outcomes;
        if (outcome?.status === "stored") answering = outcome.messageId;
      }
      const from = await turn(scope, {
        destination: destination(home.conversation, home.audience),
        answering,
      });
      expect((await send(from, home.audience)).sequence).toBe(numbering === "order" ? 3 : 103);
    });

  test("search results are in the reply's lineage", async () => {
    const before = await say(scope, "first", hall);
    const hit = await say(scope, "the walrus is loose", hall);
    const after = await say(scope, "last", hall);
    const from = await asked(home);
    await from.search("walrus");
    const made = await send(from, home.audience);
    expect(await sourcesOf(made)).toEqual(expect.arrayContaining([before, hit, after]));
  });

  test("a reply that was built on a private memory is excluded from a wider audience", async () => {
    const secret = await say(scope, "my pin is 4471", home);
    const inDm = await asked(home);
    await inDm.fetch(secret);
    await inDm.remember("u1 has a favourite number");
    // Said in a private channel of u1 alone, and of nobody else's words.
    const den = { conversation: channel("den"), audience: members(["u1"]) };
    const inDen = await asked(den);
    expect(await inDen.memories()).toMatchObject([{ text: "u1 has a favourite number" }]);
    const made = await send(inDen, den.audience, "sure, a favourite number");
    expect(await sourcesOf(made)).toContain(secret);
    await asked(hall);
    expect(await reads(scope, made.messageId, den)).toBe(true);
    expect(await reads(scope, made.messageId, hall)).toBe(false);
    expect(await reads(scope, made.messageId, { ...den, audience: members(["u1", "u2"]) })).toBe(
      false,
    );
  });

  test("a later reply does not launder an earlier one", async () => {
    const secret = await say(scope, "the private plan", home);
    const first = await asked(home);
    await first.fetch(secret);
    const one = await send(first, home.audience);
    const second = await asked(home);
    await second.fetch(one.messageId);
    const two = await send(second, home.audience);
    expect(await sourcesOf(two)).not.toContain(secret);
    expect(await reads(scope, two.messageId, home)).toBe(true);
    expect(await reads(scope, two.messageId, { ...home, audience: direct("u2") })).toBe(false);
  });

  /** Both accounts send their codes. */
  async function link(): Promise<void> {
    const accounts = [
      { namespace: SLACK, id: "u1" },
      { namespace: IRC, id: "v1" },
    ] as const;
    const { codes } = await startLink(scope, [accounts[0], accounts[1]]);
    for (const [index, { namespace, id }] of accounts.entries()) {
      const content = codes[index] ?? "";
      const where = { conversation: dm(`link-${id}`, namespace), audience: direct(id, namespace) };
      await say(scope, content, { ...where, by: id });
    }
  }

  const away = { conversation: dm("away", IRC), audience: direct("v1", IRC) };

  test("{u1,u2} and {u1,u3} are not {u1}: no identity link opens a reply from both", async () => {
    const two = { conversation: channel("two"), audience: members(["u1", "u2"]) };
    const three = { conversation: channel("three"), audience: members(["u1", "u3"]) };
    const one = await say(scope, "said to two", two);
    const other = await say(scope, "said to three", three);
    const from = await asked(home);
    for (const id of [one, other]) expect(await from.fetch(id)).not.toBeNull();
    const both = await send(from, home.audience);
    const plain = await send(await asked(home), home.audience);
    await link();
    await asked(away);
    expect(await reads(scope, plain.messageId, away)).toBe(true);
    expect(await reads(scope, both.messageId, away)).toBe(false);
    expect(await reads(scope, both.messageId, home)).toBe(true);
  });

  test("workspace and members: a reply from both goes where both go", async () => {
    const den = { conversation: channel("den"), audience: members(["u1", "u2"]) };
    const inHall = await say(scope, "said in the hall", hall);
    const inDen = await say(scope, "said in the den", den);
    const from = await asked(den);
    for (const id of [inHall, inDen]) expect(await from.fetch(id)).not.toBeNull();
    const made = await send(from, den.audience);
    await asked(home);
    expect(await reads(scope, made.messageId, den)).toBe(true);
    expect(await reads(scope, made.messageId, home)).toBe(true);
    expect(await reads(scope, made.messageId, hall)).toBe(false);
    const shared: Audience = { kind: "members", namespace: SLACK, readers: ["u1"], external: true };
    expect(await reads(scope, made.messageId, { ...den, audience: shared })).toBe(false);
  });

  test("a link that was revoked meanwhile blocks what it had opened", async () => {
    await link();
    const secret = await say(scope, "from my other account", home);
    const from = await asked(away);
    expect(await from.fetch(secret)).not.toBeNull();
    const again = await asked(away);
    await again.fetch(secret);
    const made = await send(again, away.audience);
    expect(await reads(scope, made.messageId, away)).toBe(true);
    expect(await unlink(scope, { namespace: SLACK, id: "u1" })).toEqual({ revoked: 1 });
    await expect(send(from, away.audience)).rejects.toMatchObject({ code: "evidence_withdrawn" });
    expect(await reads(scope, made.messageId, away)).toBe(false);
  });

  test("gone, hidden and unknown ids refuse alike, and name nothing", async () => {
    const hidden = await say(scope, "for u2", { ...home, audience: direct("u2") });
    const gone = await say(scope, "soon gone", home);
    const unknown = "00000000-0000-4000-8000-000000000000";
    const refusals: string[] = [];
    for (const id of [hidden, gone, unknown]) {
      const answering = await say(scope, "what?", home);
      const from = await turn(scope, {
        id: "refused",
        destination: destination(home.conversation, home.audience),
        answering,
        observed: [id],
      });
      await sql(
        `update backread.messages set state = 'deleted', content = ''
         where perspective_id = $1 and message_id = $2::uuid`,
        [gone],
      );
      const error: unknown = await send(from, home.audience).catch((thrown: unknown) => thrown);
      refusals.push(JSON.stringify(error));
      await sql(`update backread.turns set ledger = '{}' where perspective_id = $1`);
    }
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain("evidence_withdrawn");
  });

  test("text of others that was traced to no message keeps the reply in its conversation", async () => {
    const room = { conversation: channel("room"), audience: workspace() };
    const quoting = await say(scope, "see this", { ...room, quoted: { text: "of who knows" } });
    const from = await asked(room);
    expect(await from.fetch(quoting)).toMatchObject({ quoted: "of who knows" });
    const made = await send(from, room.audience);
    await asked(hall);
    expect(await reads(scope, made.messageId, room)).toBe(true);
    expect(await reads(scope, made.messageId, hall)).toBe(false);
  });
});
