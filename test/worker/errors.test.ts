// Errors, progress and aborts cross to a worker and back unharmed.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AbortedError,
  arrayLog,
  BackreadError,
  CoreUnavailableError,
  createCore,
  createRecall,
  InvalidArgumentError,
  InvalidPatternError,
  parsePattern,
  ReadError,
  RegexBudgetError,
  SourceChangedError,
  type LogRecall,
  type Page,
  type SessionLog,
  type StopSignal,
  type WalkProgress,
} from "../../dist/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { createRecallWorker, type RecallWorker } from "../../dist/worker/index.js";
import { row } from "../support/rows.js";
import { failure, gated, transcript } from "./support.js";

const TIDE = { pattern: parsePattern("tide") };
let behaviour: SessionLog = arrayLog([]);
/** One worker for all: each test says how the log behaves. */
const log: SessionLog = {
  readBefore: (before, limit, options) => behaviour.readBefore(before, limit, options),
};
let local: LogRecall;
let remote: RecallWorker;

beforeAll(async () => {
  const core = await createCore();
  local = createRecall({ core, regex: createRe2jsEngine() }).over(log);
  remote = createRecallWorker({ log });
  await remote.searchMessages(TIDE); // until it is ready, an abort is answered here
});
afterAll(() => remote.release());

/** The error of both, which has to be one and the same. */
async function sameFailure(ask: (recall: LogRecall) => Promise<unknown>): Promise<Error> {
  const [here, there] = [await failure(ask(local)), await failure(ask(remote))];
  expect(there).toEqual(here);
  if (!(here instanceof Error) || !(there instanceof Error)) throw new Error("not an Error");
  expect(there.constructor).toBe(here.constructor);
  expect([there.name, there.message]).toEqual([here.name, here.message]);
  expect(there.cause).toBe(here.cause);
  if (here instanceof BackreadError)
    expect(there).toMatchObject({ code: here.code, data: here.data });
  return there;
}

test("a bad expression, a bad argument, a budget that is spent", async () => {
  behaviour = arrayLog(Array.from({ length: 600 }, (_, i) => row(i, `${"a".repeat(400)}! ${i}`)));
  const search = (query: string) => (recall: LogRecall) =>
    recall.searchMessages({ pattern: parsePattern(query) });
  expect(await sameFailure(search("/a(b/"))).toBeInstanceOf(InvalidPatternError);
  expect(await sameFailure(search("/(?i)(\\pL|\\pN){1,200}$/"))).toBeInstanceOf(RegexBudgetError);
  const limited = (recall: LogRecall): Promise<unknown> =>
    recall.searchMessages({ ...TIDE, limit: -1 });
  expect(await sameFailure(limited)).toBeInstanceOf(InvalidArgumentError);
  const bound = (recall: LogRecall): Promise<unknown> => recall.openSearch({ bound: 0.5 });
  expect(await sameFailure(bound)).toBeInstanceOf(InvalidArgumentError);
});

