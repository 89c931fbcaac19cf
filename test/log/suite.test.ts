import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  ConformanceError,
  sessionLogSuite,
  type SessionLogSuiteOptions,
} from "../../dist/conformance/index.js";
import { arrayLog, type Message, type Page } from "../../dist/index.js";
import {
  type HttpFetch,
  httpLog,
  serveLog,
  type ServeLogOptions,
} from "../../dist/log/http/index.js";
import { openJsonlLog } from "../../dist/log/jsonl/index.js";
import { formatMessageLine } from "../../dist/model/message-json.js";
import { type Breakage, openMemoryLog, type Read } from "./suite-support.js";

function conforms(adapter: string, options: SessionLogSuiteOptions): void {
  const cases = sessionLogSuite(options);
  describe(`${adapter} keeps the contract of a log`, () => {
    for (const { name, skipped, run } of cases)
      test(skipped === null ? name : `${name} (${skipped})`, { skip: skipped !== null }, run);

    test("what is skipped does not hold", async () => {
      for (const { skipped, run } of cases)
        if (skipped !== null) await expect(run()).rejects.toBeInstanceOf(ConformanceError);
    });
  });
}

conforms("the strict log of these tests", { open: (rows) => openMemoryLog(rows) });

conforms("an array", {
  open: (rows) => {
    const log = arrayLog(rows);
    return { log, append: (more) => more.forEach((row) => log.append(row)) };
  },
  skip: {
    "a cursor without a meaning is refused": "reads a cursor that is no number as older than all",
    "a row that a caller changes is unchanged in the log": "gives the host's own rows, uncopied",
    "a signal that has fired rejects the read": "has every row at hand before a signal could fire",
  },
});

const folder = await mkdtemp(join(tmpdir(), "backread-suite-"));
afterAll(() => rm(folder, { recursive: true }));
const linesOf = (rows: readonly Message[]): string =>
  rows.map((row) => `${formatMessageLine(row)}\n`).join("");
let files = 0;

conforms("a JSONL file", {
  open: async (rows) => {
    const path = join(folder, `${files++}.jsonl`);
    await writeFile(path, linesOf(rows));
    const log = await openJsonlLog(path, { chunkBytes: 1024 });
    return { log, append: (more) => appendFile(path, linesOf(more)), close: () => log.close() };
  },
});

/** The handler stands where the network would; `http.test.ts` goes through sockets. */
const overHttp = (options: ServeLogOptions): SessionLogSuiteOptions => ({
  open: (rows) => {
    const served = openMemoryLog(rows);
    const handle = serveLog(served.log, options);
    const fetch: HttpFetch = (url, init) => handle(new Request(url, init));
    return { ...served, log: httpLog("https://log.example/rows?room=1", { fetch }) };
  },
});
conforms("a log behind HTTP", overHttp({}));
conforms("a log behind HTTP whose pages end early", overHttp({ pageBytes: 300 }));

