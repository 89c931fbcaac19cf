import { beforeEach, describe, expect, test } from "vitest";
import {
  LEDGER_SEARCH_LIMIT,
  MAX_HITS,
  MAX_LINEAGE_HISTORY,
  MAX_LINEAGE_INPUTS,
} from "../../dist/store/bounds.js";
import type { Page } from "../../dist/log/port.js";
import type { Audience } from "../../dist/speakers/audience.js";
import type { Database } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type { MessageEvent } from "../../dist/store/ingest-port.js";
import { fitRequest, searchRoom } from "../../dist/store/turn/budget.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import type { Turn } from "../../dist/store/turn-port.js";
import { forEachDatabase } from "./harness.js";
import {
  channel,
  destination,
  direct,
  dm,
  now,
  openScope,
  say,
  turn,
  workspace,
} from "./turn-support.js";

const HOME = { conversation: dm("d1"), audience: direct("u1") };
const HALL = { conversation: channel("hall"), audience: workspace() };
const TO_HOME = destination(HOME.conversation, HOME.audience);

describe("a search near the end of its room", () => {
  test("asks for no more than fits", () => {
    for (let room = 1; room <= 120; room++)
      for (const asked of [
        { limit: MAX_HITS, neighbours: 2 },
        { limit: 1, neighbours: 2 },
        { limit: 8, neighbours: 0 },
      ]) {
        const fitted = fitRequest(asked, room);
        const { limit = 0, neighbours = 0 } = fitted ?? {};
        expect(limit).toBeGreaterThan(0);
        expect(limit).toBeLessThanOrEqual(asked.limit);
        expect(neighbours).toBeLessThanOrEqual(asked.neighbours);
        expect(limit * (1 + 2 * neighbours)).toBeLessThanOrEqual(room);
      }
    expect(fitRequest({ limit: 8, neighbours: 2 }, 1_000)).toEqual({ limit: 8, neighbours: 2 });
    expect(fitRequest({ limit: 8, neighbours: 2 }, 0)).toBeNull();
  });

  test("counts what was searched, and what a reply can record at all", () => {
    expect(searchRoom(0, 30)).toBe(LEDGER_SEARCH_LIMIT);
    expect(searchRoom(LEDGER_SEARCH_LIMIT, LEDGER_SEARCH_LIMIT)).toBe(0);
    expect(searchRoom(0, MAX_LINEAGE_HISTORY - 1)).toBe(1);
    expect(searchRoom(0, MAX_LINEAGE_HISTORY)).toBe(0);
  });
});

