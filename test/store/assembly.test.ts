import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { estimateTokens } from "../../dist/model/tokens.js";
import { BrevityPolicy, SessionContext } from "../../dist/recall/context.js";
import type { AssembledContext, AssembleOptions } from "../../dist/store/assembly/context-port.js";
import { MAX_LINEAGE_HISTORY } from "../../dist/store/bounds.js";
import type { Database } from "../../dist/store/database.js";
import {
  assembled,
  block,
  BOT,
  gates,
  GUILD,
  inGuild,
  lines,
  MERGE,
  openGuild,
  recorded,
  replayed,
  ROSTER,
  storeOver,
  turnIn,
  type Opened,
} from "./assembly-support.js";
import { forEachDatabase } from "./harness.js";
import { now, openScope, workspace } from "./turn-support.js";

const EVERYTHING = gates({ ...MERGE, ...ROSTER }, { speaker_audience_scope: "conversation" });

/** A guild in which every block has something to say; the row that is answered, and the others. */
async function fullGuild(opened: Opened): Promise<{
  readonly answering: string;
  /** Message ids by what they say. */
  readonly ids: ReadonlyMap<string, string>;
}> {
  const ids = new Map<string, string>();
  const said: readonly (readonly [channel: string, text: string, by: string])[] = [
    ["a", "peer one", "eve"],
    ["a", "!pin of another channel", "eve"],
    ["c", "mine one", "u1"],
    ["c", "answer one", "bot"],
    ["d", "peer two", "dan"],
    ["e", "mine two", "u1"],
    ["e", "answer two", "bot"],
    ["b", "a root", "fay"],
    ["b", "!pin #key under the mat", "fay"],
  ];
  for (const [channel, text, by] of said)
    ids.set(text, await inGuild(opened, channel, text, by === "bot" ? BOT : { by }));
  return { answering: await inGuild(opened, "b", "and now?"), ids };
}

/** Options of which every entry is in the text as it is. */
const PAYLOAD: AssembleOptions["payload"] = [
  { role: "system", content: "be brief" },
  { role: "user", content: "and now?" },
];

