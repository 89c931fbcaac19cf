// What a worker answers is what recall answers here.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createCore,
  createRecall,
  CoreUnavailableError,
  parsePattern,
  RegexUnsupportedError,
  type LogRecall,
} from "../../dist/index.js";
import { createRe2jsEngine, createRe2WasmEngine } from "../../dist/regex/index.js";
import { createRecallWorker, type RecallWorker } from "../../dist/worker/index.js";
import { LAB, thread } from "../support/rows.js";
import { failure, seededQueries, transcript } from "./support.js";

const LOG = transcript(3000);
const ATTIC = { deskId: "attic", deskName: "Attic", threadRoot: null } as const;

const ENGINES = [
  ["re2js", 300, createRe2jsEngine],
  ["re2wasm", 60, createRe2WasmEngine],
] as const;

describe.each(ENGINES)("with %s", (regex, queries, engine) => {
  let local: LogRecall;
  let remote: RecallWorker;

  beforeAll(async () => {
    local = createRecall({ core: await createCore(), regex: await engine() }).over(LOG);
    remote = createRecallWorker({ log: LOG, regex });
  });
  afterAll(() => remote.release());

  test(`${queries} seeded searches have the same answers`, async () => {
    const scopes = [undefined, LAB, ATTIC, thread(2990)];
    const authors = [undefined, "ana", "join", "operator"];
    let found = 0;
    for (const [index, query] of seededQueries(queries).entries()) {
      const search = {
        pattern: parsePattern(query),
        scope: scopes[index % 4] ?? null,
        authorId: authors[(index >> 2) % 4] ?? null,
        before: index % 5 === 0 ? 100 * (index % 30) : null,
        limit: index % 17,
      };
      const continueFrom = index % 7 === 0 ? 1500 : null;
      const expected = await local.searchMessages(search, { continueFrom });
      expect(await remote.searchMessages(search, { continueFrom }), query).toEqual(expected);
      found += expected.hits.length;
    }
    expect(found).toBeGreaterThan(queries);
  });

  test("a session answers the same, before and after it grows", async () => {
    const options = { conversation: LAB, author: "ana", before: 2900, bound: 700 };
    const here = await local.openSearch(options);
    const there = await remote.openSearch(options);
    const same = async (): Promise<void> => {
      expect({ size: there.size, coverage: there.coverage }).toEqual({
        size: here.size,
        coverage: here.coverage,
      });
      for (const [index, query] of seededQueries(25, 3).entries())
        expect(await there.query(query, { limit: index }), query).toEqual(
          await here.query(query, { limit: index }),
        );
    };
    expect(there.size).toBeGreaterThan(0);
    await same();
    expect(await there.extend({ bound: 900 })).toEqual(await here.extend({ bound: 900 }));
    await same();
    expect(await there.refresh()).toEqual(await here.refresh());
    expect(await there.query({ type: "text", query: "tide" })).toEqual(
      await here.query({ type: "text", query: "tide" }),
    );
    there.close();
    here.close();
  });

  test("so has everything else that reads a log", async () => {
    const briefing = {
      viewerId: "bo",
      deskId: "lab",
      deskName: "Lab",
      teammates: [],
      brevity: { messageChars: 600, window: 30 },
    };
    const start = { query: { conversation: LAB, before: 2500 }, briefing };
    const { messages: tail } = await LOG.readBefore(null, 40);
    const claim = { cursor: 2959, tail: tail.toReversed() };
    const questions: ((recall: LogRecall) => Promise<unknown>)[] = [
      (recall) => recall.searchThreads({ conversation: LAB, pattern: parsePattern("ti") }),
      (recall) =>
        recall.searchThreads({ conversation: LAB, pattern: parsePattern("/t.d/") }, { limit: 2 }),
      (recall) => recall.threadIndex(LAB),
      (recall) => recall.threadIndex(ATTIC, { limit: 2 }),
      (recall) => recall.projectSession({ conversation: LAB, window: 12 }),
      (recall) => recall.projectSession({ conversation: thread(2985) }),
      (recall) => recall.readPinboard(LAB),
      (recall) => recall.readPinboard(LAB, { limit: 3, before: 1000 }),
      (recall) => recall.initializeSession(start),
      (recall) => recall.initializeSessionWithContext(start),
      (recall) => recall.checkSummary(claim),
      (recall) => recall.checkSummary({ ...claim, tail: claim.tail.slice(1) }),
    ];
    for (const ask of questions) expect(await ask(remote)).toEqual(await ask(local));
    expect(await remote.checkSummary(claim)).toEqual({ ok: true });
  });
});

test("expressions are refused where no engine was asked for", async () => {
  const remote = createRecallWorker({ log: LOG, regex: false });
  const search = { pattern: parsePattern("/tide/") };
  expect(await failure(remote.searchMessages(search))).toBeInstanceOf(RegexUnsupportedError);
  expect((await remote.searchMessages({ pattern: parsePattern("tide") })).hits).toHaveLength(10);
  await remote.release();
});

test("takes a core of the host's choice, and says when it cannot be had", async () => {
  const search = { pattern: parsePattern("tide") };
  const expected = await createRecall({ core: await createCore() }).searchMessages(LOG, search);
  const path = new URL("../../dist/core/core.wasm", import.meta.url);
  const bytes = await (await import("node:fs/promises")).readFile(path);
  const compiled = await WebAssembly.compile(bytes);
  const cores = [{ kind: "reference" }, { module: bytes }, { module: compiled }] as const;
  for (const core of cores) {
    const remote = createRecallWorker({ log: LOG, core });
    expect(await remote.searchMessages(search)).toEqual(expected);
    await remote.release();
  }
  const offline = (): Promise<Response> => Promise.reject(new Error("offline"));
  for (const broken of [() => new Uint8Array([0, 97]), offline]) {
    const remote = createRecallWorker({ log: LOG, core: { module: broken() } });
    expect(await failure(remote.searchMessages(search))).toBeInstanceOf(CoreUnavailableError);
    expect(remote.crashed).toBeNull();
    await remote.release();
  }
  const unreachable = createRecallWorker({
    log: LOG,
    core: { module: { href: "data:application/wasm;base64,AAAA" } },
  });
  expect(await failure(unreachable.searchMessages(search))).toBeInstanceOf(CoreUnavailableError);
  await unreachable.release();
});
