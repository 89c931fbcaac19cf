import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  arrayLog,
  ClosedError,
  InvalidArgumentError,
  MalformedRowError,
  ReadError,
  type Page,
  type SessionLog,
} from "../../dist/index.js";
import { MAX_LIMIT, serveLog, type ServeLogOptions } from "../../dist/log/http/index.js";
import { row } from "../support/rows.js";

const ROWS = Array.from({ length: 9 }, (_, index) => row(index + 1, `row ${index + 1}`));

async function ask(
  query: string,
  options: ServeLogOptions = {},
  log: SessionLog = arrayLog(ROWS),
): Promise<{ status: number; body: { messages: { sequence: number }[]; next_before: unknown } }> {
  const response = await serveLog(log, options)(new Request(`http://log.example/${query}`));
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const failing = (error: unknown): SessionLog => ({ readBefore: () => Promise.reject(error) });

describe("a served page", () => {
  test("is {messages, next_before} in snake case, newest first", async () => {
    const full = row(7, "hi", { parent: 3, at: "2024", sourceId: "9007199254740993" });
    const { status, body } = await ask("?before=8&limit=1", {}, arrayLog([row(1, "a"), full]));
    expect(status).toBe(200);
    expect(body).toEqual({
      messages: [
        {
          sequence: 7,
          chat_id: "lab",
          parent: 3,
          author: { type: "person", id: "ana", label: "Ana" },
          content: "hi",
          at: "2024",
          source_id: "9007199254740993",
        },
      ],
      next_before: 7,
    });
  });

  test.each([
    ["", [9, 8, 7, 6, 5, 4, 3, 2, 1], null],
    ["?before=", [9, 8, 7, 6, 5, 4, 3, 2, 1], null],
    ["?limit=2", [9, 8], 8],
    ["?before=3&limit=5", [2, 1], null],
    ["?before=0&limit=5", [], null],
    ["?before=9007199254740991&limit=1", [9], 9],
    ["?room=x&limit=1&before=5", [4], 4],
  ])("of %s", async (query, sequences, next) => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    expect(body.messages.map(({ sequence }) => sequence)).toEqual(sequences);
    expect(body.next_before).toBe(next);
  });

  test("ends early, with a cursor, where its rows grow long; a single long row is still served", async () => {
    const rows = [row(1, "short"), row(2, "x".repeat(500)), row(3, "short"), row(4, "short")];
    const pages = [];
    for (const query of ["", "?before=3", "?before=2"])
      pages.push((await ask(query, { pageBytes: 300 }, arrayLog(rows))).body);
    expect(pages.map(({ messages }) => messages.map(({ sequence }) => sequence))).toEqual([
      [4, 3],
      [2],
      [1],
    ]);
    expect(pages.map((page) => page.next_before)).toEqual([3, 2, null]);
  });
});

describe("a bad parameter", () => {
  test.each([
    "?limit=0",
    "?limit=",
    "?limit=-1",
    "?limit=+1",
    "?limit=%201",
    "?limit=1.0",
    "?limit=1e1",
    "?limit=0x10",
    "?limit=01",
    "?limit=٣",
    "?limit=null",
    "?limit=1&limit=1",
    `?limit=${MAX_LIMIT + 1}`,
    "?limit=99999999999999999999",
  ])("%s is a 400 that names the limit", async (query) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: {
        code: "invalid_argument",
        message: expect.stringMatching(/^limit must be /),
        data: { argument: "limit" },
      },
    });
  });

  test.each([
    "?before=-1",
    "?before=1.5",
    "?before=1e3",
    "?before=9007199254740992",
    "?before=null",
    "?before=&before=1",
  ])("%s is a 400 that names the cursor", async (query) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { data: { argument: "before" } } });
  });

  test("is whatever is not digits of a number in range", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 6 }), async (text) => {
        const { status } = await ask(`?limit=${encodeURIComponent(Buffer.from(text).toString())}`);
        expect(status).toBe(/^[1-9]\d*$/.test(text) && Number(text) <= MAX_LIMIT ? 200 : 400);
      }),
      { seed: 20261129, numRuns: 200 },
    );
  });

  test("is also what the log itself refuses", async () => {
    const error = InvalidArgumentError.of("limit", "must be at most 3 here");
    const { status, body } = await ask("?limit=5", {}, failing(error));
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: "limit must be at most 3 here" } },
    });
  });
});

