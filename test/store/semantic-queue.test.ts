import { beforeAll, expect, it } from "vitest";
import { AbortedError } from "../../dist/model/errors.js";
import { EmbedderError } from "../../dist/model/store-errors.js";
import type { Database } from "../../dist/store/database.js";
import { defer } from "../../dist/store/driver/deferred.js";
import { forget } from "../../dist/store/forget.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import { embedPending } from "../../dist/store/semantic/embed-pending.js";
import { turnOffSemantic, turnOnSemantic } from "../../dist/store/semantic/switch.js";
import { forEachDatabase } from "./harness.js";
import {
  actingEmbedder,
  counts,
  embedAll,
  embedBuilt,
  operatorRows,
  outage,
  semanticView,
  subjectEmbedder,
  subjectsOf,
} from "./semantic-support.js";
import { channel, direct, dm, happen, newScope, open, PUBLIC, tell } from "./spoken.js";

const GENERAL = channel("general");
const HERE = { place: dm("u1"), audience: direct("u1"), requester: "u1" };
const LATER = "2026-01-03T00:00:00Z";

forEachDatabase("the queue of embeddings", (openDatabase, kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  async function said(count: number, textOf = (index: number) => `car number ${index}`) {
    const scope = await newScope(database);
    await tell(
      scope,
      Array.from({ length: count }, (_, index) => ({
        in: GENERAL,
        to: PUBLIC,
        text: textOf(index),
        at: new Date(Date.UTC(2026, 0, 1, 10, 0, index)).toISOString(),
        sourceId: `row${index}`,
      })),
    );
    await open(scope, dm("u1"));
    return scope;
  }

  /** As if the time of a lease, or of a pause, were over. */
  const passTime = (scope: Scope) =>
    operatorRows(
      scope,
      `update backread.outbox set not_before = '-infinity' where perspective_id = $1`,
    );

  it("two workers at once do no row twice", async () => {
    const scope = await said(300);
    const embedder = subjectEmbedder();
    await turnOnSemantic(scope, embedder);
    await embedPending(scope, embedder, { limit: 1 });
    const reports = await Promise.all([
      embedPending(scope, embedder),
      embedPending(scope, embedder),
    ]);
    expect(reports.reduce((sum, { embedded }) => sum + embedded, 1)).toBe(300);
    expect(embedder.given).toHaveLength(300);
    expect(new Set(embedder.given).size).toBe(300);
    expect(await embedBuilt(scope, embedder)).toMatchObject({ embedded: 0 });
    expect(await counts(scope)).toEqual({ waiting: 0, vectors: 300 });
  });

  it("what a killed worker held is taken up when its lease is over, and not before", async () => {
    const scope = await said(3);
    const embedder = subjectEmbedder();
    await turnOnSemantic(scope, embedder);
    let asked = (): void => undefined;
    const reached = new Promise<void>((resolve) => (asked = resolve));
    const never = actingEmbedder(() => {
      asked();
      return new Promise(() => {});
    });
    const stop = new AbortController();
    const killed = embedPending(scope, never, { signal: stop.signal });
    killed.catch(() => undefined);
    await reached;
    expect(await embedPending(scope, embedder)).toMatchObject({ embedded: 0, building: true });
    await passTime(scope);
    expect(await embedBuilt(scope, embedder)).toMatchObject({ embedded: 3 });
    stop.abort();
    await expect(killed).rejects.toBeInstanceOf(AbortedError);
  });

  it("after an outage rows wait, longer each time, and the work ends there", async () => {
    const scope = await said(70);
    await turnOnSemantic(scope, outage);
    /** The tries so far and until when they wait, in seconds as the server has them. */
    const waits = async () => {
      const [row] = await operatorRows(
        scope,
        `select max(attempts) as attempts,
          extract(epoch from max(not_before))::float8 as until,
          extract(epoch from clock_timestamp())::float8 as now
        from backread.outbox where perspective_id = $1 and attempts > 0`,
      );
      return row as { attempts: number; until: number; now: number };
    };
    for (const attempts of [1, 2, 3]) {
      const before = await waits();
      const report = await embedPending(scope, outage);
      expect(report).toMatchObject({ embedded: 0, failure: "unknown", building: true });
      const after = await waits();
      expect(after.attempts).toBe(attempts);
      // It began to wait between the two, however far apart they are.
      expect(after.until - before.now).toBeGreaterThan(2 ** attempts);
      expect(after.until - after.now).toBeLessThan(2 ** attempts);
      await operatorRows(
        scope,
        `update backread.outbox set not_before = case when attempts > 0 then '-infinity'
          else '2999-01-01' end::timestamptz where perspective_id = $1`,
      );
    }
    await passTime(scope);
    const embedder = subjectEmbedder();
    expect(await embedBuilt(scope, embedder)).toMatchObject({ embedded: 70 });
  });

  // An embedded database has one transaction at a time.
  it.skipIf(kind === "pglite")("is worked at beside who locks its rows the other way", async () => {
    const scope = await said(2);
    await turnOnSemantic(scope, outage);
    const other = defer<void>();
    let locking: Promise<void> = Promise.resolve();
    const touch = "update backread.outbox set attempts = attempts where perspective_id = $1 and ";
    const report = await embedPending(
      scope,
      actingEmbedder(async () => {
        locking = writing(scope, async (session) => {
          const queue = "(select max(row_id) from backread.outbox where perspective_id = $1)";
          await session.query(`${touch} row_id = ${queue}`, [scope.perspectiveId]);
          other.resolve();
          for (;;) {
            const waiting = await session.query(
              "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))",
            );
            if (waiting.length > 0) break;
          }
          await session.query(`${touch} row_id < ${queue}`, [scope.perspectiveId]);
        });
        await Promise.race([other.promise, locking]);
        throw new Error("gone");
      }),
    );
    // Whoever waited longer has to yield: the worker, but where this process was held up.
    await locking.catch((error: unknown) => {
      expect(error).toMatchObject({ data: { sqlState: "40P01" } });
    });
    expect(report).toMatchObject({ embedded: 0, failed: 2, failure: "unknown" });
  });

  it("a text that is refused holds none of the others up", async () => {
    const scope = await said(20, (index) => (index === 13 ? "the bad one" : `car ${index}`));
    const calls: number[] = [];
    const picky = actingEmbedder(async (texts) => {
      calls.push(texts.length);
      if (texts.includes("the bad one")) throw EmbedderError.of("refused", "answered 400", 400);
      return texts.map((text) => subjectsOf(text));
    });
    await turnOnSemantic(scope, picky);
    expect(await embedBuilt(scope, picky)).toMatchObject({ embedded: 19, unembeddable: 1 });
    expect(calls.length).toBeLessThan(14);
    const view = await semanticView(scope, HERE, picky);
    expect((await view.search("vehicle")).degraded).toEqual([]);
  });

  it("where every text is refused, the embedder is at fault, and nothing is given up", async () => {
    const scope = await said(2);
    const wrong = actingEmbedder(async () => {
      throw EmbedderError.of("refused", "answered 400", 400);
    });
    await turnOnSemantic(scope, wrong);
    expect(await embedPending(scope, wrong)).toMatchObject({ unembeddable: 0, failed: 2 });
    await passTime(scope);
    expect(await embedPending(scope, subjectEmbedder())).toMatchObject({ embedded: 2 });
  });

  it("blank texts are sent nowhere, and wait for nothing", async () => {
    const scope = await said(3, (index) => (index === 1 ? " \n " : `car ${index}`));
    const embedder = subjectEmbedder();
    await embedAll(scope, embedder);
    expect(embedder.given.toSorted()).toEqual(["car 0", "car 2"]);
    expect((await counts(scope)).waiting).toBe(0);
  });

  it("an answer that comes after an edit or a deletion is dropped", async () => {
    const scope = await said(3);
    const late = actingEmbedder(async (texts) => {
      if (texts.length === 3)
        await happen(scope, GENERAL, [
          { type: "delete", sourceId: "row0", at: LATER },
          {
            type: "edit",
            sourceId: "row1",
            by: "u9",
            content: "a puppy",
            at: LATER,
            audience: PUBLIC,
          },
        ]);
      return texts.map((text) => subjectsOf(text));
    });
    await turnOnSemantic(scope, late);
    expect(await embedBuilt(scope, late)).toMatchObject({ embedded: 2, dropped: 2 });
    expect(await counts(scope)).toEqual({ waiting: 0, vectors: 2 });
    const view = await semanticView(scope, HERE, late);
    expect((await view.search("vehicle")).hits.map(({ content }) => content)).toEqual([
      "car number 2",
    ]);
    expect((await view.search("hound")).hits.map(({ content }) => content)).toEqual(["a puppy"]);
  });

  it("forgets vector and queue in the transaction of the deletion", async () => {
    const scope = await said(2);
    await embedAll(scope, subjectEmbedder());
    const [row] = await operatorRows(
      scope,
      `select id from backread.messages where perspective_id = $1 and source_id = 'row0'`,
    );
    const failed = writing(scope, async (session) => {
      await forget(session, [Number(row?.id)]);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect((await counts(scope)).vectors).toBe(2);
    await writing(scope, (session) => forget(session, [Number(row?.id)]));
    expect(await counts(scope)).toEqual({ waiting: 0, vectors: 1 });
  });

  it("a worker of a model that was replaced writes nothing", async () => {
    const scope = await said(2);
    const first = actingEmbedder(
      async (texts) => {
        await turnOnSemantic(scope, subjectEmbedder("second"));
        return texts.map((text) => subjectsOf(text));
      },
      { model: "first" },
    );
    await turnOnSemantic(scope, first);
    expect(await embedPending(scope, first)).toMatchObject({ embedded: 0, dropped: 2 });
    expect((await counts(scope)).vectors).toBe(0);
    await passTime(scope);
    expect(await embedBuilt(scope, subjectEmbedder("second"))).toMatchObject({ embedded: 2 });
  });

  it("gives rows back untried when its signal fires", async () => {
    const scope = await said(2);
    const stop = new AbortController();
    const embedder = actingEmbedder(async () => {
      stop.abort();
      return new Promise(() => {});
    });
    await turnOnSemantic(scope, embedder);
    const stopped = embedPending(scope, embedder, { signal: stop.signal });
    await expect(stopped).rejects.toBeInstanceOf(AbortedError);
    await expect(stopped).rejects.toMatchObject({ data: { coverage: { stoppedBy: "aborted" } } });
    expect(await embedPending(scope, subjectEmbedder())).toMatchObject({ embedded: 2 });
  });

  it("is emptied, and every vector goes, when the lane is turned off", async () => {
    const scope = await said(2);
    await embedAll(scope, subjectEmbedder());
    await turnOffSemantic(scope);
    await tell(scope, [{ in: GENERAL, to: PUBLIC, text: "one more", at: LATER }]);
    expect(await counts(scope)).toEqual({ waiting: 0, vectors: 0 });
    const view = await semanticView(scope, HERE, subjectEmbedder());
    expect((await view.search("vehicle")).degraded).toEqual(["semantic_unavailable"]);
  });
});