forEachDatabase("a turn", (open) => {
  let database: Database | undefined;
  let scope: Scope;

  beforeEach(async () => {
    database ??= await open();
    scope = await openScope(database);
  });

  async function asked(loaded: readonly string[] = [], id?: string): Promise<Turn> {
    const answering = await say(scope, "what do we know?", HOME);
    const named = id === undefined ? {} : { id };
    return turn(scope, { destination: TO_HOME, answering, loaded, ...named });
  }

  async function ledger(of: Turn): Promise<readonly string[]> {
    return (await of.trace()).ledger;
  }

  /** Many rows at once, oldest first. */
  async function talk(count: number, text: (n: number) => string): Promise<readonly string[]> {
    const events = Array.from({ length: count }, (_, n): MessageEvent => {
      const author = { type: "person", id: "u2", label: "u2" } as const;
      const sentAt = new Date(Date.UTC(2025, 1, 1) + n * 1_000).toISOString();
      return { type: "message", sourceId: `talk${n}`, content: text(n), author, sentAt, ...HALL };
    });
    const { outcomes } = await ingest(scope, { conversation: HALL.conversation, events });
    return outcomes.map((outcome) => (outcome.status === "stored" ? outcome.messageId : ""));
  }

  test("begins with what was observed, the window, and the message answered", async () => {
    const [seen, first, second] = await talk(3, (n) => `row ${n}`);
    const answering = await say(scope, "what?", HOME);
    const loaded = [first ?? "", second ?? ""];
    const observed = [seen ?? ""];
    const begun = await turn(scope, { destination: TO_HOME, answering, loaded, observed });
    expect(await ledger(begun)).toEqual([seen, first, second, answering]);
  });

  test("a hit and its neighbours enter; the window and the message answered are no hits", async () => {
    const rows = await talk(7, (n) => (n === 3 ? "the know-how of walruses" : `row ${n}`));
    const begun = await asked([rows[3] ?? ""]);
    const known = await ledger(begun);
    expect((await begun.search("walruses know")).status).toBe("nothing_found");
    expect(await ledger(begun)).toEqual(known);
    const fresh = await asked();
    const { hits } = await fresh.search("walruses");
    expect(hits.map(({ messageId }) => messageId)).toEqual([rows[3]]);
    const near = [rows[1], rows[2], rows[3], rows[4], rows[5]];
    expect((await ledger(fresh)).slice(1).toSorted()).toEqual(near.toSorted());
  });

  test("fetches and neighbours enter, a row that may not be read does not", async () => {
    const rows = await talk(5, (n) => `row ${n}`);
    const hidden = await say(scope, "for u2", { ...HOME, audience: direct("u2") });
    const begun = await asked();
    expect(await begun.fetch(hidden)).toBeNull();
    expect(await begun.fetch(rows[0] ?? "")).toMatchObject({ content: "row 0" });
    expect(await ledger(begun)).toHaveLength(2);
    const near = await begun.neighbours(rows[3] ?? "", 1);
    expect(near?.before.map(({ content }) => content)).toEqual(["row 2"]);
    expect((await ledger(begun)).slice(1)).toEqual([rows[0], rows[3], rows[2], rows[4]]);
  });

  test("each row of a page that is read enters, of one conversation and of all", async () => {
    const rows = await talk(5, (n) => `row ${n}`);
    const begun = await asked();
    const log = begun.log({ conversation: HALL.conversation });
    const page = await log.readBefore(null, 2);
    expect(page.messages.map(({ content }) => content)).toEqual(["row 4", "row 3"]);
    expect((await ledger(begun)).slice(1)).toEqual([rows[4], rows[3]]);
    const whole = begun.log();
    const { messages } = await whole.readBefore(null, 4);
    const ids = messages.map(({ sequence }) => whole.addressOf(sequence)?.messageId);
    expect(new Set(await ledger(begun))).toEqual(
      new Set([...ids, rows[4], rows[3], (await ledger(begun))[0]]),
    );
    expect(ids).toContain(rows[2]);
  });

  test("folds enter what they return: pins and their notes, openings, the window", async () => {
    await talk(40, (n) => `row ${n}`);
    const root = await say(scope, "the opening of a thread", { ...HALL, sourceId: "root" });
    const reply = await say(scope, "in the thread", { ...HALL, parent: "root" });
    const pinned = await say(scope, "keep this", HALL);
    const begun = await asked();
    const log = begun.log({ conversation: HALL.conversation });
    const [row] = (await log.readBefore(null, 1)).messages;
    const pinning = await say(scope, `!pin ^${row?.sequence ?? 0} -- a note`, HALL);

    const pins = await asked();
    const board = await pins.pins({ conversation: HALL.conversation });
    expect(board.pins).toMatchObject([{ excerpt: "keep this" }]);
    expect(board.coverage.scanned).toBeGreaterThan(40);
    expect(new Set((await ledger(pins)).slice(1))).toEqual(new Set([pinned, pinning]));

    const threads = await asked();
    const index = await threads.threads({ conversation: HALL.conversation, limit: 3 });
    const openings = index.threads.map(({ opening }) => opening);
    expect(openings).toContain("the opening of a thread");
    expect((await ledger(threads)).slice(1)).toHaveLength(3);
    expect(await ledger(threads)).toContain(root);
    expect(await ledger(threads)).not.toContain(reply);

    const context = await asked();
    const { history } = await context.context({
      conversation: HALL.conversation,
      viewerId: "ada",
      brevity: { messageChars: 600, window: 4 },
      window: 4,
    });
    expect(history).toHaveLength(4);
    expect(await ledger(context)).toEqual(expect.arrayContaining([pinned, pinning, root]));
    expect((await ledger(context)).length).toBeLessThanOrEqual(1 + 4 + 2 + 5);
  });

  test("quoted text brings the message that it comes from", async () => {
    const source = await say(scope, "the original words", { ...HALL, sourceId: "src" });
    const quoting = await say(scope, "as was said", {
      ...HALL,
      quoted: { text: "original words", sourceId: "src" },
    });
    const begun = await asked();
    expect(await begun.fetch(quoting)).toMatchObject({ quoted: "original words" });
    expect((await ledger(begun)).slice(1)).toEqual([quoting, source]);
  });

  test("a reply's readers are not guessed from what is no boolean", async () => {
    const [row = ""] = await talk(1, () => "row");
    const begun = await asked();
    await begun.fetch(row);
    const audience = { ...HOME.audience, external: "true" } as unknown as Audience;
    await expect(begun.deliver({ content: "done" }, now(audience))).rejects.toMatchObject({
      code: "invalid_argument",
      data: { argument: "audienceNow.audience.external" },
    });
  });

  test("an interrupted turn goes on with its ledger, and its id is of one destination", async () => {
    const [row = ""] = await talk(1, () => "row");
    const first = await asked([], "resumed");
    await first.fetch(row);
    const second = await asked([], "resumed");
    expect(await ledger(second)).toContain(row);
    const made = await second.deliver({ content: "done" }, now(HOME.audience));
    expect(await first.deliver({ content: "again" }, now(HOME.audience))).toEqual(made);
    const answering = await say(scope, "what?", HALL);
    await expect(
      turn(scope, {
        id: "resumed",
        destination: destination(HALL.conversation, HALL.audience),
        answering,
      }),
    ).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test(`${LEDGER_SEARCH_LIMIT} messages by searching, then the budget is exhausted`, async () => {
    await talk(500, (n) => `walrus number ${n} of batch${n % 25}`);
    const begun = await asked();
    const seen = new Set<string>();
    let status = "ok";
    for (let batch = 0; status === "ok" && batch < 25; batch++) {
      const answer = await begun.search(`batch${batch}`, { limit: MAX_HITS });
      status = answer.status;
      for (const hit of answer.hits)
        for (const { messageId } of [hit, ...hit.before, ...hit.after]) seen.add(messageId);
    }
    for (let last = 0; status === "ok" && last < 1_000; last++)
      status = (await begun.search(`batch${last % 25} ${last}`, { limit: 1 })).status;
    expect(status).toBe("search_budget_exhausted");
    const held = await ledger(begun);
    expect(held).toHaveLength(1 + LEDGER_SEARCH_LIMIT);
    for (const id of seen) expect(held).toContain(id);
    const [audit] = (await begun.trace()).searchAudit;
    expect(audit).toMatchObject({ outcome: "search_budget_exhausted", selected: [] });
    await expect(begun.deliver({ content: "a lot" }, now(HOME.audience))).resolves.toMatchObject(
      {},
    );
  });

  test("a limit near the caps does not produce an undeliverable reply", async () => {
    const rows = await talk(520, (n) => `walrus number ${n}`);
    const loaded = rows.slice(0, MAX_LINEAGE_HISTORY - 7);
    const begun = await asked(loaded);
    const { hits, status } = await begun.search("walrus", { limit: MAX_HITS });
    expect(status).toBe("ok");
    expect(hits).toHaveLength(1);
    expect((await ledger(begun)).length).toBeLessThanOrEqual(MAX_LINEAGE_INPUTS);
    const log = begun.log({ conversation: HALL.conversation });
    let before: number | null = null;
    for (let full = false; !full;) {
      const page: Page | null = await log.readBefore(before, 512).catch((error: unknown) => {
        expect(error).toMatchObject({ code: "ledger_full" });
        return null;
      });
      full = page === null;
      before = page?.nextBefore ?? null;
    }
    expect(await ledger(begun)).toHaveLength(MAX_LINEAGE_INPUTS);
    expect((await begun.search("walrus")).status).toBe("search_budget_exhausted");
    await expect(begun.fetch(rows[510] ?? "")).rejects.toMatchObject({ code: "ledger_full" });
    expect(await begun.fetch(rows[0] ?? "")).toMatchObject({ content: "walrus number 0" });
    await expect(
      begun.deliver({ content: "all of it" }, now(HOME.audience)),
    ).resolves.toMatchObject({});
    await expect(asked(rows.slice(0, MAX_LINEAGE_HISTORY + 1))).rejects.toMatchObject({
      code: "ledger_full",
    });
  });

  test("searches at the same time share one budget", async () => {
    await talk(500, (n) => `walrus number ${n} of batch${n % 12}`);
    const begun = await asked();
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => begun.search(`batch${n}`, { limit: MAX_HITS })),
    );
    expect((await ledger(begun)).length).toBeLessThanOrEqual(1 + LEDGER_SEARCH_LIMIT);
  });

  test("ids that are none are refused", async () => {
    const answering = await say(scope, "what?", HOME);
    for (const wrong of [{ id: "" }, { answering: "x" }, { loaded: ["x"] }, { observed: ["x"] }])
      await expect(
        turn(scope, { destination: TO_HOME, answering, ...wrong }),
      ).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("a memory is told where all its sources may be, and not once one is gone", async () => {
    const inHall = await say(scope, "a fact of the hall", HALL);
    const secret = await say(scope, "a fact of mine", HOME);
    const begun = await asked();
    for (const id of [inHall, secret]) await begun.fetch(id);
    const { memoryId } = await begun.remember("both facts");
    const later = await asked();
    expect(await later.memories()).toMatchObject([{ memoryId, text: "both facts" }]);
    expect(await ledger(later)).toEqual(expect.arrayContaining([inHall, secret]));
    const answering = await say(scope, "what?", HALL);
    const hall = await turn(scope, {
      destination: destination(HALL.conversation, HALL.audience),
      answering,
    });
    expect(await hall.memories()).toEqual([]);
    await writing(scope, (session) =>
      session.query(
        `update backread.messages set state = 'withdrawn'
         where perspective_id = $1 and message_id = $2::text::uuid`,
        [scope.perspectiveId, inHall],
      ),
    );
    expect(await (await asked()).memories()).toEqual([]);
    await expect(begun.remember("again")).rejects.toMatchObject({ code: "evidence_withdrawn" });
    await expect(begun.remember(" ")).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("a memory has U+FFFD for what cannot be stored, as a reply has", async () => {
    const begun = await asked();
    await begun.remember("a\0b\ud800c");
    expect(await begun.memories()).toMatchObject([{ text: "a\u{fffd}b\u{fffd}c" }]);
  });

  test("the newest memories that fit are told", async () => {
    const rows = await talk(300, (n) => `row ${n}`);
    for (const [name, from] of [
      ["older", 0],
      ["newer", 150],
    ] as const) {
      const begun = await asked(rows.slice(from, from + 150));
      await begun.remember(name);
    }
    const full = await asked(rows.slice(0, 0));
    expect((await full.memories()).map(({ text }) => text)).toEqual(["newer", "older"]);
    const others = await say(scope, "x", HOME);
    const filler = (await talkMore(300)).concat(others);
    const tight = await asked(filler);
    expect((await tight.memories()).map(({ text }) => text)).toEqual(["newer"]);
    const none = await asked((await talkMore(450)).slice(0, 450));
    await expect(none.memories()).rejects.toMatchObject({ code: "ledger_full" });
  });

  let more = 0;
  async function talkMore(count: number): Promise<string[]> {
    const batch = ++more;
    const events = Array.from({ length: count }, (_, n): MessageEvent => {
      const author = { type: "person", id: "u2", label: "u2" } as const;
      const sentAt = new Date(Date.UTC(2026, 2, batch) + n * 1_000).toISOString();
      const content = "filler";
      return { type: "message", sourceId: `more${batch}-${n}`, content, author, sentAt, ...HALL };
    });
    const { outcomes } = await ingest(scope, { conversation: HALL.conversation, events });
    return outcomes.flatMap((outcome) => (outcome.status === "stored" ? [outcome.messageId] : []));
  }
});
