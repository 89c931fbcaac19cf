import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { declareConnector } from "../../dist/store/connectors.js";
import { openPerspective } from "../../dist/store/perspective.js";
import { openStore } from "../../dist/store/open-store.js";
import type { ConversationKind, ConversationRef } from "../../dist/store/port.js";
import { asWriter, enveloped, info, provenance, SECRET } from "./envelope-support.js";
import { forEachDatabase } from "./harness.js";
import { message, openScope, ROOM, SLACK, take, visible } from "./ingest-support.js";

const A = { sender_id: "uA", sender: "Al", chat_id: "channel:c1", group_channel: "#fruit" };
const REPLY = "Reply context";
const LABELS = `select author_label, channel_label, quoted_label from backread.messages
  where perspective_id = $1`;

forEachDatabase("an enveloped message", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  it("makes the row that the structured way makes", async () => {
    const wrapped = await openScope(database, { envelopeSecret: SECRET });
    const fields = { ...A, message_id: "m2", timestamp: "2026-01-01 00:00:02", reply_to_id: "m1" };
    const after = [
      { label: REPLY, fields: { sender_id: "u1", name: "Kim", body: "well" } },
    ] as const;
    const first = message("m1", "well, well?", { channel: "c1" });
    await take(wrapped, [
      first,
      await enveloped("m2", { before: [info(fields)], text: "yes", after }),
    ]);
    const plain = await openScope(database);
    const structured = message("m2", "yes", {
      author: { type: "person", id: "uA", label: "Al" },
      channel: "c1",
      channelLabel: "#fruit",
      at: "2026-01-01 00:00:02",
      replyTarget: "m1",
      replyAuthor: "u1",
      quoted: { text: "well", sourceId: "m1", label: "Kim" },
    });
    await take(plain, [first, structured]);
    expect(await provenance(wrapped)).toEqual(await provenance(plain));
    expect((await provenance(wrapped))[1]).toMatchObject({
      actor_id: "actor:slack:uA",
      content: "yes",
      reply_subject_actor_id: "actor:slack:u1",
      verified: true,
    });
  });

  it("is refused where no secret was declared, and its wrapper is not stored", async () => {
    const scope = await openScope(database);
    const event = await enveloped("m1", { before: [info(A)], text: "hi" });
    const refused = [expect.objectContaining({ status: "refused", code: "no_envelope_secret" })];
    expect(await take(scope, [event])).toEqual(refused);
    await declareConnector(scope, { ...SLACK, ids: "global", envelopeSecret: SECRET });
    await declareConnector(scope, { ...SLACK, ids: "global" });
    expect(await take(scope, [event])).toEqual(refused);
    expect(await provenance(scope)).toEqual([]);
  });

  it("is refused where it does not say plainly what it is", async () => {
    const scope = await openScope(database, { envelopeSecret: SECRET });
    const event = await enveloped("m1", { before: [info(A)], text: "hi" });
    const odd: readonly object[] = [
      { ...event, enveloped: "true" },
      { ...event, enveloped: 1 },
      {
        type: "edit",
        sourceId: "m1",
        by: "uA",
        content: "x",
        at: "2026-01-01T00:00:00Z",
        enveloped: true,
      },
    ];
    // What came as JSON is not what its type says.
    const outcomes = await take(scope, odd as (typeof event)[]);
    expect(outcomes.map((outcome) => "code" in outcome && outcome.code)).toEqual(
      odd.map(() => "malformed_event"),
    );
    expect(await provenance(scope)).toEqual([]);
  });

  it("of another message, conversation or connector is its sender's text, and nobody's", async () => {
    const scope = await openScope(database, { envelopeSecret: SECRET });
    const other: ConversationRef = { ...ROOM, id: "elsewhere" };
    await declareConnector(scope, {
      type: "slack",
      name: "b",
      ids: "global",
      envelopeSecret: SECRET,
    });
    const third: ConversationRef = { ...ROOM, connector: { type: "slack", name: "b" } };
    const event = await enveloped("m1", { before: [info(A)], text: "hi" });
    const evident = { ...event, audience: { kind: "public" } } as const;
    await take(scope, [{ ...evident, sourceId: "m2" }]);
    await take(scope, [evident], other);
    await take(scope, [evident], third);
    const rows = await provenance(scope);
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({
        author_id: "",
        actor_id: "",
        channel_key: "",
        content: event.content,
      });
    await take(scope, [evident]);
    expect(
      (await provenance(scope)).filter((row) => row.actor_id === "actor:slack:uA"),
    ).toHaveLength(1);
  });

  it("takes nothing that the adapter said itself from its text", async () => {
    const scope = await openScope(database, { envelopeSecret: SECRET });
    const event = await enveloped("m1", { before: [info(A)], text: "hi" });
    const author = { type: "person", id: "uX", label: "Xe" } as const;
    await take(scope, [{ ...event, author, channel: "c9" }]);
    expect(await provenance(scope)).toMatchObject([
      { actor_id: "actor:slack:uX", author_label: "Xe", channel_key: "c9", content: "hi" },
    ]);
  });

  it("case 32: without evidence it keeps its actor and is shown to nobody", async () => {
    const scope = await openScope(database, { envelopeSecret: SECRET });
    const event = await enveloped("m1", { before: [info(A)], text: "hi" });
    await take(scope, [{ ...event, audience: null }, message("m2", "hi")]);
    expect((await provenance(scope))[0]).toMatchObject({
      actor_id: "actor:slack:uA",
      reply_attribution_version: 0,
      evident: false,
      index_status: "no_evidence",
    });
    expect(await visible(scope, { kind: "public" })).toEqual(["m2"]);
  });

  it("case 30: a reply that is not clear is looked at, and stays empty", async () => {
    const scope = await openScope(database, { envelopeSecret: SECRET });
    const before = [
      info(A),
      { label: REPLY, fields: { sender_id: "u1", message_id: "m1" } } as const,
    ];
    const after = [{ label: REPLY, fields: { sender_id: "u2", message_id: "m1" } } as const];
    await take(scope, [message("m1", "q"), await enveloped("m2", { before, text: "a", after })]);
    expect((await provenance(scope))[1]).toMatchObject({
      content: "a",
      reply_attribution_version: 1,
      reply_target_source_id: "",
      reply_subject_actor_id: "",
    });
  });

  it("leaves its secret in no table and no error", async () => {
    const scope = await openScope(database, { envelopeSecret: SECRET });
    await take(scope, [await enveloped("m1", { before: [info(A)], text: "hi" })]);
    const tables = await asWriter(
      scope,
      `select table_name from information_schema.tables
       where table_schema = 'backread' and table_type = 'BASE TABLE' and $1::bigint is not null`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const holding = async (text: string): Promise<number> => {
      const counts = await Promise.all(
        tables.map(({ table_name }) =>
          asWriter(
            scope,
            `select from backread.${String(table_name)} t
             where strpos(t::text, $2) > 0 and $1::bigint is not null`,
            [text],
          ),
        ),
      );
      return counts.flat().length;
    };
    expect(await holding(SECRET)).toBe(0);
    expect(await holding("actor:slack:uA")).toBeGreaterThan(0);
  });

  it("needs its secret again in every store that is opened", async () => {
    const perspective = { tenant: "t", agent: "reopened" };
    const connector = { ...SLACK, ids: "global" } as const;
    const batch = {
      conversation: ROOM,
      events: [await enveloped("m1", { before: [info(A)], text: "hi" })],
    };
    const first = await openStore({ database, perspective });
    await first.declare({ ...connector, envelopeSecret: new TextEncoder().encode(SECRET) });
    expect((await first.ingest(batch)).outcomes).toMatchObject([{ status: "stored" }]);
    const second = await openStore({ database, perspective });
    expect((await second.ingest(batch)).outcomes).toMatchObject([{ code: "no_envelope_secret" }]);
    await second.declare({ ...connector, envelopeSecret: SECRET });
    expect((await second.ingest(batch)).outcomes).toMatchObject([{ status: "repeated" }]);
    const short = second.declare({ ...connector, envelopeSecret: "short-secret" });
    await expect(short).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(short).rejects.not.toThrow("short-secret");
  });

  it("does not touch a store's other perspective", async () => {
    await openScope(database, { envelopeSecret: SECRET });
    const other = await openPerspective(database, { tenant: "t", agent: "without" });
    await declareConnector(other, { ...SLACK, ids: "global" });
    const event = await enveloped("m1", { before: [info(A)], text: "hi" });
    expect(await take(other, [event])).toMatchObject([{ code: "no_envelope_secret" }]);
  });
});

