import { beforeEach, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { MAX_SEARCH_TIMEOUT_MS, openStore } from "../../dist/store/index.js";
import type { IngestEvent } from "../../dist/store/ingest-port.js";
import { openPerspective } from "../../dist/store/perspective.js";
import { reading, writing } from "../../dist/store/scope.js";
import type { Store } from "../../dist/store/store-port.js";
import { forEachDatabase, openStoreScope } from "./harness.js";
import { destination, direct, dm, now, SLACK } from "./turn-support.js";

const HOME = dm("d1");
const READER = direct("u1");
let stores = 0;

/** Works for as long as it is let. */
const FOREVER = "select count(*) from generate_series(1, 100000000000) as n";

function message(sourceId: string, content: string): IngestEvent {
  return {
    type: "message",
    sourceId,
    content,
    author: { type: "person", id: "u1", label: "Kim" },
    sentAt: `2026-01-01T00:00:${sourceId.padStart(2, "0")}Z`,
    audience: READER,
  };
}

forEachDatabase("a store", (open, kind) => {
  let database: Database | undefined;
  let store: Store;
  let agent: string;

  beforeEach(async () => {
    database ??= await open();
    agent = `keeper${++stores}`;
    store = await openStore({ database, perspective: { tenant: "t", agent }, masterKey: "key" });
    await store.declare({ ...SLACK, ids: "global", trusted: true });
  });

  async function count(): Promise<number> {
    return (await store.view({ destination: destination(HOME, READER) })).count();
  }

  test("allows a read the time that it is told to, and no other than it can", async () => {
    if (database === undefined) throw new Error("not opened");
    const perspective = { tenant: "t", agent };
    for (const searchTimeoutMs of [0, 1.5, Number.NaN, MAX_SEARCH_TIMEOUT_MS + 1])
      await expect(openStore({ database, perspective, searchTimeoutMs })).rejects.toMatchObject({
        code: "invalid_argument",
        data: { argument: "searchTimeoutMs" },
      });
    // What stops a statement in memory ends the memory with it.
    if (kind === "pglite") return;
    const hasty = await openPerspective(database, perspective, { searchTimeoutMs: 120 });
    const slow = reading(hasty, (session) => session.query(FOREVER));
    await expect(slow).rejects.toMatchObject({ code: "timed_out", data: { milliseconds: 120 } });
  });

  test("takes rows in, tells them, answers, and says what it did", async () => {
    const events = [message("1", "the walrus is loose"), message("2", "where?")];
    const { outcomes } = await store.ingest({ conversation: HOME, events });
    const [, asked] = outcomes;
    if (asked?.status !== "stored") throw new Error("not stored");
    const turn = await store.turn({
      id: "t1",
      runId: "r1",
      destination: destination(HOME, READER),
      requester: { id: "u1" },
      answering: asked.messageId,
      loaded: [],
    });
    const { hits } = await turn.search("walrus", { toolCallId: "c1" });
    expect(hits).toHaveLength(1);
    const made = await turn.deliver({ content: "in the hall" }, now(READER));
    const trace = await turn.trace();
    expect(trace).toMatchObject({ turnId: "t1", runId: "r1", delivered: made });
    expect(trace.searchAudit).toMatchObject([
      { turnId: "t1", runId: "r1", toolCallId: "c1", outcome: "ok" },
    ]);
    expect(trace.searchAudit[0]?.queryDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(trace)).not.toContain("walrus");
    expect(await store.audit({ turnId: "t1" })).toEqual(trace.searchAudit);
    expect(await store.stats()).toEqual({
      connectors: 1,
      conversations: 1,
      messages: 3,
      deleted: 0,
      withoutEvidence: 0,
      searchable: 3,
      turns: 1,
      searches: 1,
    });
    expect(await store.delete({ messageId: hits[0]?.messageId ?? "" })).toEqual({
      deleted: 1,
      withdrawn: 1,
    });
    expect(await store.stats()).toMatchObject({ messages: 1, deleted: 2, searchable: 1 });
    expect(await count()).toBe(1);
  });

  test("two stores of two perspectives share nothing", async () => {
    await store.ingest({ conversation: HOME, events: [message("1", "mine")] });
    if (database === undefined) throw new Error("no database");
    const other = await openStore({ database, perspective: { tenant: "", agent } });
    await other.declare({ ...SLACK, ids: "global" });
    await expect(other.view({ destination: destination(HOME, READER) })).rejects.toMatchObject({
      code: "unknown_conversation",
    });
    expect(await other.stats()).toMatchObject({ connectors: 1, messages: 0 });
    await other.close();
    expect(await count()).toBe(1);
  });

  test("another search configuration than the perspective was made with is refused", async () => {
    if (database === undefined) throw new Error("no database");
    const perspective = { tenant: "t", agent };
    await expect(
      openStore({ database, perspective, searchConfig: "german" }),
    ).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("maintain folds counters, and no reader's sums change", async () => {
    if (database === undefined) throw new Error("no database");
    const scope = await openStoreScope(database, { tenant: "t", agent });
    for (let n = 1; n <= 20; n++)
      await store.ingest({ conversation: HOME, events: [message(String(n), `row ${n}`)] });
    const rows = (): Promise<number> =>
      reading(scope, async (session) => {
        const [row] = await session.query<{ n: number }>(
          `select count(*)::int as n from backread.corpus_counts where perspective_id = $1`,
          [scope.perspectiveId],
        );
        return row?.n ?? 0;
      });
    const before = await rows();
    const { searchable } = await store.stats();
    const seen: number[] = [];
    const watching = Promise.all(
      Array.from({ length: 5 }, async () => seen.push((await store.stats()).searchable)),
    );
    const report = await store.maintain({ limit: 7 });
    await watching;
    expect(report).toMatchObject({ codesExpired: 0, linksExpired: 0 });
    expect(report.countersFolded).toBeGreaterThan(1);
    expect(report.countersFolded).toBeLessThanOrEqual(8);
    expect(await rows()).toBeLessThan(before);
    await store.maintain();
    expect(await rows()).toBe(1);
    expect((await store.maintain()).countersFolded).toBe(0);
    expect(new Set([...seen, (await store.stats()).searchable])).toEqual(new Set([searchable]));
    await expect(store.maintain({ limit: 0 })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("maintain drops codes and proofs that have expired, and leaves those that have not", async () => {
    if (database === undefined) throw new Error("no database");
    const scope = await openStoreScope(database, { tenant: "t", agent });
    const pair = [
      { namespace: SLACK, id: "u1" },
      { namespace: SLACK, id: "u2" },
    ] as const;
    await store.startLink([pair[0], pair[1]]);
    expect(await store.maintain()).toMatchObject({ codesExpired: 0 });
    await writing(scope, (session) =>
      session.query(`update backread.link_codes set expires_at = now() where perspective_id = $1`, [
        scope.perspectiveId,
      ]),
    );
    expect(await store.maintain()).toMatchObject({ codesExpired: 2 });
  });
});

test("a url that is none is refused", async () => {
  const perspective = { tenant: "", agent: "a" };
  await expect(openStore({ url: "mysql://x", perspective })).rejects.toMatchObject({
    code: "invalid_argument",
  });
});

test("an embedded store by its url, closed with the store", async () => {
  const perspective = { tenant: "", agent: "a" };
  const store = await openStore({ url: "pglite:memory", perspective, inCallersThread: true });
  expect(await store.stats()).toMatchObject({ messages: 0 });
  await store.close();
  await expect(store.stats()).rejects.toMatchObject({ code: "closed" });
});
