// Recall in a module Worker of a real browser.
import { afterEach, describe, expect, test } from "vitest";
import {
  AbortedError,
  arrayLog,
  ClosedError,
  createCore,
  createRecall,
  InvalidArgumentError,
  InvalidPatternError,
  parsePattern,
  ReadError,
  WorkerCrashedError,
  type LogRecall,
  type SessionLog,
  type WalkProgress,
} from "../../dist/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { createRecallWorker, type RecallWorker } from "../../dist/worker/index.js";

const WORDS = "tide lamp harbour Tidal ΣΊΣΥΦΟΣ İstanbul café 日本 🎉 low night watch".split(" ");
const TIDE = { pattern: parsePattern("tide") };
/** Against what would never settle, however busy the machine. */
const SOON = 20_000;

const LOG = arrayLog(
  Array.from({ length: 3000 }, (_, sequence) => {
    const content = Array.from({ length: 12 }, (_, i) => WORDS[(sequence * 7 + i * i) % 12]);
    const author = { type: "person", id: sequence % 3 === 0 ? "ana" : "bo", label: "" } as const;
    return { sequence, content: content.join(" "), chatId: "lab", parent: null, author };
  }),
);

const started: RecallWorker[] = [];

function start(options: Partial<Parameters<typeof createRecallWorker>[0]> = {}): RecallWorker {
  const recall = createRecallWorker({ log: LOG, ...options });
  started.push(recall);
  return recall;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((recall) => recall.release()));
});

async function local(): Promise<LogRecall> {
  return createRecall({ core: await createCore(), regex: createRe2jsEngine() }).over(LOG);
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  const error = await Promise.race([
    call.then(
      () => null,
      (reason: unknown) => reason,
    ),
    new Promise((resolve) => setTimeout(resolve, SOON, "nothing")),
  ]);
  expect(error).toBeInstanceOf(Error);
  return error;
}

/** A log that never answers. */
const SILENT: SessionLog = { readBefore: () => new Promise(() => {}) };

describe("answers", () => {
  test("are those of recall on the page, for text and for expressions", async () => {
    const here = await local();
    for (const regex of ["re2js", "re2wasm"] as const) {
      const there = start({ regex });
      for (const word of WORDS)
        for (const query of [word, word.slice(1), `/${word.slice(0, 2)}.*n/`]) {
          const search = { pattern: parsePattern(query), authorId: "ana", limit: 7 };
          expect(await there.searchMessages(search), query).toEqual(
            await here.searchMessages(search),
          );
        }
    }
  });

  test("of a session are too", async () => {
    const [here, there] = [await (await local()).openSearch(), await start().openSearch()];
    for (const query of WORDS.flatMap((word) => [word, word.slice(0, 2), `/${word}/`])) {
      expect(await there.query(query), query).toEqual(await here.query(query));
    }
    expect(await there.extend()).toEqual(await here.extend());
    expect(await there.refresh()).toEqual(await here.refresh());
    expect({ size: there.size, coverage: there.coverage }).toEqual({
      size: here.size,
      coverage: here.coverage,
    });
    there.close();
    expect(await failure(there.query("tide"))).toBeInstanceOf(ClosedError);
  });

  test("leave the page free while they are looked for", async () => {
    const recall = start();
    await recall.searchMessages(TIDE);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    // Costs most of the budget of an expression: hundreds of milliseconds where it runs.
    const heavy = { pattern: parsePattern("/(?i)(\\pL|\\pN| ){1,60}z$/") };
    const from = performance.now();
    await recall.searchMessages(heavy).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "regex_budget" });
    });
    const took = performance.now() - from;
    clearInterval(timer);
    expect(took).toBeGreaterThan(20);
    // Chromium clamps nested timers to 4 ms; a page that is held up has none.
    expect(ticks).toBeGreaterThan(took / 40);
  });
});

describe("what crosses", () => {
  test("progress, in order and in time", async () => {
    const progress: WalkProgress[] = [];
    await start().searchMessages(TIDE, { onProgress: (each) => void progress.push(each) });
    expect(progress.map(({ scanned }) => scanned)).toEqual([512, 1024, 1536, 2048]);
  });

  test("an abort, with the coverage so far", async () => {
    const controller = new AbortController();
    const onProgress = (): void => controller.abort("enough");
    const call = start().searchMessages(TIDE, { signal: controller.signal, onProgress });
    const error = await failure(call);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: "enough", data: { coverage: { scanned: 512 } } });
  });

  test("errors of expressions, of arguments, and of the log", async () => {
    const recall = start();
    const bad = await failure(recall.searchMessages({ pattern: parsePattern("/a(b/") }));
    expect(bad).toBeInstanceOf(InvalidPatternError);
    expect(bad).toMatchObject({ data: { pattern: "a(b", position: 1 } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller in plain JavaScript
    const unsendable = { pattern: () => {} } as never;
    expect(await failure(recall.searchMessages(unsendable))).toBeInstanceOf(InvalidArgumentError);
    const cause = new Error("disk");
    const broken = start({ log: { readBefore: () => Promise.reject(cause) } });
    const error = await failure(broken.searchMessages(TIDE));
    expect(error).toBeInstanceOf(ReadError);
    expect(error).toMatchObject({ cause, data: { source: "disk" } });
  });
});

describe("the end", () => {
  test("a release settles every call", async () => {
    const recall = start({ log: SILENT });
    const calls = [recall.searchMessages(TIDE), recall.openSearch()].map(failure);
    await recall.release();
    for (const call of calls) expect(await call).toBeInstanceOf(ClosedError);
    expect(await failure(recall.searchMessages(TIDE))).toBeInstanceOf(ClosedError);
  });

  const ways: readonly [string, (worker: Worker) => unknown][] = [
    ["is terminated", (worker) => worker.terminate()],
    ["fails", (worker) => worker.dispatchEvent(new ErrorEvent("error", { message: "memory" }))],
  ];

  test.each(ways)("a worker that %s is noticed within a second", async (_, end) => {
    const workers: Worker[] = [];
    const worker = (): Worker => {
      const worker = new Worker(new URL("../../dist/worker/entry.js", import.meta.url), {
        type: "module",
      });
      workers.push(worker);
      return worker;
    };
    let silent = true;
    let reads = 0;
    const log: SessionLog = {
      readBefore(...read) {
        reads++;
        return (silent ? SILENT : LOG).readBefore(...read);
      },
    };
    const crashes: WorkerCrashedError[] = [];
    const recall = start({ log, worker, onCrash: (error) => void crashes.push(error) });
    // Started and waiting for the log.
    const call = failure(recall.searchMessages(TIDE));
    await expect.poll(() => reads, { timeout: SOON }).toBe(1);
    for (const worker of workers) end(worker);
    expect(await call).toBeInstanceOf(WorkerCrashedError);
    expect(crashes).toEqual([recall.crashed]);
    expect(await failure(recall.searchMessages(TIDE))).toBe(recall.crashed);
    silent = false;
    recall.restart();
    expect((await recall.searchMessages(TIDE)).hits).toHaveLength(10);
  });

  test("a script that cannot be loaded is a crash", async () => {
    const worker = (): Worker => new Worker("/nowhere.js", { type: "module" });
    const recall = start({ worker });
    expect(await failure(recall.searchMessages(TIDE))).toBeInstanceOf(WorkerCrashedError);
  });
});