describe("a log that fails", () => {
  const secret = new Error("connect postgres://admin:hunter2@10.0.0.3");
  const seen: unknown[] = [];
  const onError = (error: unknown): void => void seen.push(error);

  test.each([
    ["its own error", secret],
    ["a read error that quotes one", ReadError.of(secret)],
    ["an argument that nobody sent", InvalidArgumentError.of("hunter2", "is wrong")],
    ["a value that is no error", "hunter2"],
  ])("with %s is a 502 that says nothing of it, but its host is told", async (_, error) => {
    const { status, body } = await ask("", { onError }, failing(error));
    expect({ status, body }).toEqual({
      status: 502,
      body: { error: { code: "read_failed", message: "session log read failed" } },
    });
    expect(seen.pop()).toBe(error);
  });

  test.each([
    [
      new MalformedRowError("malformed row at byte 12: content must be text", {
        at: 12,
        line: null,
        reason: "content must be text",
      }),
      { at: 12, line: null, reason: "content must be text" },
    ],
    [ClosedError.of("JSONL log"), { what: "JSONL log" }],
  ])("with a typed error is a 502 with its code and fields: %s", async (error, data) => {
    const { status, body } = await ask("", {}, failing(error));
    expect({ status, body }).toEqual({
      status: 502,
      body: { error: { code: error.code, message: error.message, data } },
    });
  });

  test.each<[string, unknown]>([
    ["malformed_page", { messages: "none", nextBefore: null }],
    ["page_too_large", { messages: ROWS.toReversed(), nextBefore: null }],
    ["empty_page_cursor", { messages: [], nextBefore: 3 }],
    ["page_not_descending", { messages: ROWS.slice(0, 2), nextBefore: null }],
    ["cursor_after_oldest", { messages: ROWS.slice(0, 1), nextBefore: 2 }],
  ])("by %s is found before anything is sent", async (code, page) => {
    const log: SessionLog = { readBefore: () => Promise.resolve(page as Page) };
    const { status, body } = await ask("?limit=3", {}, log);
    expect({ status, body }).toMatchObject({ status: 502, body: { error: { code } } });
  });

  test("at once, without a promise, is a 502 too", async () => {
    const log: SessionLog = {
      readBefore: () => {
        throw secret;
      },
    };
    expect((await ask("", {}, log)).status).toBe(502);
  });
});

describe("the handler", () => {
  const handle = serveLog(arrayLog(ROWS), { path: "/rooms/1" });

  test("answers HEAD as GET, without the body", async () => {
    const response = await handle(new Request("http://x/rooms/1?limit=1", { method: "HEAD" }));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/json/);
    expect(response.body).toBeNull();
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("refuses %s", async (method) => {
    const response = await handle(new Request("http://x/rooms/1", { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(await response.json()).toMatchObject({ error: { code: "method_not_allowed" } });
  });

  test.each(["/", "/rooms/1/", "/rooms/10", "/rooms/%31"])("knows no %s", async (path) => {
    const response = await handle(new Request(`http://x${path}`));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  });

  test("lets the log know when the one who asked has gone", async () => {
    const stop = new AbortController();
    const told: unknown[] = [];
    const log: SessionLog = {
      readBefore: (_before, _limit, { signal } = {}) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    };
    const handle = serveLog(log, { onError: (error) => told.push(error) });
    const answering = handle(new Request("http://x/", { signal: stop.signal }));
    stop.abort();
    expect((await answering).status).toBe(502);
    expect(told).toEqual([]);
  });

  test.each([{ maxLimit: 0 }, { maxLimit: 1.5 }, { pageBytes: -1 }, { pageBytes: Number.NaN }])(
    "is not made with %o",
    (options) => {
      expect(() => serveLog(arrayLog([]), options)).toThrow(InvalidArgumentError);
    },
  );
});