test("an argument that cannot be sent is one with no meaning here", async () => {
  const unsendable = { pattern: { type: "text", query: () => {} } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller in plain JavaScript
  const call = remote.searchMessages(unsendable as never);
  expect(await failure(call)).toMatchObject({ code: "invalid_argument" });
  behaviour = transcript(10);
  expect((await remote.searchMessages(TIDE)).coverage.scanned).toBe(10);
});

class HostError extends BackreadError<{ readonly shard: number }> {
  readonly code = "host_shard_down";
}

describe("a log that throws", () => {
  const thrown: readonly unknown[] = [
    new Error("disk"),
    new RangeError("out of it"),
    SourceChangedError.of("shrank"),
    new HostError("shard 3 is down", { shard: 3 }),
    "just text",
    undefined,
    { status: 500 },
    Symbol("odd"),
  ];

  test.each(thrown.map((error) => [typeof error, error]))("%s", async (_type, error) => {
    for (const when of [0, 1]) {
      let reads = 0;
      const rows = transcript(2000);
      behaviour = {
        async readBefore(before, limit) {
          if (reads++ === when) throw error;
          return rows.readBefore(before, limit);
        },
      };
      await sameFailure((recall) => {
        reads = 0;
        return recall.searchMessages(TIDE);
      });
    }
  });

  test("not even asynchronously", async () => {
    const error = new Error("at once");
    behaviour = {
      readBefore() {
        throw error;
      },
    };
    expect(await sameFailure((recall) => recall.readPinboard(lab()))).toBeInstanceOf(ReadError);
  });
});

function lab(): { deskId: string; deskName: string; threadRoot: null } {
  return { deskId: "lab", deskName: "Lab", threadRoot: null };
}

test("a log that breaks the page contract breaks it in the same way", async () => {
  const good = row(5, "tide");
  const circular: Record<string, unknown> = { ...good };
  circular["author"] = circular;
  const answers: readonly unknown[] = [
    undefined,
    null,
    7,
    () => {},
    {},
    { messages: 7, nextBefore: null },
    { messages: () => {}, nextBefore: null },
    { messages: [], nextBefore: 3 },
    { messages: [good], nextBefore: () => {} },
    { messages: [good], nextBefore: {} },
    { messages: [good], nextBefore: Number.NaN },
    { messages: [good, good], nextBefore: null },
    { messages: [row(4, "a"), good], nextBefore: null },
    { messages: [good], nextBefore: 6 },
    { messages: Array.from({ length: 600 }, (_, i) => row(700 - i, "a")), nextBefore: null },
    { messages: [null], nextBefore: null },
    { messages: ["x"], nextBefore: null },
    { messages: [{ ...good, sequence: "5" }], nextBefore: null },
    { messages: [{ ...good, sequence: 2 ** 60 }], nextBefore: null },
    { messages: [{ ...good, parent: Symbol("p") }], nextBefore: null },
    { messages: [{ ...good, chatId: { toString: () => "lab" } }], nextBefore: null },
    { messages: [{ ...good, content: () => "tide" }], nextBefore: null },
    { messages: [{ ...good, author: "ana" }], nextBefore: null },
    { messages: [{ ...good, author: undefined }], nextBefore: null },
  ];
  for (const answer of answers) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a host in plain JavaScript
    behaviour = { readBefore: () => Promise.resolve(answer as Page) };
    await sameFailure((recall) => recall.searchMessages(TIDE));
  }
  // What cannot be sent but need not be.
  const extras = {
    ...good,
    at: "now",
    raw: { text: () => "" },
    author: { ...good.author, ask() {} },
  };
  for (const message of [extras, circular]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a host in plain JavaScript
    const page = { messages: [message], nextBefore: null } as unknown as Page;
    behaviour = { readBefore: () => Promise.resolve(page) };
    expect((await remote.searchMessages(TIDE)).hits).toHaveLength(1);
  }
});

describe("progress", () => {
  test("is the same, in order, and all there when the call settles", async () => {
    behaviour = transcript(3000);
    const seen = async (recall: LogRecall): Promise<WalkProgress[]> => {
      const progress: WalkProgress[] = [];
      const onProgress = (each: WalkProgress): void => void progress.push(each);
      const briefing = { viewerId: "", deskId: "lab", deskName: "Lab", teammates: [] };
      const brevity = { messageChars: 600, window: 30 };
      const start = { query: { conversation: lab() }, briefing: { ...briefing, brevity } };
      await recall.searchMessages(TIDE, { onProgress });
      await recall.initializeSessionWithContext(start, { onProgress });
      const session = await recall.openSearch({ onProgress, bound: 700 });
      await session.extend({ onProgress });
      await session.refresh({ onProgress });
      session.close();
      return progress;
    };
    const expected = await seen(local);
    expect(expected.length).toBeGreaterThan(10);
    expect(await seen(remote)).toEqual(expected);
  });

  test("a callback that throws is the call's error", async () => {
    behaviour = transcript(3000);
    const error = new Error("mine");
    let calls = 0;
    const onProgress = (): void => {
      calls++;
      throw error;
    };
    for (const recall of [local, remote]) {
      calls = 0;
      expect(await failure(recall.searchMessages(TIDE, { onProgress }))).toBe(error);
      expect(calls).toBe(1);
    }
  });
});

