import { afterEach, describe, expect, test } from "vitest";
import { ConformanceError, sessionLogSuite } from "../../dist/conformance/index.js";
import {
  BackreadError,
  ClosedError,
  createCore,
  createRecall,
  DuplicateSequenceError,
  InvalidArgumentError,
  walk,
  type Message,
} from "../../dist/index.js";
import {
  APPEND_CHARS,
  APPEND_ROWS,
  openIndexedDbLog,
  type IndexedDbLog,
  type IndexedDbLogOptions,
} from "../../dist/log/indexeddb/index.js";

const names: string[] = [];
const closing: { close(): void }[] = [];

function freshName(): string {
  const name = `log ${names.length} é😀`;
  names.push(name);
  return name;
}

async function open(
  name: string = freshName(),
  options: IndexedDbLogOptions = {},
): Promise<IndexedDbLog> {
  const log = await openIndexedDbLog(name, options);
  closing.push(log);
  return log;
}

/** A connection of somebody else, who takes no notice of anybody. */
function openRaw(
  name: string,
  version: number,
  make: (database: IDBDatabase) => void = () => {},
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.addEventListener("upgradeneeded", () => make(request.result));
    request.addEventListener("success", () => {
      closing.push(request.result);
      resolve(request.result);
    });
    request.addEventListener("error", () => reject(request.error));
  });
}

function remove(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => reject(request.error));
  });
}

afterEach(async () => {
  for (const each of closing.splice(0)) each.close();
  for (const name of names.splice(0)) await remove(name);
});

const row = (sequence: number, content = `row ${sequence}`): Message => ({
  sequence,
  chatId: null,
  parent: null,
  author: { type: "agent", id: "bot", label: "Bot" },
  content,
});
const rows = (count: number): Message[] => Array.from({ length: count }, (_, index) => row(index));
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no error",
    (error: unknown) => error,
  );

describe("IndexedDB keeps the contract of a log", () => {
  const cases = sessionLogSuite({
    open: async (rows) => {
      const log = await open();
      await log.append(rows);
      const append = async (more: readonly Message[]): Promise<void> =>
        void (await log.append(more));
      return { log, append, close: () => log.close() };
    },
  });
  for (const { name, skipped, run } of cases) test(name, { skip: skipped !== null }, run);

  test("which a log that forgets its oldest row does not", async () => {
    const broken = sessionLogSuite({
      open: async (rows) => {
        const log = await open();
        await log.append(rows.slice(1));
        return { log };
      },
    }).find(({ name }) => name === "the newest rows come first");
    expect(broken).toBeDefined();
    expect(await failure(broken!.run())).toBeInstanceOf(ConformanceError);
  });
});

describe("what is kept", () => {
  test("is there when the page comes again, and is searched to its oldest row", async () => {
    const name = freshName();
    const first = await open(name);
    expect(await first.append([...rows(1500), row(1500, "a needle")])).toEqual({
      added: 1501,
      present: 0,
    });
    first.close();
    const again = await open(name);
    const coverage = await walk(again, { bound: 5000, onPage: () => null });
    expect(coverage).toMatchObject({ scanned: 1501, complete: true });
    const recall = createRecall({ core: await createCore() });
    const pattern = { type: "text", query: "needle" } as const;
    const { hits } = await recall.searchMessages(again, { pattern });
    expect(hits.map(({ sequence }) => sequence)).toEqual([1500]);
  });

  test("are the fields of a message, and nothing else that an object carried", async () => {
    const log = await open();
    const carried = {
      ...row(3),
      at: "2024",
      secret: "x",
      author: { ...row(3).author, secret: "y" },
    };
    await log.append([carried]);
    expect((await log.readBefore(null, 5)).messages).toEqual([{ ...row(3), at: "2024" }]);
  });

  test("is of one name only", async () => {
    const [a, b] = [await open(), await open()];
    await a.append(rows(3));
    expect((await b.readBefore(null, 5)).messages).toEqual([]);
  });

  test("is gone after clear, and rows may come again", async () => {
    const log = await open();
    await log.append(rows(3));
    await log.clear();
    expect(await log.readBefore(null, 5)).toEqual({ messages: [], nextBefore: null });
    expect(await log.append([row(1, "other")])).toEqual({ added: 1, present: 0 });
  });
});

