import { beforeAll, expect, test } from "vitest";
import { DatabaseError } from "../../dist/model/store-errors.js";
import type { CardDraft } from "../../dist/speakers/card/card.js";
import type { AssembledContext } from "../../dist/store/assembly/context-port.js";
import type { Database } from "../../dist/store/database.js";
import { openStore } from "../../dist/store/open-store.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  assembled,
  block,
  gates,
  inGuild,
  lines,
  MERGE,
  recorded,
  ROSTER,
  turnIn,
  type Opened,
} from "./assembly-support.js";
import { built, MODELS, refresh, type Build } from "./cards-support.js";
import { forEachDatabase } from "./harness.js";
import { direct, dm, openScope, say } from "./turn-support.js";

const CARDS = { actor_card_enabled: true, actor_card_admission_model: "judge" };
const ALL = { ...CARDS, ...ROSTER, ...MERGE };

async function over(scope: Scope, assembly: object = ALL): Promise<Opened> {
  const { database, perspective } = scope;
  const { general, admission } = MODELS;
  const models = { general, admission };
  const speakers = gates(assembly);
  return { scope, store: await openStore({ database, perspective, speakers, models }) };
}

/** What a card's block says; nothing where there is none. */
function bodies(context: AssembledContext): readonly string[] {
  const [, json = '{"entries":[]}'] = (block(context, "card")?.text ?? "").split("\n");
  const { entries } = JSON.parse(json) as { entries: readonly { readonly body: string }[] };
  return entries.map(({ body }) => body);
}

/** A database that fails a statement which names one table. */
function failingOn(database: Database, table: string): Database {
  return {
    kind: database.kind,
    transaction: (options, body) =>
      database.transaction(options, (session) =>
        body({
          query: (text, values) =>
            text.includes(table)
              ? Promise.reject(new DatabaseError("as it was told to", { sqlState: "53000" }))
              : session.query(text, values),
          script: (text) => session.script(text),
        }),
      ),
    outside: (text) => database.outside(text),
    exclusively: (key, body) => database.exclusively(key, body),
    close: () => database.close(),
  };
}

forEachDatabase("a card in an assembled context", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test("§9.2 33: is the requester's and nobody else's, and nothing where the gate is off", async () => {
    const scope = await openScope(database);
    // Without replay what was said in another channel is there by the card alone.
    const opened = await over(scope, { ...CARDS, ...ROSTER });
    const hers = await inGuild(opened, "a", "pref: short answers", { by: "u1" });
    const theirs = await inGuild(opened, "a", "pref: rhymes", { by: "u2" });
    await refresh(scope);
    const answering = await inGuild(opened, "b", "and now?", { by: "u1" });
    const of = async (requester: string): Promise<readonly string[]> =>
      bodies((await assembled(opened, answering, { requester })).context);
    expect(await of("u1")).toEqual(["short answers"]);
    expect(await of("u2")).toEqual(["rhymes"]);
    expect(await of("u9")).toEqual([]);
    const { turn, context } = await assembled(opened, answering);
    expect(context.blocks.map(({ name }) => name).slice(0, 2)).toEqual(["card", "roster"]);
    expect(context.text.startsWith(block(context, "card")?.text ?? "none")).toBe(true);
    expect(block(context, "card")).not.toHaveProperty("failed");
    const { ledger } = await turn.trace();
    expect(ledger).toContain(hers);
    expect(ledger).not.toContain(theirs);
    const log = recorded(scope.database);
    const off = await over({ ...scope, database: log.database }, { ...ROSTER, ...MERGE });
    const plain = await turnIn(off, answering, { channel: "b" });
    log.statements.length = 0;
    const payload = [{ role: "user", content: "and now?", messageId: answering }] as const;
    const told = await off.store.assembleContext(plain, { payload });
    expect(told.blocks.map(({ name }) => name)).not.toContain("card");
    expect(log.statements.join("\n")).not.toContain("card_entries");
  });

  test("§9.2 33: that cannot be read leaves all the rest where it was", async () => {
    const scope = await openScope(database);
    const opened = await over(scope);
    await inGuild(opened, "b", "pref: short answers", { by: "u1" });
    await inGuild(opened, "a", "a peer's words", { by: "u2" });
    await refresh(scope);
    const answering = await inGuild(opened, "b", "and now?", { by: "u1" });
    const { context: whole } = await assembled(opened, answering);
    expect(bodies(whole)).toEqual(["short answers"]);
    const broken = { ...scope, database: failingOn(scope.database, "card_entries") };
    const { context } = await assembled(await over(broken), answering);
    const card = { name: "card", text: "", tokens: 0, entries: 0, evicted: 0, failed: true };
    expect(block(context, "card")).toEqual(card);
    expect(context.blocks.slice(1)).toEqual(whole.blocks.slice(1));
    expect(lines(context)).toHaveLength(1);
    const others = { ...scope, database: failingOn(scope.database, "speaker_handles") };
    await expect(assembled(await over(others), answering)).rejects.toMatchObject({
      code: "database_failed",
    });
  });

  test("§9.2 34: over its budget loses whole entries, the least sure first", async () => {
    const scope = await openScope(database);
    const opened = await over(scope);
    await inGuild(opened, "b", "tell me", { by: "u1" });
    const sure = "likes an answer in brief";
    const unsure = "may be fond of sailing";
    const build: Build = async (_models, { rows }) => {
      const entry = (body: string, confidence: number): CardDraft => ({
        kind: "communication_pref",
        body,
        confidence,
        citations: rows.slice(0, 1).map(({ id }) => id),
      });
      return built([entry(unsure, 0.1), entry(sure, 0.9)]);
    };
    await refresh(scope, build);
    const answering = await inGuild(opened, "b", "and now?", { by: "u1" });
    const words = (text: string): number => text.split(/\s+/u).length;
    const asked = async (most: number): Promise<AssembledContext> => {
      const limited = await over(scope, { ...CARDS, actor_card_max_tokens: most });
      return (await assembled(limited, answering, { more: { tokens: words } })).context;
    };
    const room = words((await asked(1_000)).text);
    expect(bodies(await asked(1_000))).toEqual([sure, unsure]);
    const less = await asked(block(await asked(1_000), "card")?.tokens ?? room);
    expect(bodies(less)).toEqual([sure, unsure]);
    const one = await asked((block(less, "card")?.tokens ?? 0) - 1);
    expect(bodies(one)).toEqual([sure]);
    expect(block(one, "card")).toMatchObject({ entries: 1, evicted: 1 });
    const none = await asked(1);
    expect(block(none, "card")).toMatchObject({ entries: 0, evicted: 2, text: "" });
  });

  test("§9.2 35, §10.5: what a direct message taught is told there alone", async () => {
    const scope = await openScope(database);
    const opened = await over(scope);
    const secret = { conversation: dm("u1"), audience: direct("u1"), by: "u1" };
    await say(scope, "style: whispers", secret);
    const open = await inGuild(opened, "b", "style: plain words", { by: "u1" });
    await refresh(scope);
    const answering = await inGuild(opened, "b", "and now?", { by: "u1" });
    expect(bodies((await assembled(opened, answering)).context)).toEqual(["plain words"]);
    const there = await say(scope, "and here?", secret);
    const { context } = await assembled(opened, there, {
      conversation: dm("u1"),
      audience: direct("u1"),
      channel: "",
    });
    expect([...bodies(context)].sort()).toEqual(["plain words", "whispers"]);
    await deleteWhat(scope, { messageId: open });
    expect(bodies((await assembled(opened, answering)).context)).toEqual([]);
  });
});
