import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { IngestEvent, MessageEvent } from "../../dist/store/ingest-port.js";
import { openStore } from "../../dist/store/index.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import { PARTITIONED } from "../../dist/store/schema/001-tables.js";
import type { Store } from "../../dist/store/store-port.js";
import { asAdmin, createDatabase } from "./harness.js";
import type { TestServer } from "./server-setup.js";
import { explainEverything, openExplained, type Executed } from "./support/explained.js";
import { channel, destination, now, PUBLIC, SLACK } from "./turn-support.js";

/** Rows that are there already, and those of a batch: what a batch reads must not grow with them. */
const STORED = 12_000;
const BATCH = 20;
const HOME = channel("home");

function said(n: number, more: Partial<MessageEvent> = {}): MessageEvent {
  return {
    type: "message",
    sourceId: `m${n}`,
    content: `the walrus said word${n} and word${n % 50}`,
    author: { type: "person", id: `u${n % 9}`, label: `User ${n % 9}` },
    sentAt: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
    audience: PUBLIC,
    ...more,
  };
}

function numbers(from: number): readonly number[] {
  return Array.from({ length: BATCH }, (_, index) => from + index);
}

const AT = "2026-02-01T00:00:00Z";

const BATCHES: Readonly<Record<string, readonly IngestEvent[]>> = {
  messages: numbers(STORED).map((n) => said(n)),
  "messages again": numbers(100).map((n) => said(n)),
  "messages that answer and quote": numbers(STORED + BATCH).map((n) =>
    said(n, {
      replyTarget: `m${n - BATCH}`,
      quoted: { text: "walrus", sourceId: `m${n - 2 * BATCH}` },
    }),
  ),
  edits: numbers(1_000).map((n) => ({
    type: "edit",
    sourceId: `m${n}`,
    by: `u${n % 9}`,
    content: "a changed walrus",
    at: AT,
  })),
  deletions: numbers(2_000).map((n) => ({ type: "delete", sourceId: `m${n}`, at: AT })),
  "late messages": numbers(0).map((n) =>
    said(n, { sourceId: `late${n}`, sentAt: new Date(Date.UTC(2026, 0, 1) + n).toISOString() }),
  ),
};

/** A room whose tables nobody has analysed: the planner takes them for small. */
async function fill(database: Database): Promise<Store> {
  const perspective = { tenant: "t", agent: "keeper" };
  const store = await openStore({ database, perspective });
  await store.declare({ ...SLACK, ids: "global", agentIds: ["bot"], trusted: true });
  for (let from = 0; from < STORED; from += 1_000) {
    const events = Array.from({ length: 1_000 }, (_, index) => said(from + index));
    await store.ingest({ conversation: HOME, events });
  }
  return store;
}

async function make(server: TestServer): Promise<{ readonly name: string; readonly url: string }> {
  const name = await createDatabase(server, { template: "backread_template" });
  onTestFinished(() => asAdmin(server, `drop database if exists ${name} with (force)`));
  const url = `${server.ownerUrl}${name}`;
  const database = openPg({ url });
  await database.transaction({ begin: "begin" }, (session) =>
    session.script(
      PARTITIONED.flatMap((table) =>
        Array.from({ length: 8 }, (_, at) => `alter table backread.${table}_${at}`),
      )
        .map((alter) => `${alter} set (autovacuum_enabled = false)`)
        .join(";"),
    ),
  );
  await (await fill(database)).close();
  await database.close();
  // At this size a scan of all is worth it on a disk with arms; at a hundred times this size nowhere.
  await asAdmin(server, `alter database ${name} set random_page_cost = 1`);
  await explainEverything(server, name);
  return { name, url };
}

const TO_HOME = destination(HOME, PUBLIC);

/** Work on a few rows, as a turn and whoever looks at the room do it. */
async function few(store: Store, run: Run): Promise<void> {
  const view = await store.view({ destination: TO_HOME, requester: { id: "u1" } });
  const [hit] = await run("search", async () => (await view.search("word4321 word4322")).hits);
  const messageId = hit?.messageId ?? "";
  expect(messageId).not.toBe("");
  for (const filters of [{ conversation: HOME }, { actor: { id: "u1" } }, { after: AT }] as const)
    await run("search with a filter", () => view.search("word4321 word4322", { filters }));
  const speaker = { who: { actorId: "actor:slack:u1" }, only: true, scope: "channel" } as const;
  await run("search a speaker", () => view.search("word4321 word4322", { speaker }));
  await run("fetch", () => view.fetch(messageId));
  await run("neighbours", () => view.neighbours(messageId, 2));
  for (const log of [view.log(), view.log({ conversation: HOME })])
    await run("log", async () => {
      const first = await log.readBefore(null, 20);
      await log.readBefore(first.nextBefore, 20);
    });
  await run("memories", () => view.memories());
  const options = { id: "t1", destination: TO_HOME, requester: { id: "u1" }, answering: messageId };
  const turn = await run("turn", () => store.turn({ ...options, loaded: [messageId] }));
  await run("search in a turn", () => turn.search("word4000 word4001"));
  await run("remember", () => turn.remember("in short"));
  await run("deliver", () => turn.deliver({ content: "a reply" }, now(PUBLIC)));
  await run("audience", () => store.audienceOf(HOME));
  await run("delete", () => store.delete({ messageId }));
}

type Run = <T>(name: string, body: () => Promise<T>) => Promise<T>;

const { servers, missing } = inject("store");

for (const server of servers)
  describe(`on ${server.name}`, () => {
    test("what is done with a few rows reads a few", async () => {
      const { url } = await make(server);
      const heard: Executed[] = [];
      const database = openExplained(url, "auto", (executed) => void heard.push(executed));
      onTestFinished(() => database.close());
      const store = await openStore({ database, perspective: { tenant: "t", agent: "keeper" } });
      const large: unknown[] = [];
      await few(store, async (name, body) => {
        heard.length = 0;
        const value = await body();
        for (const { text, rows } of heard) if (rows > 20 * BATCH) large.push({ name, rows, text });
        return value;
      });
      expect(large).toEqual([]);
    });

    test("what a batch reads does not grow with the room that it comes to", async () => {
      const { url } = await make(server);
      const heard: Executed[] = [];
      const database = openExplained(url, "auto", (executed) => void heard.push(executed));
      onTestFinished(() => database.close());
      const store = await openStore({
        database,
        perspective: { tenant: "t", agent: "keeper" },
      });
      const large: unknown[] = [];
      for (const [name, events] of Object.entries(BATCHES)) {
        heard.length = 0;
        const { outcomes } = await store.ingest({ conversation: HOME, events });
        expect(outcomes.filter(({ status }) => status === "refused")).toEqual([]);
        for (const { text, rows } of heard) if (rows > 20 * BATCH) large.push({ name, rows, text });
      }
      expect(large).toEqual([]);

      // What such a plan would be: a scan of everything is seen.
      heard.length = 0;
      const begin = "begin; set local backread.perspective = '1'; set local enable_indexscan = off";
      await database.transaction({ begin }, (session) =>
        session.query("select count(content) from backread.messages where perspective_id = 1"),
      );
      expect(heard.at(-1)).toMatchObject({ rows: STORED + 3 * BATCH });
    });
  });

for (const { name, reason } of missing) test.skip(`on ${name} (${reason})`, () => {});