forEachDatabase("the kind of a row", (open) => {
  it.each<[ConversationKind, ConversationKind | undefined, ConversationKind]>([
    ["dm", undefined, "dm"],
    ["dm", "channel", "dm"],
    ["dm", "guild", "dm"],
    ["dm", "group_dm", "group_dm"],
    ["group_dm", "dm", "group_dm"],
    ["group_dm", "channel", "group_dm"],
    ["channel", "dm", "dm"],
    ["guild", "group_dm", "group_dm"],
    ["guild", "channel", "channel"],
    ["guild", undefined, "guild"],
  ])(
    "of a %s key that the adapter calls %s is %s, whatever its channel",
    async (kind, routeKind, is) => {
      const scope = await openScope(await open());
      const event = message("m1", "hi", {
        channel: "D1",
        guild: "g",
        thread: "t",
        ...(routeKind && { routeKind }),
      });
      await take(scope, [event], { ...ROOM, kind });
      expect(await provenance(scope)).toMatchObject([
        { route_kind: is, channel_key: "D1", guild_key: "g", thread_key: "t" },
      ]);
    },
  );
});

forEachDatabase("a structured field", (open) => {
  const CONTROL = "x\u0007y";
  it.each([
    ["sourceId", { sourceId: CONTROL }],
    ["author.id", { author: { type: "person", id: CONTROL, label: "" } }],
    ["author.kind", { author: { type: "system", kind: CONTROL, label: "" } }],
    ["channel", { channel: CONTROL }],
    ["replyTarget", { replyTarget: CONTROL }],
    ["replyAuthor", { replyAuthor: CONTROL }],
    ["parent", { parent: CONTROL }],
    ["guild", { guild: CONTROL }],
    ["thread", { thread: CONTROL }],
    ["quoted.sourceId", { quoted: { text: "t", sourceId: CONTROL } }],
    ["routeKind", { routeKind: "voice" }],
  ] as const)("%s is refused aloud where it bears what it cannot", async (name, fields) => {
    const scope = await openScope(await open());
    // What came as JSON is not what its type says.
    const event = { ...message("m1", "hi"), ...fields } as ReturnType<typeof message>;
    const [outcome] = await take(scope, [event]);
    expect(outcome).toMatchObject({ status: "refused", code: "malformed_event" });
    expect(JSON.stringify(outcome)).toContain(name);
    expect(JSON.stringify(outcome)).not.toContain("x\\u0007y");
    expect(await provenance(scope)).toEqual([]);
  });

  it("a label is repaired: no message is lost for the name that its author has", async () => {
    const scope = await openScope(await open());
    const author = { type: "person", id: "u", label: "Al\u0007\nBea" } as const;
    const quoted = { text: "t", label: "Cy\u0000" };
    await take(scope, [message("m1", "hi", { author, channelLabel: "a\tb", quoted })]);
    expect(await asWriter(scope, LABELS)).toEqual([
      {
        author_label: "Al\u{fffd}\u{fffd}Bea",
        channel_label: "a\u{fffd}b",
        quoted_label: "Cy\u{fffd}",
      },
    ]);
  });
});