describe("abort", () => {
  test("before the call reads nothing", async () => {
    const gate = gated(transcript(10));
    behaviour = gate.log;
    gate.open();
    const signal = AbortSignal.abort("no");
    const error = await sameFailure((recall) => recall.searchMessages(TIDE, { signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error.cause).toBe("no");
    expect(gate.reads()).toBe(0);
  });

  test("in the middle of a walk stops within a page, with the coverage so far", async () => {
    behaviour = transcript(3000);
    const error = await sameFailure((recall) => {
      const controller = new AbortController();
      const onProgress = ({ scanned }: WalkProgress): void => {
        if (scanned === 1024) controller.abort(new Error("enough"));
      };
      return recall
        .searchMessages(TIDE, { signal: controller.signal, onProgress })
        .catch((error: unknown) => {
          if (error instanceof Error) error.cause = undefined; // a new one for each
          throw error;
        });
    });
    expect(error).toMatchObject({
      data: { coverage: { scanned: 1024, oldest: 1976, nextBefore: 1976, stoppedBy: "aborted" } },
    });
  });

  test("does not wait for a log that never answers", async () => {
    const gate = gated(transcript(10));
    behaviour = gate.log;
    const controller = new AbortController();
    const call = remote.searchMessages(TIDE, { signal: controller.signal });
    await gate.reached(1);
    controller.abort();
    expect(await failure(call)).toBeInstanceOf(AbortedError);
    gate.open();
  });

  test("reaches the log as the caller's own signal", async () => {
    const rows = transcript(10);
    const given: (StopSignal | undefined)[] = [];
    behaviour = {
      readBefore(before, limit, options) {
        given.push(options?.signal);
        return rows.readBefore(before, limit);
      },
    };
    const { signal } = new AbortController();
    await remote.searchMessages(TIDE, { signal });
    await remote.searchMessages(TIDE);
    const session = await remote.openSearch({ signal });
    await session.refresh();
    session.close();
    expect(given).toEqual([signal, undefined, signal, undefined]);
  });

  test("a log that fails because of it is no failed read", async () => {
    behaviour = {
      readBefore: (_before, _limit, options) =>
        new Promise((_, reject) => {
          options?.signal?.addEventListener("abort", () => reject(new Error("socket closed")));
        }),
    };
    for (const recall of [local, remote]) {
      const controller = new AbortController();
      const call = recall.searchMessages(TIDE, { signal: controller.signal });
      setTimeout(() => controller.abort("left"), 20);
      const error = await failure(call);
      expect(error).toBeInstanceOf(AbortedError);
      expect(error).toMatchObject({ cause: "left" });
    }
  });

  test("leaves no listener behind, however the call ends", async () => {
    const listeners = new Set<() => void>();
    const signal: StopSignal = {
      aborted: false,
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    };
    behaviour = transcript(2000);
    await remote.searchMessages(TIDE, { signal });
    await failure(remote.searchMessages({ pattern: parsePattern("/(/") }, { signal }));
    await failure(remote.searchMessages(TIDE, { signal, onProgress: () => failNow() }));
    const session = await remote.openSearch({ signal });
    const pending = session.refresh({ signal });
    session.close();
    await failure(pending);
    expect(listeners.size).toBe(0);
  });
});

function failNow(): never {
  throw new Error("now");
}

test.each([
  ["a fetch that failed", () => Promise.reject(new TypeError("fetch failed"))],
  ["a text in the place of a URL", () => "https://host.example/core.wasm"],
  ["null", () => null],
])("a module that cannot be had is told of alike: %s", async (_, source) => {
  const module = source as unknown as () => Promise<Response>;
  const recall = createRecallWorker({ log, core: { module: module() } });
  const [here, there] = [
    await failure(createCore({ module: module() })),
    await failure(recall.searchMessages(TIDE)),
  ];
  await recall.release();
  expect(here).toBeInstanceOf(CoreUnavailableError);
  expect(there).toEqual(here);
});
