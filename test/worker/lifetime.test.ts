// Whatever ends a worker, every call settles, and nothing is left of it.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  AbortedError,
  BackreadError,
  ClosedError,
  InvalidArgumentError,
  parsePattern,
  WorkerCrashedError,
  WorkerUnavailableError,
  type SearchSession,
  type StopSignal,
} from "../../dist/index.js";
import { createRecallWorker, type RecallWorker } from "../../dist/worker/index.js";
import { startThread as startInBrowser } from "../../dist/worker/thread.browser.js";
import { startThread as startInWorkerd } from "../../dist/worker/thread.workerd.js";
import { openHandles } from "./open-handles.js";
import { ENTRY, failure, gated, killable, seededRandom, transcript, within } from "./support.js";

const TIDE = { pattern: parsePattern("tide") };
/** "within 1 s" of the bug report. */
/** Against what would never settle, however busy the machine. */
const SOON = 20_000;
const LOG = transcript(1500);

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function untilAllAreClosed(): Promise<void> {
  await vi.waitFor(() => expect(openHandles()).toEqual([]), { timeout: SOON });
}

const warnings: Error[] = [];
const onWarning = (warning: Error): void => void warnings.push(warning);
process.on("warning", onWarning);

afterEach(() => {
  // Node warns when listeners pile up.
  expect(warnings.splice(0)).toEqual([]);
});

test("what is counted below counts: a worker and its ports, a channel", async () => {
  expect(openHandles()).toEqual([]);
  const { recall } = killable({ log: LOG });
  await recall.searchMessages(TIDE);
  expect(openHandles()).toEqual(expect.arrayContaining(["WORKER", "MESSAGEPORT"]));
  await recall.release();
  await untilAllAreClosed();
  const { port1 } = new MessageChannel();
  expect(openHandles()).toEqual(["MESSAGEPORT", "MESSAGEPORT"]);
  port1.close();
  await untilAllAreClosed();
});

describe("release", () => {
  test("settles what is in flight, in the log and in sessions, and ends the thread", async () => {
    const { recall, threads } = killable({ log: LOG });
    const session = await recall.openSearch({ bound: 100 });
    const gate = gated(LOG);
    const waiting = killable({ log: gate.log });
    const calls = [
      waiting.recall.searchMessages(TIDE),
      waiting.recall.openSearch(),
      waiting.recall.readPinboard({ deskId: "lab", deskName: "Lab", threadRoot: null }),
    ].map(failure);
    await gate.reached(3);
    await within(SOON, waiting.recall.release());
    for (const call of calls) expect(await within(SOON, call)).toBeInstanceOf(ClosedError);
    const query = failure(session.query("tide"));
    await recall.release();
    expect(await query).toBeInstanceOf(ClosedError);
    for (const later of [recall.searchMessages(TIDE), session.query("t"), session.refresh()])
      expect(await failure(later)).toBeInstanceOf(ClosedError);
    expect(() => recall.restart()).toThrow(ClosedError);
    await recall.release();
    expect([...threads, ...waiting.threads].map(({ threadId }) => threadId)).toEqual([-1, -1]);
    expect(recall.crashed).toBeNull();
    gate.open();
    await untilAllAreClosed();
  });

  test("before the worker has even started", async () => {
    const recall = createRecallWorker({ log: LOG });
    const call = failure(recall.searchMessages(TIDE));
    await within(SOON, recall.release());
    expect(await within(SOON, call)).toBeInstanceOf(ClosedError);
  });
});

