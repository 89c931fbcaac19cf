import { beforeAll, expect, test } from "vitest";
import { openStore } from "../../dist/store/open-store.js";
import type { Database } from "../../dist/store/database.js";
import type { AssembledContext } from "../../dist/store/assembly/context-port.js";
import { actor, merged, split } from "./actors.support.js";
import {
  assembled,
  block,
  BOT,
  gates,
  inGuild,
  MERGE,
  openGuild,
  replayed,
  ROSTER,
  type Opened,
} from "./assembly-support.js";
import { MODELS, refresh } from "./cards-support.js";
import { forEachDatabase } from "./harness.js";
import { direct, dm, say } from "./turn-support.js";

const CARD = { actor_card_enabled: true, actor_card_admission_model: "judge" };

/** The same rows in a store whose cards are on. */
async function withCards({ scope }: Opened): Promise<Opened> {
  const { database, perspective } = scope;
  const speakers = gates({ ...CARD, ...MERGE, ...ROSTER });
  return { scope, store: await openStore({ database, perspective, speakers, models: MODELS }) };
}

function bodies(context: AssembledContext): readonly string[] {
  const text = block(context, "card")?.text ?? "";
  return Array.from(text.matchAll(/"body":"([^"]*)"/gu), ([, body = ""]) => body);
}

forEachDatabase("a card in an assembled context", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test("stands first, is the requester's alone, and is in the ledger", async () => {
    const opened = await openGuild(database);
    const told = await inGuild(opened, "a", "pref: short answers", { by: "u1" });
    await inGuild(opened, "a", "pref: rhymes", { by: "eve" });
    const secret = { conversation: dm("d1"), audience: direct("u1") };
    await say(opened.scope, "past: hid a walrus", secret);
    const answering = await inGuild(opened, "b", "and now?", { by: "u1" });
    await refresh(opened.scope);
    const { turn, context } = await assembled(await withCards(opened), answering);
    expect(context.blocks[0]).toMatchObject({ name: "card", entries: 1, evicted: 0 });
    expect(bodies(context)).toEqual(["short answers"]);
    expect((await turn.trace()).ledger).toContain(told);
    // What he told in private is there where he is in private.
    const home = await (
      await withCards(opened)
    ).store.view({
      destination: { ...secret, asOf: new Date().toISOString() },
      requester: { id: "u1" },
    });
    expect((await home.card()).map(({ body }) => body)).toEqual(["short answers", "hid a walrus"]);
  });

  test("goes whole where there is no room, after roster entries and before pins", async () => {
    const opened = await openGuild(database);
    for (const body of ["short answers", "no emoji"])
      await inGuild(opened, "a", `pref: ${body}`, { by: "u1" });
    const answering = await inGuild(opened, "b", "!pin #key under the mat", { by: "u1" });
    await refresh(opened.scope);
    const cards = await withCards(opened);
    const { context: whole } = await assembled(cards, answering);
    const sizes = new Map(whole.blocks.map(({ name, tokens }) => [name, tokens]));
    const maxTokens =
      (sizes.get("card") ?? 0) + (sizes.get("threads") ?? 0) + (sizes.get("pins") ?? 0) - 1;
    const { context } = await assembled(cards, answering, { more: { maxTokens } });
    const kept = new Map(context.blocks.map(({ name, entries }) => [name, entries]));
    expect([kept.get("roster"), kept.get("card"), kept.get("pins")]).toEqual([0, 1, 1]);
    expect(context.total).toBeLessThanOrEqual(maxTokens);
  });

  test("accounts that count as one share cards and replay, until they are told apart", async () => {
    const opened = await openGuild(database);
    await inGuild(opened, "a", "pref: short answers", { by: "u1" });
    await inGuild(opened, "c", "style: dry", { by: "u1-phone" });
    await inGuild(opened, "c", "noted", BOT);
    const answering = await inGuild(opened, "b", "and now?", { by: "u1" });
    await refresh(opened.scope);
    const cards = await withCards(opened);
    const ask = async (): Promise<AssembledContext> => (await assembled(cards, answering)).context;
    const before = await ask();
    expect(bodies(before)).toEqual(["short answers"]);
    expect(replayed(before)).toEqual(["user: pref: short answers"]);
    await merged(opened.scope, ["u1-phone", "u1"]);
    const joined = await ask();
    expect(bodies(joined).toSorted()).toEqual(["dry", "short answers"]);
    expect(replayed(joined)).toContain("assistant: noted");
    expect(joined.text).not.toContain(actor("u1"));
    await split(opened.scope, "u1-phone");
    // A roster is of one request: its id alone is new.
    const id = before.roster?.id;
    const apart = await ask();
    expect({ ...apart, roster: { ...apart.roster, id } }).toEqual({
      ...before,
      roster: { ...before.roster, id },
    });
  });
});
