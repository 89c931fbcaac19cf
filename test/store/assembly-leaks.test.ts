import { beforeAll, describe, expect, test } from "vitest";
import type { Audience } from "../../dist/speakers/audience.js";
import type { AssembledContext } from "../../dist/store/assembly/context-port.js";
import type { Database } from "../../dist/store/database.js";
import type { MessageEvent } from "../../dist/store/ingest-port.js";
import {
  assembled,
  BOT,
  gates,
  GUILD,
  inGuild,
  MERGE,
  openGuild,
  ROSTER,
  turnIn,
} from "./assembly-support.js";
import { forEachDatabase } from "./harness.js";
import { unguarded } from "./roster-support.js";
import { channel, direct, dm, members, now, say, workspace } from "./turn-support.js";

const EVERYTHING = gates({ ...MERGE, ...ROSTER }, { speaker_audience_scope: "conversation" });
const WORD = "heliotrope";

/** Everything that a host could send on. */
function printed({ text, messages, blocks, roster }: AssembledContext): string {
  return JSON.stringify([text, messages, blocks, roster]);
}

forEachDatabase("an assembled context tells nothing", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** What a request in the public channel `b` is told, where the row is as `more` says. */
  async function toldOf(
    by: string,
    more: Partial<Omit<MessageEvent, "audience">> & { readonly audience?: Audience },
    at: Parameters<typeof assembled>[2] = {},
  ): Promise<string> {
    const guild = await openGuild(database, EVERYTHING);
    const author = { type: "person", id: by, label: `${WORD} ${by}` } as const;
    await inGuild(guild, "a", `the word is ${WORD}`, { author, ...more });
    const answering = await inGuild(guild, "b", "and now?");
    return printed((await assembled(guild, answering, at)).context);
  }

  test("that its predicate hides: without it a private channel is told to its siblings", async () => {
    const guild = await openGuild(database, EVERYTHING);
    const audience = members(["u1", "eve"]);
    const on = (day: string) => ({ sentAt: `2026-01-${day}T00:00:00Z` });
    await inGuild(guild, "a", `${WORD} of eve`, { by: "eve", audience, ...on("10") });
    await inGuild(guild, "a", `${WORD} of u1`, { audience, ...on("11") });
    const answering = await inGuild(guild, "b", "and now?", on("12"));
    const told = async (): Promise<string> => printed((await assembled(guild, answering)).context);
    expect(await told()).not.toContain(WORD);
    const holed = await unguarded(guild.scope, told);
    expect(holed).toContain(`${WORD} of eve`);
    expect(holed).toContain(`${WORD} of u1`);
  });

  describe.each([["of others"], ["of the requester's own"]] as const)("%s", (whose) => {
    const by = whose === "of others" ? "eve" : "u1";

    test("the same row, where nothing restricts it, is told", async () => {
      expect(await toldOf(by, {})).toContain(`the word is ${WORD}`);
    });

    test("from a private channel to a sibling", async () => {
      expect(await toldOf(by, { audience: members(["u1", "eve"]) })).not.toContain(WORD);
    });

    test("from a private channel to one that has another reader", async () => {
      const audience = members(["u1", "eve"]);
      const among = (readers: string[]) => toldOf(by, { audience }, { audience: members(readers) });
      expect(await among(["u1", "eve"])).toContain(WORD);
      expect(await among(["u1", "eve", "fay"])).not.toContain(WORD);
    });

    test("from a row that was confined to another conversation", async () => {
      const guild = await openGuild(database, EVERYTHING);
      const author = { type: "person", id: by, label: by } as const;
      const answering: string[] = [];
      for (const conversation of [channel("one"), GUILD]) {
        await inGuild(guild, "a", WORD, { author, conversation, conversationOnly: true });
        answering.push(await inGuild(guild, "b", "and now?", { conversation }));
        const told = printed(
          (await assembled(guild, answering.at(-1) ?? "", { conversation })).context,
        );
        expect(told).toContain(WORD);
      }
      const elsewhere = { ...GUILD, id: "other" };
      const asked = await inGuild(guild, "b", "and now?", { conversation: elsewhere });
      const { context } = await assembled(guild, asked, { conversation: elsewhere });
      expect(printed(context)).not.toContain(WORD);
    });

    test("from a dm, whatever channel it has and however widely it may be read", async () => {
      for (const kind of ["dm", "group_dm"] as const) {
        // Not by its label either, in the roster beside it.
        expect(await toldOf(by, { routeKind: kind })).not.toContain(WORD);
        const guild = await openGuild(database, EVERYTHING);
        const conversation = { ...dm("d1"), kind };
        await inGuild(guild, "a", "hello");
        for (const audience of [direct("u1"), workspace()])
          await say(guild.scope, WORD, { conversation, audience, channel: "a", by });
        // Nor by a route of another kind that leads into it.
        const alias = channel(`alias of ${kind}`);
        await guild.store.alias(alias, conversation);
        await inGuild(guild, "a", WORD, { conversation: alias, by });
        await guild.store.merge(conversation, GUILD);
        const answering = await inGuild(guild, "b", "and now?");
        const { context } = await assembled(guild, answering);
        expect(printed(context)).not.toContain(WORD);
      }
    });
  });

  test("of a reply that was made of what may not be told there", async () => {
    const guild = await openGuild(database, EVERYTHING);
    const few = members(["u1", "eve"]);
    const secret = await inGuild(guild, "p", `the word is ${WORD}`, { by: "eve", audience: few });
    const question = await inGuild(guild, "a", "what is the word?", {
      sentAt: "2026-01-20T00:00:00Z",
    });
    const asked = await turnIn(guild, question, { channel: "a", audience: few });
    await asked.fetch(secret);
    const sentAt = "2026-01-20T00:00:01Z";
    await asked.deliver({ content: `It is ${WORD}.`, sentAt }, now(few));
    const answering = await inGuild(guild, "b", "and now?", { sentAt: "2026-01-21T00:00:00Z" });
    const narrow = printed((await assembled(guild, answering, { audience: few })).context);
    expect(narrow).toContain(`It is ${WORD}.`);
    const wide = printed((await assembled(guild, answering)).context);
    expect(wide).not.toContain(WORD);
    expect(wide).toContain("what is the word?");
  });

  test("of a reply one of whose sources may be told less widely since", async () => {
    const guild = await openGuild(database, EVERYTHING);
    const on = (day: string) => ({ sentAt: `2026-01-${day}T00:00:00Z` });
    const source = { by: "eve", sourceId: "to be edited", ...on("10") };
    const told = await inGuild(guild, "p", "the word is a plant", source);
    const question = await inGuild(guild, "a", "what is the word?", on("11"));
    const asked = await turnIn(guild, question, { channel: "a" });
    await asked.fetch(told);
    await asked.deliver({ content: `It is ${WORD}.`, ...on("11") }, now(workspace()));
    const answering = await inGuild(guild, "b", "and now?", on("12"));
    const text = async (audience: Audience): Promise<string> =>
      printed((await assembled(guild, answering, { audience })).context);
    expect(await text(workspace())).toContain(WORD);
    const few = members(["u1", "eve"]);
    const edit = { type: "edit", sourceId: "to be edited", by: "eve", content: "secret" } as const;
    const at = "2026-02-01T00:00:00Z";
    await guild.store.ingest({ conversation: GUILD, events: [{ ...edit, at, audience: few }] });
    expect(await text(workspace())).not.toContain(WORD);
    expect(await text(few)).toContain(WORD);
  });

  test("of a row after its channel was restricted, or it was deleted", async () => {
    const guild = await openGuild(database, EVERYTHING);
    const sourceId = "to be deleted";
    await inGuild(guild, "a", `${WORD} one`, { by: "eve", sourceId });
    await inGuild(guild, "c", `${WORD} two`, { by: "eve" });
    const answering = await inGuild(guild, "b", "and now?");
    const told = async (): Promise<readonly boolean[]> => {
      const text = printed((await assembled(guild, answering)).context);
      return ["one", "two"].map((each) => text.includes(`${WORD} ${each}`));
    };
    expect(await told()).toEqual([true, true]);
    const at = "2026-02-01T00:00:00Z";
    const events = [
      { type: "delete", sourceId, at },
      { type: "restrict", channel: "c", readers: ["u1", "eve"], at },
    ] as const;
    await guild.store.ingest({ conversation: GUILD, events });
    expect(await told()).toEqual([false, false]);
  });

  test("by what a hidden row would change: names, order, groups or counts", async () => {
    const told: string[] = [];
    for (const hides of [false, true]) {
      const guild = await openGuild(database, EVERYTHING);
      const hidden = async (at: string, more: object): Promise<unknown> =>
        hides && inGuild(guild, "a", WORD, { audience: members(["eve"]), sentAt: at, ...more });
      await hidden("2026-01-10T00:00:00Z", { by: "alex" });
      const seen = (sentAt: string, text: string, more: object): Promise<string> =>
        inGuild(guild, "a", text, { sentAt, ...more });
      await seen("2026-01-10T00:00:01Z", "mine", { by: "u1" });
      await hidden("2026-01-10T00:00:02Z", { by: "eve" });
      await seen("2026-01-10T00:00:03Z", "answered", BOT);
      await hidden("2026-01-10T00:00:04Z", BOT);
      await seen("2026-01-10T00:00:05Z", "theirs", { by: "alex" });
      const sentAt = "2026-01-11T00:00:00Z";
      const answering = await inGuild(guild, "b", "and now?", { sentAt });
      const { context } = await assembled(guild, answering);
      const { messages, text, blocks } = context;
      told.push(JSON.stringify([messages.map(({ content }) => content), text, blocks]));
    }
    expect(told[0]).toContain("theirs");
    expect(told[1]).toBe(told[0]);
  });
});