describe("append", () => {
  test("takes rows in any order, from a stream too", async () => {
    const log = await open();
    async function* stream(): AsyncGenerator<Message> {
      for (const sequence of [5, 2, 9]) yield row(sequence);
    }
    await log.append([row(7), row(1)]);
    await log.append(stream());
    const { messages } = await log.readBefore(null, 9);
    expect(messages.map(({ sequence }) => sequence)).toEqual([9, 7, 5, 2, 1]);
  });

  test("of the same rows again changes nothing and says so", async () => {
    const log = await open();
    const full: Message = { ...row(1, "a\uD800b"), parent: 0, at: "t", sourceId: "9" };
    await log.append([row(0), full]);
    expect(await log.append([row(0), full, row(2), row(2)])).toEqual({ added: 1, present: 3 });
    expect((await log.readBefore(null, 5)).messages).toEqual([row(2), full, row(0)]);
  });

  test.each<[string, Partial<Message>]>([
    ["content", { content: "other" }],
    ["parent", { parent: 0 }],
    ["desk", { chatId: "" }],
    ["author", { author: { type: "person", id: "bot", label: "Bot" } }],
    ["time", { at: "t" }],
    ["source id", { sourceId: "" }],
  ])(
    "of another %s under a taken sequence is refused, its transaction undone",
    async (_, other) => {
      const log = await open();
      await log.append([row(1), row(2)]);
      const error = await failure(log.append([row(3), { ...row(2), ...other }, row(4)]));
      expect(error).toBeInstanceOf(DuplicateSequenceError);
      expect(error).toMatchObject({ data: { sequence: 2 } });
      expect((await log.readBefore(null, 9)).messages).toEqual([row(2), row(1)]);
    },
  );

  test("that fails leaves whole transactions, and the same call again ends it", async () => {
    const log = await open();
    const many = rows(2 * APPEND_ROWS + 10);
    async function* broken(): AsyncGenerator<Message> {
      yield* many.slice(0, APPEND_ROWS + 5);
      throw new Error("the file ends here");
    }
    expect(await failure(log.append(broken()))).toMatchObject({ message: "the file ends here" });
    expect((await log.readBefore(null, 1)).messages).toEqual([row(APPEND_ROWS - 1)]);
    expect(await log.append(many)).toEqual({ added: APPEND_ROWS + 10, present: APPEND_ROWS });
  });

  test("ends a transaction where its rows grow long", async () => {
    const log = await open();
    const long = "x".repeat(APPEND_CHARS / 4);
    async function* broken(): AsyncGenerator<Message> {
      for (let sequence = 0; sequence < 6; sequence++) yield row(sequence, long);
      throw new Error("enough");
    }
    await failure(log.append(broken()));
    expect((await log.readBefore(null, 9)).messages).toHaveLength(4);
  });

  test.each<[unknown, RegExp]>([
    [null, /hold no row at 1: message must be an object/],
    ["text", /hold no row at 1/],
    [{ ...row(2), author: null }, /hold no row at 1/],
    [{ ...row(2), author: { type: "robot" } }, /hold no row at 1: author.type/],
    [{ ...row(2), sequence: -1 }, /hold no row at 1: sequence/],
    [{ ...row(2), sequence: 2 ** 53 }, /hold no row at 1: sequence/],
    [{ ...row(2), content: 3 }, /hold no row at 1: content/],
    [{ ...row(2), chatId: {} }, /hold no row at 1: chat_id/],
  ])("of %o is refused, and nothing with it is written", async (bad, message) => {
    const log = await open();
    const error = await failure(log.append([row(1), bad as Message]));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(String(error)).toMatch(message);
    expect((await log.readBefore(null, 9)).messages).toEqual([]);
  });

  test("stops between transactions when its signal fires", async () => {
    const log = await open();
    const stop = new AbortController();
    const reason = new Error("left the page");
    async function* stream(): AsyncGenerator<Message> {
      for (const each of rows(3 * APPEND_ROWS)) {
        if (each.sequence === APPEND_ROWS + 3) stop.abort(reason);
        yield each;
      }
    }
    expect(await failure(log.append(stream(), { signal: stop.signal }))).toBe(reason);
    expect((await log.readBefore(null, 1)).messages).toEqual([row(APPEND_ROWS - 1)]);
  });

  test("from two at once keeps every row", async () => {
    const name = freshName();
    const [a, b] = [await open(name), await open(name)];
    const even = rows(1000).filter(({ sequence }) => sequence % 2 === 0);
    const [first, second] = await Promise.all([a.append(even), b.append(rows(1000))]);
    expect(first.added + second.added).toBe(1000);
    expect((await a.readBefore(null, 1001)).messages).toHaveLength(1000);
  });
});

describe("a read", () => {
  test("that is aborted while it is under way rejects with the signal's reason", async () => {
    const log = await open();
    await log.append(rows(2000));
    const stop = new AbortController();
    const reason = new Error("typed on");
    const reading = log.readBefore(null, 2000, { signal: stop.signal });
    stop.abort(reason);
    expect(await failure(reading)).toBe(reason);
    expect((await log.readBefore(null, 3)).messages).toHaveLength(3);
  });

  test("takes the largest limit there is", async () => {
    const log = await open();
    await log.append(rows(3));
    const page = await log.readBefore(null, Number.MAX_SAFE_INTEGER);
    expect(page).toEqual({ messages: rows(3).reverse(), nextBefore: null });
  });
});