describe("a worker that ends by itself", () => {
  const ways: readonly [string, (thread: Worker) => void][] = [
    ["terminated", (thread) => void thread.terminate()],
    ["by an error", (thread) => thread.emit("error", new Error("out of memory"))],
    ["by a message that cannot be read", (thread) => thread.emit("messageerror", new Error("?"))],
  ];

  test.each(ways)("%s: calls reject within a second until it is restarted", async (_, end) => {
    const crashes: WorkerCrashedError[] = [];
    const gate = gated(LOG);
    const onCrash = (error: WorkerCrashedError): void => void crashes.push(error);
    const { recall, threads, thread } = killable({ log: gate.log, onCrash });
    const calls = [recall.searchMessages(TIDE), recall.openSearch()].map(failure);
    await gate.reached(2);
    end(thread());
    for (const call of calls) expect(await within(SOON, call)).toBeInstanceOf(WorkerCrashedError);
    expect(crashes).toHaveLength(1);
    expect(recall.crashed).toBe(crashes[0]);
    expect(await failure(within(SOON, recall.searchMessages(TIDE)))).toBe(crashes[0]);
    gate.open();
    recall.restart();
    expect(recall.crashed).toBeNull();
    expect((await recall.searchMessages(TIDE)).hits).toHaveLength(10);
    expect(threads).toHaveLength(2);
    await recall.release();
    expect(crashes).toHaveLength(1);
    await untilAllAreClosed();
  });

  test("by an error of its own script, or without one to run", async () => {
    for (const script of ["data:text/javascript,throw new Error('broken')", "file:///nowhere.js"]) {
      const recall = createRecallWorker({ log: LOG, worker: () => new Worker(new URL(script)) });
      const error = await within(SOON, failure(recall.searchMessages(TIDE)));
      expect(error).toBeInstanceOf(WorkerCrashedError);
      expect(error).toMatchObject({ code: "worker_crashed", cause: expect.any(Error) });
      await recall.release();
    }
  });

  test("takes its sessions with it, even when it is restarted", async () => {
    const { recall, kill } = killable({ log: LOG });
    const session = await recall.openSearch();
    await kill();
    expect(await failure(session.query("tide"))).toBeInstanceOf(WorkerCrashedError);
    recall.restart();
    expect(await failure(session.query("tide"))).toBeInstanceOf(WorkerCrashedError);
    session.close();
    const next = await recall.openSearch();
    expect((await next.query("tide")).hits).toHaveLength(10);
    await recall.release();
  });

  test("stays closed when it is released after it crashed", async () => {
    const { recall, kill } = killable({ log: LOG });
    await kill();
    expect(await failure(recall.searchMessages(TIDE))).toBeInstanceOf(WorkerCrashedError);
    await recall.release();
    expect(await failure(recall.searchMessages(TIDE))).toBeInstanceOf(ClosedError);
    expect(() => recall.restart()).toThrow(ClosedError);
  });

  test("is not taken again", async () => {
    const { recall, thread, kill } = killable({ log: LOG });
    await recall.searchMessages(TIDE);
    await kill();
    const again = (): RecallWorker => createRecallWorker({ log: LOG, worker: thread });
    expect(again).toThrow(InvalidArgumentError);
    await recall.release();
  });
});

test("a restart of a worker that runs gives up what it has not answered", async () => {
  const gate = gated(LOG);
  const { recall, threads } = killable({ log: gate.log });
  const call = failure(recall.searchMessages(TIDE));
  await gate.reached(1);
  recall.restart();
  expect(await within(SOON, call)).toBeInstanceOf(ClosedError);
  gate.open();
  expect((await recall.searchMessages(TIDE)).hits).toHaveLength(10);
  await recall.release();
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1]);
});

test("an abort does not wait for a core that never comes", async () => {
  const core = { module: new Promise<Response>(() => {}) };
  const recall = createRecallWorker({ log: LOG, core });
  const controller = new AbortController();
  const call = failure(recall.searchMessages(TIDE, { signal: controller.signal }));
  controller.abort("late");
  for (const error of [
    await within(SOON, call),
    await within(SOON, failure(recall.searchMessages(TIDE, { signal: controller.signal }))),
  ]) {
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: "late", data: { coverage: { scanned: 0 } } });
  }
  const left = failure(recall.openSearch());
  await recall.release();
  expect(await left).toBeInstanceOf(ClosedError);
});

test("no worker where there is none, and none of another kind", () => {
  expect(() => startInWorkerd(undefined, () => {})).toThrow(WorkerUnavailableError);
  // Node has no web Worker.
  expect(() => startInBrowser(undefined, () => {})).toThrow(WorkerUnavailableError);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller in plain JavaScript
  const regex = "pcre" as "re2js";
  expect(() => createRecallWorker({ log: LOG, regex })).toThrow(InvalidArgumentError);
  const worker = { postMessage: () => {}, terminate: () => {} };
  expect(() => createRecallWorker({ log: LOG, worker: () => worker })).toThrow(
    InvalidArgumentError,
  );
});

test("sessions are freed by close and, when they are dropped, by the collector", async () => {
  let closes = 0;
  const counting = (): Worker => {
    const thread = new Worker(ENTRY);
    const post = thread.postMessage.bind(thread);
    thread.postMessage = (message: { path?: readonly string[] }, transfer) => {
      if (message.path?.[0] === "close") closes++;
      post(message, transfer);
    };
    return thread;
  };
  const recall = createRecallWorker({ log: LOG, worker: counting });
  const held = await recall.openSearch({ bound: 50 });
  for (let i = 0; i < 20; i++) await recall.openSearch({ bound: 50 });
  await vi.waitFor(
    () => {
      collectGarbage();
      expect(closes).toBe(20);
    },
    { timeout: SOON, interval: 20 },
  );
  expect((await held.query("tide")).hits.length).toBeGreaterThan(0);
  held.close();
  held.close();
  expect(closes).toBe(21);
  await recall.release();
});