describe("a broken log fails by the case that names what is broken", () => {
  const last = (page: Page): number => page.messages.at(-1)?.sequence ?? 0;
  const cursor = (move: (page: Page) => number | null) => (page: Page) => ({
    ...page,
    nextBefore: page.nextBefore === null ? null : move(page),
  });
  const content = (change: (text: string) => string): Breakage => ({
    store: (row) => ({ ...row, content: change(row.content) }),
  });

  /** A log that goes on from where the last read ended, whoever made it. */
  const onePosition = (): Breakage => {
    let position: number | null = null;
    return {
      request: (read) => ({ ...read, before: read.before === null ? null : position }),
      answer: (page) => {
        position = page.nextBefore;
        return page;
      },
    };
  };

  /** A log that only goes on from cursors which it gave out itself. */
  const ownCursorsOnly = (): Breakage => {
    const given = new Set<number | null>([null]);
    return {
      answer: (page, { before }) => {
        if (!given.has(before)) throw new Error("unknown cursor");
        given.add(page.nextBefore);
        return page;
      },
    };
  };

  /** A log that pages by how many rows were read, counted from the newest row there is. */
  const offsets = (): Breakage => {
    const offset = new Map<number, number>();
    return {
      answer: (_, { before, limit }, rows) => {
        const start = before === null ? 0 : (offset.get(before) ?? 0);
        const messages = rows.toReversed().slice(start, start + limit);
        const oldest = messages.at(-1)?.sequence;
        if (oldest !== undefined) offset.set(oldest, start + limit);
        const more = start + limit < rows.length;
        return { messages, nextBefore: more && oldest !== undefined ? oldest : null };
      },
    };
  };

  /** B42: the cursor stands for a time, not for a row. */
  const byTime: Breakage = {
    answer: (page, { before, limit }, rows) => {
      const at = rows.find(({ sequence }) => sequence === before)?.at;
      if (at === undefined) return page;
      const older = rows.filter((row) => row.sequence < (before ?? 0) && row.at !== at);
      const messages = older.toReversed().slice(0, limit);
      return {
        messages,
        nextBefore: older.length > limit ? (messages.at(-1)?.sequence ?? null) : null,
      };
    },
  };

  const sameArray = (): Breakage => {
    const pages = new Map<string, Page>();
    return {
      answer: (page, { before, limit }) => {
        const key = `${before} ${limit}`;
        pages.set(key, pages.get(key) ?? page);
        return pages.get(key) ?? page;
      },
    };
  };

  const onAbort = (then: (page: Page) => Page | Promise<Page>): Breakage => ({
    without: "signals",
    answer: async (page, { signal }: Read) => {
      await Promise.resolve();
      return signal?.aborted === true ? then(page) : page;
    },
  });

  test.each<[string, Breakage | (() => Breakage), string]>([
    [
      "an empty page with a cursor",
      { answer: (page) => (page.messages.length === 0 ? { ...page, nextBefore: 0 } : page) },
      "an empty log has no rows and no cursor",
    ],
    [
      "oldest first",
      { answer: (page) => ({ ...page, messages: page.messages.toReversed() }) },
      "the newest rows come first",
    ],
    [
      "a page that skips the newest row",
      { answer: (page) => ({ ...page, messages: page.messages.slice(1) }) },
      "the newest rows come first",
    ],
    [
      "one row more than asked",
      { request: (read) => ({ ...read, limit: read.limit + 1 }) },
      "a page keeps to its limit",
    ],
    [
      "an inclusive cursor",
      { request: (read) => ({ ...read, before: read.before === null ? null : read.before + 1 }) },
      "a cursor is exclusive",
    ],
    [
      "a cursor that must be a row's",
      {
        answer: (page, { before }, rows) =>
          before === null || rows.some((row) => row.sequence === before)
            ? page
            : { messages: [], nextBefore: null },
      },
      "a cursor is exclusive",
    ],
    [
      "a cursor after the oldest row",
      { answer: (page) => ({ ...page, nextBefore: page.messages.length > 0 ? last(page) : null }) },
      "the page of the oldest row has no cursor",
    ],
    ["cursors that must be its own", ownCursorsOnly, "reads may come in any order"],
    [
      "a cursor one too low",
      { answer: cursor((page) => last(page) - 1) },
      "a walk by any page size meets each row once",
    ],
    [
      "a cursor one too high",
      { answer: cursor((page) => last(page) + 1) },
      "a walk by any page size meets each row once",
    ],
    [
      "the border row twice",
      { request: (read) => ({ ...read, before: read.before === null ? null : read.before + 1 }) },
      "a walk by any page size meets each row once",
    ],
    [
      "a short page that ends the log",
      {
        answer: (page) =>
          page.messages.length > 100
            ? { messages: page.messages.slice(0, 100), nextBefore: null }
            : page,
      },
      "a walk of several full pages meets each row once",
    ],
    [
      "cursors that count rows",
      {
        answer: (_, { before, limit }, rows) => {
          const end = before === null ? rows.length : before;
          const start = Math.max(0, end - limit);
          return {
            messages: rows.slice(start, end).toReversed(),
            nextBefore: start > 0 ? start : null,
          };
        },
      },
      "sequences may have gaps",
    ],
    [
      "32-bit sequences",
      { store: (row) => ({ ...row, sequence: row.sequence >>> 0 }) },
      "sequences may have gaps",
    ],
    [
      "sequences halved on the way",
      { answer: cursor((page) => Math.floor(Math.fround(last(page)))) },
      "sequences reach 2^53-1",
    ],
    ["B42: a cursor made of the time", byTime, "rows of one time are neither skipped nor repeated"],
    ["one position for all", onePosition, "walks at the same time do not disturb each other"],
    ["offsets", offsets, "rows appended during a walk change nothing behind its cursor"],
    ["trimmed text", content((text) => text.trim()), "content comes back as it was written"],
    [
      "one kind of newline",
      content((t) => t.replaceAll("\r\n", "\n")),
      "content comes back as it was written",
    ],
    [
      "text up to a NUL",
      content((t) => t.split("\0")[0] ?? ""),
      "content comes back as it was written",
    ],
    ["normalised text", content((t) => t.normalize()), "content comes back as it was written"],
    ["repaired text", content((t) => Buffer.from(t).toString()), "lone surrogates come back"],
    ["cut text", content((t) => t.slice(0, 65_535)), "very long content comes back"],
    [
      "labels from ids",
      {
        store: (row) =>
          row.author.type === "person"
            ? { ...row, author: { ...row.author, label: row.author.label || row.author.id || "?" } }
            : row,
      },
      "every kind of author comes back",
    ],
    [
      "an empty desk that is none",
      { store: (row) => ({ ...row, chatId: row.chatId || null }) },
      "desk ids come back, null and empty apart",
    ],
    [
      "parent 0 that is none",
      { store: (row) => ({ ...row, parent: row.parent || null }) },
      "parents come back, null and 0 apart",
    ],
    [
      "rounded ids",
      {
        store: (row) =>
          row.sourceId === undefined ? row : { ...row, sourceId: String(Number(row.sourceId)) },
      },
      "the source's time and id come back, or their absence",
    ],
    [
      "a clamped limit",
      { request: (read) => ({ ...read, limit: Math.max(1, Math.trunc(read.limit) || 1) }) },
      "a limit without a meaning is refused",
    ],
    ["no checks", { without: "checks" }, "a cursor without a meaning is refused"],
    ["one array for all", sameArray, "a page's list belongs to the caller"],
    ["its own rows", { without: "copies" }, "a row that a caller changes is unchanged in the log"],
    [
      "an abort that looks like the end",
      onAbort(() => ({ messages: [], nextBefore: null })),
      "an aborted read never passes for a page",
    ],
    [
      "an abort that cuts the page",
      onAbort((page) => ({ messages: page.messages.slice(0, 1), nextBefore: null })),
      "an aborted read never passes for a page",
    ],
    [
      "an abort that never settles",
      onAbort(() => new Promise(() => {})),
      "an aborted read never passes for a page",
    ],
    ["no ear for signals", { without: "signals" }, "a signal that has fired rejects the read"],
  ])("%s", async (_, breakage, name) => {
    controlled.add(name);
    const open = (rows: readonly Message[]) =>
      openMemoryLog(rows, typeof breakage === "function" ? breakage() : breakage);
    const found = sessionLogSuite({ open }).find((each) => each.name === name);
    const error = await found?.run().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConformanceError);
    expect(error).toMatchObject({ code: "not_conforming", data: { case: name } });
    expect(String(error)).not.toContain("TypeError");
  });

  const controlled = new Set<string>();
  test("every case has been seen to fail", () => {
    const names = sessionLogSuite({ open: openMemoryLog }).map(({ name }) => name);
    expect(names.filter((name) => !controlled.has(name))).toEqual([]);
  });
});