forEachDatabase("an assembled context", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test("has its blocks in order, each counted, and all of it in the ledger", async () => {
    const opened = await openGuild(database, EVERYTHING);
    const { answering, ids } = await fullGuild(opened);
    const { turn, context } = await assembled(opened, answering);
    expect(context.blocks.map(({ name, entries, evicted }) => [name, entries, evicted])).toEqual([
      ["roster", 4, 0],
      ["reference", 3, 0],
      ["replay", 2, 0],
      ["threads", 3, 0],
      ["pins", 1, 0],
    ]);
    const texts = context.blocks.map(({ text }) => text).filter((text) => text !== "");
    expect(context.text).toBe(texts.join("\n\n"));
    for (const { name, text, tokens } of context.blocks)
      if (name !== "replay") expect(tokens).toBe(estimateTokens(text));
    expect(replayed(context)).toEqual([
      "user: mine one",
      "assistant: answer one",
      "user: mine two",
      "assistant: answer two",
    ]);
    const { ledger } = await turn.trace();
    expect([...ledger].sort()).toEqual([...ids.values(), answering].sort());
    const reply = await turn.deliver({ content: "noted" }, now(workspace()));
    expect(reply.messageId).toBeTruthy();
  });

  test("is the plain one with every gate off: the same bytes by the same statements", async () => {
    const scope = await openScope(database);
    const log = recorded(database);
    const plain = await storeOver({ ...scope, database: log.database });
    const { answering } = await fullGuild(plain);
    const told: unknown[] = [];
    for (const { store } of [
      plain,
      await storeOver({ ...scope, database: log.database }, gates({})),
    ]) {
      const asked = await turnIn({ store }, answering, { channel: "b" });
      log.statements.length = 0;
      const options = { viewerId: "scribe", brevity: BrevityPolicy.default, window: 0 };
      const { context } = await asked.context(options);
      const statements = log.statements.splice(0);
      const turn = await turnIn({ store }, answering, { channel: "b" });
      log.statements.length = 0;
      const assembly = await store.assembleContext(turn, { payload: PAYLOAD });
      expect(log.statements).toEqual(statements);
      expect(assembly.text).toBe(SessionContext.systemText(context));
      expect(assembly.messages).toEqual(PAYLOAD);
      expect(assembly.blocks.map(({ name }) => name)).toEqual(["threads", "pins"]);
      expect(assembly.roster).toBeNull();
      expect((await turn.trace()).ledger).toEqual((await asked.trace()).ledger);
      told.push(assembly);
    }
    expect(told[1]).toEqual(told[0]);
    // Each gate alone asks more.
    for (const gate of [MERGE, ROSTER]) {
      const { store } = await storeOver({ ...scope, database: log.database }, gates(gate));
      const turn = await turnIn({ store }, answering, { channel: "b" });
      log.statements.length = 0;
      await store.assembleContext(turn, { payload: PAYLOAD });
      const asked = log.statements.join("\n");
      expect(asked.includes("speaker_handles")).toBe(gate === ROSTER);
      expect(asked.includes("reply_target_source_id")).toBe(gate === MERGE);
    }
  });

  test("of an empty desk is empty", async () => {
    const opened = await openGuild(database, gates({}));
    const answering = await inGuild(opened, "z", "somewhere else");
    const { context } = await assembled(opened, answering);
    expect(context).toMatchObject({ text: "", total: 0, roster: null });
  });

  describe("under a cap", () => {
    let opened: Opened;
    let answering: string;
    let ids: ReadonlyMap<string, string>;
    let whole: AssembledContext;
    beforeAll(async () => {
      opened = await openGuild(database, EVERYTHING);
      ({ answering, ids } = await fullGuild(opened));
      whole = (await assembled(opened, answering)).context;
    });

    const ORDER = ["reference", "replay", "roster", "threads", "pins"] as const;

    test("§10.15: whole entries go in the order stated, and what went is nowhere", async () => {
      const cap = fc.integer({ min: 0, max: whole.total });
      await fc.assert(
        fc.asyncProperty(cap, async (maxTokens) => {
          const { turn, context } = await assembled(opened, answering, { more: { maxTokens } });
          expect(context.total).toBeLessThanOrEqual(maxTokens);
          const counts = ORDER.map((name) => block(context, name)?.entries ?? 0);
          const all = ORDER.map((name) => block(whole, name)?.entries ?? 0);
          const less = counts.findLastIndex((entries, index) => entries < (all[index] ?? 0));
          for (const [index, entries] of counts.entries())
            if (index !== less) expect(entries).toBe(index < less ? 0 : all[index]);
          const { ledger } = await turn.trace();
          const held = [...ids].filter(([, id]) => ledger.includes(id)).map(([text]) => text);
          const shown = JSON.stringify([context.text, context.messages]);
          for (const text of ids.keys())
            if (shown.includes(`"${text}`)) expect(held).toContain(text);
          // Nobody is bound whom the text does not name.
          const people = block(context, "roster")?.entries ?? 0;
          expect(context.roster?.entries.length ?? 0).toBe(people);
        }),
        { numRuns: 12 },
      );
    });

    test("the oldest of the reference goes first, then the oldest turns", async () => {
      const { context } = await assembled(opened, answering, {
        more: { maxTokens: whole.total - 1 },
      });
      expect(lines(context).map(({ content }) => content)).toEqual([
        "peer two",
        "a root",
        "!pin #key under the mat",
      ]);
      const reference = block(whole, "reference")?.tokens ?? 0;
      const maxTokens = whole.total - reference - 1;
      const less = (await assembled(opened, answering, { more: { maxTokens } })).context;
      expect(lines(less)).toEqual([]);
      expect(replayed(less)).toEqual(["user: mine two", "assistant: answer two"]);
    });

    test("what was left out is not in the ledger", async () => {
      const { turn, context } = await assembled(opened, answering, { more: { maxTokens: 0 } });
      expect(context).toMatchObject({ text: "", total: 0, roster: null });
      expect(replayed(context)).toEqual([]);
      expect((await turn.trace()).ledger).toEqual([answering]);
      expect(context.blocks.map(({ evicted }) => evicted)).toEqual(
        whole.blocks.map(({ entries }) => entries),
      );
    });

    test("each block has a budget of its own, by the counter given", async () => {
      const tokens = (text: string): number => text.length;
      const { context } = await assembled(opened, answering, {
        more: { referenceTokens: 0, replayTokens: 150, tokens },
      });
      expect(block(context, "reference")).toMatchObject({ entries: 0, evicted: 3 });
      expect(block(context, "replay")).toMatchObject({ entries: 1, evicted: 1 });
      expect(replayed(context)).toEqual(["user: mine two", "assistant: answer two"]);
      const tight = gates({ ...ROSTER, speaker_roster_max_tokens: 40 });
      const { store } = await storeOver(opened.scope, tight);
      const few = (await assembled({ ...opened, store }, answering)).context;
      expect(few.roster?.entries).toHaveLength(block(few, "roster")?.entries ?? -1);
      expect(block(few, "roster")?.evicted).toBeGreaterThan(0);
      expect(block(few, "roster")?.tokens).toBeLessThanOrEqual(40);
    });
  });

  test("leaves out what the ledger has no room for", async () => {
    const opened = await openGuild(database, EVERYTHING);
    const { outcomes } = await opened.store.ingest({
      conversation: { ...GUILD, id: "old" },
      events: Array.from({ length: MAX_LINEAGE_HISTORY - 2 }, (_, index) => ({
        ...({ type: "message", audience: workspace(), content: "old" } as const),
        author: { type: "person", id: "u1", label: "Ann" } as const,
        sourceId: `old ${index}`,
        sentAt: "2025-01-01T00:00:00Z",
      })),
    });
    const loaded = outcomes.flatMap((row) => (row.status === "stored" ? [row.messageId] : []));
    const { answering, ids } = await fullGuild(opened);
    const { turn, context } = await assembled(opened, answering, { loaded });
    expect(context.blocks.map(({ name, entries }) => [name, entries])).toEqual([
      // The two whose rows are here anyway.
      ["roster", 2],
      ["reference", 0],
      ["replay", 0],
      ["threads", 3],
      ["pins", 1],
    ]);
    const { ledger } = await turn.trace();
    expect(ledger).toHaveLength(MAX_LINEAGE_HISTORY + 1);
    expect(ledger).toContain(ids.get("a root"));
  });

  test("refuses what is no payload, no cap, and no turn of its store", async () => {
    const opened = await openGuild(database, EVERYTHING);
    const answering = await inGuild(opened, "b", "and now?");
    const turn = await turnIn(opened, answering, { channel: "b" });
    const user = { role: "user", content: "and now?" } as const;
    const bad: readonly (readonly [string, object])[] = [
      ["payload", { payload: [] }],
      ["payload", { payload: "and now?" }],
      ["payload", { payload: [{ role: "assistant", content: "hi" }] }],
      ["payload[1]", { payload: [user, { role: "developer", content: "x" }] }],
      ["payload[0]", { payload: [{ role: "user", content: [] }] }],
      ["payload[0]", { payload: [{ ...user, messageId: "m1" }] }],
      ["payload[0]", { payload: [{ ...user, sourceId: 7 }] }],
      ["payload[0]", { payload: [null] }],
      ["maxTokens", { payload: [user], maxTokens: -1 }],
      ["maxTokens", { payload: [user], maxTokens: Number.NaN }],
      ["replayTokens", { payload: [user], replayTokens: 1.5 }],
      ["tokens", { payload: [user], tokens: () => Number.NaN }],
    ];
    for (const [argument, options] of bad)
      await expect(opened.store.assembleContext(turn, options as never)).rejects.toMatchObject({
        code: "invalid_argument",
        data: { argument },
      });
    const other = await storeOver(opened.scope, EVERYTHING);
    for (const stranger of [{ ...turn }, {} as never])
      await expect(
        other.store.assembleContext(stranger, { payload: [user] }),
      ).rejects.toMatchObject({ code: "invalid_argument", data: { argument: "turn" } });
  });
});