test("B52: calls through what nobody keeps settle, and leave nothing open", async () => {
  const rows = transcript(120);
  let reads = 0;
  const { recall, thread, kill } = killable({
    log: {
      async readBefore(before, limit) {
        // In the middle of a call, with time for what the collector leaves to be done.
        if (reads++ % 12 === 0) {
          collectGarbage();
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        return rows.readBefore(before, limit);
      },
    },
  });
  await recall.searchMessages(TIDE);
  const running = openHandles();
  const listening = thread().listenerCount("message");
  let answered = 0;
  // Neither a session nor what is asked of it is kept.
  const transients: readonly (() => Promise<unknown>)[] = [
    () => recall.searchMessages(TIDE),
    () => recall.openSearch({ bound: 20 }).then((session) => session.query("tide")),
    () => recall.openSearch({ bound: 20 }).then((session) => session.extend({ bound: 40 })),
    () => recall.openSearch({ bound: 20 }).then((session) => session.refresh()),
  ];
  for (let i = 0; i < 250; i++)
    for (const call of transients)
      await within(
        5000,
        call().then(() => answered++),
      );
  expect(answered).toBe(1000);
  expect(openHandles()).toEqual(running);
  expect(thread().listenerCount("message")).toBe(listening);
  const gate = gated(LOG);
  const last = killable({ log: gate.log });
  const inFlight = failure(last.recall.searchMessages(TIDE));
  await gate.reached(1);
  collectGarbage();
  await last.kill();
  expect(await within(SOON, inFlight)).toBeInstanceOf(WorkerCrashedError);
  await kill();
  expect(await within(SOON, failure(recall.searchMessages(TIDE)))).toBeInstanceOf(
    WorkerCrashedError,
  );
  await Promise.all([recall.release(), last.recall.release()]);
  await untilAllAreClosed();
});

test("1,000 calls with random aborts, releases and killed workers all settle", async () => {
  const random = seededRandom(52);
  const listeners = new Set<() => void>();
  const tally = { answered: 0, aborted: 0, closed: 0, crashed: 0 };
  const short = transcript(600);
  const slow = {
    async readBefore(read: number | null, limit: number) {
      if (random(3) === 0) await new Promise((resolve) => setTimeout(resolve, random(4)));
      return short.readBefore(read, Math.min(limit, 200));
    },
  };
  const start = (): ReturnType<typeof killable> => killable({ log: slow });
  const workers = [start(), start()];
  const settled: Promise<void>[] = [];
  for (let i = 0; i < 1000; i++) {
    const slot = random(2);
    const worker = workers[slot] ?? start();
    const controller = new AbortController();
    if (random(4) === 0) setTimeout(() => controller.abort(), random(12));
    settled.push(count(randomCall(worker.recall, watched(controller.signal, listeners), random)));
    if (i % 60 === 59) {
      await worker.kill();
      worker.recall.restart();
    } else if (i % 90 === 89) {
      void worker.recall.release();
      workers[slot] = start();
    } else if (random(5) === 0) await settled[random(settled.length)];
  }
  await within(30_000, Promise.all(settled));
  await Promise.all(workers.map(({ recall }) => recall.release()));
  expect(tally.answered + tally.aborted + tally.closed + tally.crashed).toBe(1000);
  for (const each of Object.values(tally)) expect(each).toBeGreaterThan(20);
  expect(listeners.size).toBe(0);
  await untilAllAreClosed();

  async function count(call: Promise<unknown>): Promise<void> {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) tally.answered++;
    else if (error instanceof AbortedError) tally.aborted++;
    else if (error instanceof ClosedError) tally.closed++;
    else if (error instanceof WorkerCrashedError) tally.crashed++;
    else throw new Error("an error of another kind", { cause: error });
  }
});

async function randomCall(
  recall: RecallWorker,
  signal: StopSignal,
  random: (below: number) => number,
): Promise<unknown> {
  const lab = { deskId: "lab", deskName: "Lab", threadRoot: null };
  switch (random(4)) {
    case 0:
      return recall.searchMessages(TIDE, { signal });
    case 1:
      return recall.searchMessages({ pattern: parsePattern("/ti.e/") }, { signal });
    case 2:
      return recall.projectSession({ conversation: lab }, { signal });
    default:
      return asked(await recall.openSearch({ signal, bound: 300 }), signal, random(2) === 0);
  }
}

async function asked(session: SearchSession, signal: StopSignal, close: boolean): Promise<unknown> {
  const answer = await Promise.all([session.extend({ signal, bound: 100 }), session.query("lamp")]);
  if (close) session.close();
  return answer;
}

/** A signal that shows who still listens to it. */
function watched(signal: AbortSignal, listeners: Set<() => void>): StopSignal {
  return {
    get aborted() {
      return signal.aborted;
    },
    addEventListener: (type, listener) => {
      listeners.add(listener);
      signal.addEventListener(type, listener);
    },
    removeEventListener: (type, listener) => {
      listeners.delete(listener);
      signal.removeEventListener(type, listener);
    },
  };
}

test("every error of a worker is one of ours", () => {
  for (const error of [WorkerCrashedError.of("x"), WorkerUnavailableError.of("y")])
    expect(error).toBeInstanceOf(BackreadError);
});