describe("closing", () => {
  test("lets what is under way end, refuses what comes after, and may be repeated", async () => {
    const closed: string[] = [];
    const log = await open(freshName(), { onClose: (by) => closed.push(by) });
    await log.append(rows(10));
    const reading = log.readBefore(null, 4);
    log.close();
    log.close();
    expect((await reading).messages).toHaveLength(4);
    for (const late of [log.readBefore(null, 1), log.append([row(1)]), log.clear()])
      expect(await failure(late)).toBeInstanceOf(ClosedError);
    expect(closed).toEqual(["owner"]);
  });

  test("gives way to a tab that deletes or upgrades the database", async () => {
    const name = freshName();
    const closed: string[] = [];
    const log = await open(name, { onClose: (by) => closed.push(by) });
    await log.append(rows(10));
    await remove(name);
    expect(closed).toEqual(["other"]);
    expect(await failure(log.readBefore(null, 1))).toBeInstanceOf(ClosedError);
    expect((await (await open(name)).readBefore(null, 1)).messages).toEqual([]);
  });
});

describe("opening", () => {
  const code = "storage_failed";

  test("waits no longer than it may for a tab that does not give way, and leaves nothing open", async () => {
    const name = freshName();
    const other = await openRaw(name, 1);
    const removing = remove(name);
    expect(await failure(open(name, { openMs: 50 }))).toMatchObject({
      code,
      message: "IndexedDB: other tabs held it for 50 ms",
      data: { failure: "blocked" },
    });
    other.close();
    await removing;
    await remove(name); // would wait for ever on a connection that was opened too late and kept
    expect((await indexedDB.databases()).map((each) => each.name)).not.toContain(name);
  });

  test("what a later version wrote is refused, and not touched", async () => {
    const name = freshName();
    (await openRaw(name, 99, (database) => database.createObjectStore("future"))).close();
    expect(await failure(open(name))).toMatchObject({
      code,
      data: { failure: "newer", name: "VersionError" },
    });
    expect((await openRaw(name, 99)).objectStoreNames.contains("future")).toBe(true);
  });

  test.each<[string, (database: IDBDatabase) => void]>([
    ["no store", () => {}],
    ["another store", (database) => database.createObjectStore("things")],
    ["a store without keys", (database) => database.createObjectStore("messages")],
    ["another key", (d) => d.createObjectStore("messages", { keyPath: "id" })],
    [
      "keys of its own",
      (d) => d.createObjectStore("messages", { keyPath: "sequence", autoIncrement: true }),
    ],
  ])("somebody else's database is refused: %s", async (_, make) => {
    const name = freshName();
    (await openRaw(name, 1, make)).close();
    expect(await failure(open(name))).toMatchObject({ code, data: { failure: "foreign" } });
  });

  test("where the browser does not allow it is a typed error", async () => {
    const factory: Pick<IDBFactory, "open"> = {
      open: () => {
        throw new DOMException("no", "SecurityError");
      },
    };
    const error = await failure(open(freshName(), { factory: factory as IDBFactory }));
    expect(error).toBeInstanceOf(BackreadError);
    expect(error).toMatchObject({ code, data: { failure: "unavailable", name: "SecurityError" } });
  });

  test("twice shares the rows", async () => {
    const name = freshName();
    const [a, b] = await Promise.all([open(name), open(name)]);
    await a.append(rows(2));
    expect((await b.readBefore(null, 9)).messages).toHaveLength(2);
  });
});

/** Storage that is small by its own rule, so that it can be filled; Chromium has it. */
interface Buckets {
  open(name: string, options: { quota: number }): Promise<{ readonly indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

test("a place without room gives a typed error, and keeps what it had", async () => {
  const { storageBuckets } = navigator as unknown as { storageBuckets: Buckets };
  const { indexedDB: factory } = await storageBuckets.open("small", { quota: 200_000 });
  const log = await openIndexedDbLog("full", { factory });
  try {
    await log.append(rows(10));
    expect(await failure(log.append([row(10), row(11, "x".repeat(1_000_000))]))).toMatchObject({
      code: "storage_failed",
      message: "IndexedDB: there is no room left for this site",
      data: { failure: "quota", name: "QuotaExceededError" },
    });
    expect((await log.readBefore(null, 1)).messages).toEqual([row(9)]);
    expect(await log.append([row(10)])).toEqual({ added: 1, present: 0 });
  } finally {
    log.close();
    await storageBuckets.delete("small");
  }
});
