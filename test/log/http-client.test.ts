import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  AbortedError,
  arrayLog,
  InvalidArgumentError,
  MalformedRowError,
  ReadError,
  walk,
  type SessionLog,
} from "../../dist/index.js";
import { type HttpLogOptions, httpLog, serveLog } from "../../dist/log/http/index.js";
import { row } from "../support/rows.js";

/** Any UTF-16 units, lone surrogates among them. */
const TEXT = fc.string({
  unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
  maxLength: 20,
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const ROWS = Array.from({ length: 1200 }, (_, index) => row(index, `row ${index} é😀`));
const PAGE = JSON.stringify({ messages: [], next_before: null });
const JSON_TYPE = { "content-type": "application/json" };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(answer: Answer): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function remote(answer: Answer, options: HttpLogOptions = {}): Promise<SessionLog> {
  return httpLog(await listen(answer), options);
}

/** Answers with this, whatever is asked. */
const say =
  (status: number, body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** What a read ends in. */
async function failure(log: SessionLog): Promise<unknown> {
  return log.readBefore(null, 5).then(
    () => "a page",
    (error: unknown) => error,
  );
}

describe("a log through a socket", () => {
  test("is walked to its end, page by page", async () => {
    const handle = serveLog(arrayLog(ROWS));
    const queries: (string | undefined)[] = [];
    const log = await remote(
      async ({ url = "", headers }, response) => {
        queries.push(`${url} ${headers["authorization"]} ${headers.accept}`);
        const answer = await handle(new Request(new URL(url, "http://x")));
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(await answer.text());
      },
      { headers: { Authorization: "Bearer t" } },
    );
    const met: unknown[] = [];
    const onPage = (page: readonly unknown[]): null => (met.push(...page), null);
    const coverage = await walk(log, { bound: 5000, onPage });
    expect(coverage).toMatchObject({ scanned: 1200, complete: true });
    expect(met).toEqual(ROWS.toReversed());
    expect(queries).toEqual([
      "/?limit=512 Bearer t application/json",
      "/?before=688&limit=512 Bearer t application/json",
      "/?before=176&limit=512 Bearer t application/json",
    ]);
  });

  test("keeps the address's own parameters and replaces its own", async () => {
    let asked = "";
    const url = await listen(({ url = "" }, response) => {
      asked = url;
      response.writeHead(200, JSON_TYPE).end(PAGE);
    });
    await httpLog(`${url}rows?room=a%26b&before=9&limit=9#top`).readBefore(7, 2);
    expect(asked).toBe("/rows?room=a%26b&before=7&limit=2");
  });

  test("ids above 2^53 that came as numbers are not rounded", async () => {
    const body = `{"messages":[{"sequence":1,"author":{"type":"person","id":9007199254740993,
      "label":"A"},"content":"x","source_id":1234567890123456789}],"next_before":null}`;
    const log = await remote(say(200, body));
    expect((await log.readBefore(null, 5)).messages).toEqual([
      {
        sequence: 1,
        chatId: null,
        parent: null,
        author: { type: "person", id: "9007199254740993", label: "A" },
        content: "x",
        sourceId: "1234567890123456789",
      },
    ]);
  });
});

test("whatever rows there are, a walk through the handler is a walk of them", async () => {
  const author = fc.oneof(
    fc.constant({ type: "operator" } as const),
    fc.record({ type: fc.constantFrom("person", "agent"), id: TEXT, label: TEXT }),
    fc.record({ type: fc.constant("system" as const), kind: TEXT, label: TEXT }),
  );
  const message = fc.record(
    {
      sequence: fc.maxSafeNat(),
      chatId: fc.option(TEXT),
      parent: fc.option(fc.maxSafeNat()),
      author,
      content: TEXT,
      at: TEXT,
      sourceId: TEXT,
    },
    { requiredKeys: ["sequence", "chatId", "parent", "author", "content"] },
  );
  const rows = fc.uniqueArray(message, { selector: ({ sequence }) => sequence, maxLength: 30 });
  const budget = fc.integer({ min: 1, max: 3000 });
  await fc.assert(
    fc.asyncProperty(rows, budget, async (rows, pageBytes) => {
      const handle = serveLog(arrayLog(rows), { pageBytes });
      const log = httpLog("http://x/", { fetch: (url, init) => handle(new Request(url, init)) });
      const met: unknown[] = [];
      const onPage = (page: readonly unknown[]): null => (met.push(...page), null);
      const coverage = await walk(log, { bound: 100, onPage });
      expect(met).toEqual(rows.toSorted((a, b) => b.sequence - a.sequence));
      expect(coverage.complete).toBe(true);
    }),
    { seed: 20261129, numRuns: 150 },
  );
});

describe("the other side's error", () => {
  test.each([
    [InvalidArgumentError.of("limit", "must be from 1 to 3"), 400],
    [new MalformedRowError("malformed", { at: 3, line: null, reason: "no text" }), 502],
  ])("is the same class and data here: %s", async (thrown, status) => {
    const handle = serveLog({ readBefore: () => Promise.reject(thrown) });
    const log = await remote(async (_, response) => {
      const answer = await handle(new Request("http://x/?limit=2"));
      expect(answer.status).toBe(status);
      response.writeHead(answer.status, JSON_TYPE).end(await answer.text());
    });
    const error = await failure(log);
    expect(error).toBeInstanceOf(thrown.constructor);
    expect(error).toMatchObject({ code: thrown.code, message: thrown.message, data: thrown.data });
  });

  const wire = (error: object): string => JSON.stringify({ error });
  test.each<[string, number, string]>([
    ["of a private code", 502, wire({ code: "read_failed", message: "m" })],
    ["of a code without its fields", 502, wire({ code: "malformed_row", message: "m" })],
    ["of fields of another kind", 502, wire({ code: "closed", message: "m", data: { what: 1 } })],
    ["of an unknown code", 403, wire({ code: "forbidden", message: "m" })],
    ["of a code that every object has", 502, wire({ code: "toString", message: "m", data: {} })],
    ["without a code", 500, wire({})],
    ["of another shape", 404, "[]"],
    ["that is no JSON", 503, "<html>"],
    ["too long to read", 503, JSON.stringify("x".repeat(100_000))],
    ["without a body", 401, ""],
    ["that is a success, but no page", 204, ""],
    ["that nobody asked a condition for", 304, ""],
  ])("%s keeps its status", async (_, status, body) => {
    const error = await failure(await remote(say(status, body)));
    expect(error).toMatchObject({
      code: "remote_log_failed",
      data: { failure: "status", status, reason: expect.stringContaining(`answered ${status}`) },
    });
  });
});

describe("an answer that is no page", () => {
  const rows = (row: string, rest = ',"next_before":null'): string =>
    `{"messages":[${row}]${rest}}`;
  const author = `"author":{"type":"operator"}`;
  test.each<[string, string | Buffer]>([
    ["is cut", rows("").slice(0, -1)],
    ["is empty", ""],
    ["is null", "null"],
    ["is a list", "[]"],
    ["has no messages", `{"next_before":null}`],
    ["has messages by inheritance only", `{"__proto__":{"messages":[],"next_before":null}}`],
    ["has no cursor", rows("", "")],
    ["has a cursor of text", rows("", `,"next_before":"3"`)],
    ["has a cursor below 0", rows("", `,"next_before":-1`)],
    ["has a cursor above 2^53-1", rows("", `,"next_before":9007199254740993`)],
    ["has a row that is none", rows("null")],
    ["has a row without content", rows(`{"sequence":1,${author}}`)],
    ["has a sequence of 1e400", rows(`{"sequence":1e400,${author},"content":""}`)],
    ["is not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["is as deep as it is long", "[".repeat(1_000_000)],
  ])("because it %s is typed", async (_, body) => {
    const error = await failure(await remote(say(200, body)));
    expect(error).toMatchObject({ code: "malformed_page" });
  });

  test("cannot give objects another prototype or keys that were not asked for", async () => {
    const evil = `{"sequence":1,${author},"content":"x","__proto__":{"isAdmin":true},
      "constructor":{"prototype":{"isAdmin":true}},"toString":1}`;
    const { messages } = await (await remote(say(200, rows(evil)))).readBefore(null, 5);
    expect(Object.keys(messages[0] ?? {}).sort()).toEqual([
      "author",
      "chatId",
      "content",
      "parent",
      "sequence",
    ]);
    expect(Object.getPrototypeOf(messages[0])).toBe(Object.prototype);
    expect("isAdmin" in {}).toBe(false);
  });

  test("by its rows is left to the walk", async () => {
    const two = rows([1, 2].map((n) => `{"sequence":${n},${author},"content":""}`).join(","));
    const log = await remote(say(200, two));
    await expect(walk(log, { bound: 9, onPage: () => null })).rejects.toMatchObject({
      code: "page_not_descending",
    });
  });

  test.each([
    ["HTML", { "content-type": "text/html" }],
    ["nothing said", {}],
    ["JSON lines", { "content-type": "application/json-seq" }],
  ])("by its type is not read: %s", async (_, headers) => {
    const error = await failure(await remote(say(200, PAGE, headers)));
    expect(error).toMatchObject({ data: { failure: "type", status: 200 } });
  });

  test.each(["application/json", "Application/JSON;charset=utf-8", "application/vnd.log+json"])(
    "%s is JSON",
    async (type) => {
      const log = await remote(say(200, PAGE, { "content-type": type }));
      expect(await log.readBefore(null, 5)).toEqual({ messages: [], nextBefore: null });
    },
  );
});

describe("a connection", () => {
  test.each([301, 302, 303, 307, 308])(
    "that leads elsewhere by %d is not followed",
    async (code) => {
      let elsewhere = 0;
      const log = await remote(
        ({ url }, response) => {
          if (url === "/elsewhere") elsewhere++;
          response.writeHead(code, { location: "/elsewhere" }).end();
        },
        { headers: { "x-token": "secret" } },
      );
      expect(await failure(log)).toMatchObject({ data: { failure: "redirect", status: code } });
      expect(elsewhere).toBe(0);
    },
  );

  test("that leads elsewhere is known by its type where a browser hides the status", async () => {
    const hidden = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
    const log = httpLog("http://x/", { fetch: () => Promise.resolve(hidden) });
    expect(await failure(log)).toMatchObject({ data: { failure: "redirect", status: null } });
  });

  test("that is refused, or breaks off, is a typed error with its cause", async () => {
    const gone = await listen(say(200, PAGE));
    for (const close of closing.splice(0)) await close();
    const broken = await remote((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, "content-length": "100" }).write("{");
      setTimeout(() => response.destroy(), 10);
    });
    for (const log of [httpLog(gone), broken]) {
      const error = await failure(log);
      expect(error).toMatchObject({ data: { failure: "network", status: null } });
      expect((error as Error).cause).toBeInstanceOf(Error);
    }
  });

  test.each<[string, Answer]>([
    ["never answers", () => {}],
    ["never ends", (_, response) => void response.writeHead(200, JSON_TYPE).write("{")],
    [
      "drips",
      (_, response) => {
        response.writeHead(200, JSON_TYPE);
        const drip = setInterval(() => response.write(" "), 5);
        response.on("close", () => clearInterval(drip));
      },
    ],
  ])("that %s is given up in time, and let go", async (_, answer) => {
    let letGo: Promise<void> | undefined;
    const log = await remote(
      (request, response) => {
        letGo = new Promise((resolve) => void response.on("close", resolve));
        return answer(request, response);
      },
      { timeoutMs: 300 },
    );
    const error = await failure(log);
    expect(error).toMatchObject({ data: { failure: "timeout" } });
    expect(String(error)).toContain("no whole answer within 300 ms");
    // A busy machine may not have connected by then, so that there is nothing to let go.
    await letGo;
  });

  test.each<[string, Answer]>([
    ["says so", say(200, `${PAGE}${" ".repeat(3000)}`)],
    [
      "does not say so",
      (_, response) => {
        response.writeHead(200, JSON_TYPE);
        const pour = setInterval(() => response.write(" ".repeat(500)), 1);
        response.on("close", () => clearInterval(pour));
      },
    ],
    [
      "is packed",
      say(200, gzipSync(`${" ".repeat(50_000)}${PAGE}`), {
        ...JSON_TYPE,
        "content-encoding": "gzip",
      }),
    ],
  ])("that brings too much is cut off: it %s", async (_, answer) => {
    const error = await failure(await remote(answer, { maxBytes: 2000, timeoutMs: 5000 }));
    expect(error).toMatchObject({
      data: { failure: "too_large", status: 200, reason: "the answer is longer than 2000 bytes" },
    });
  });

  test("is dropped when the caller's signal fires, with the signal's reason", async () => {
    const stop = new AbortController();
    const reason = new Error("typed on");
    let closed: (() => void) | undefined;
    const letGo = new Promise<void>((resolve) => (closed = resolve));
    const log = await remote((_, response) => {
      response.on("close", () => closed?.());
      stop.abort(reason);
    });
    const reading = log.readBefore(null, 5, { signal: stop.signal });
    await expect(reading).rejects.toBe(reason);
    await letGo;
  });

  test("that a fetch keeps open is told when nobody listens any more", async () => {
    let told = 0;
    const pour = (): Response =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(600)),
          cancel: () => void told++,
        }),
        { headers: { ...JSON_TYPE, "content-length": told === 0 ? "10" : "9999" } },
      );
    const log = httpLog("http://x/", { fetch: () => Promise.resolve(pour()), maxBytes: 1000 });
    for (const times of [1, 2]) {
      expect(await failure(log)).toMatchObject({ data: { failure: "too_large" } });
      expect(told).toBe(times);
    }
  });

  test("that a fetch does not drop holds nobody", async () => {
    const stop = new AbortController();
    const deaf = httpLog("http://x/", { fetch: () => new Promise(() => {}), timeoutMs: 20 });
    expect(await failure(deaf)).toMatchObject({ data: { failure: "timeout" } });
    const walking = walk(deaf, { bound: 9, onPage: () => null, signal: stop.signal });
    stop.abort();
    await expect(walking).rejects.toBeInstanceOf(AbortedError);
  });

  test("that fails a walk is the cause of its read error", async () => {
    const log = await remote(say(503, ""));
    const error = await walk(log, { bound: 9, onPage: () => null }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ReadError);
    expect(error).toMatchObject({
      data: { source: "remote log: answered 503" },
      cause: { code: "remote_log_failed", data: { status: 503 } },
    });
  });

  test("is not opened for a read without a meaning", async () => {
    let opened = 0;
    const log = httpLog("http://x/", { fetch: () => Promise.reject(new Error(String(opened++))) });
    for (const [before, limit] of [
      [null, 0],
      [null, 1.5],
      [-1, 5],
      [Number.NaN, 5],
    ] as const)
      await expect(log.readBefore(before, limit)).rejects.toBeInstanceOf(InvalidArgumentError);
    expect(opened).toBe(0);
  });

  test("leaves no listener on a signal that never fires", async () => {
    let listening = 0;
    const signal = {
      aborted: false,
      addEventListener: () => void listening++,
      removeEventListener: () => void listening--,
    };
    const log = await remote(say(200, PAGE));
    for (let i = 0; i < 3; i++) await log.readBefore(null, 5, { signal });
    expect(listening).toBe(0);
  });
});

describe("an address or option that cannot work is refused at once", () => {
  test.each<[string, HttpLogOptions?]>([
    ["rows"],
    [""],
    ["file:///etc/passwd"],
    ["javascript:alert(1)"],
    ["data:application/json,{}"],
    ["http://ana:pw@log.example/"],
    ["http://x/", { timeoutMs: 0 }],
    ["http://x/", { timeoutMs: 2 ** 31 }],
    ["http://x/", { maxBytes: Infinity }],
    ["http://x/", { headers: { "x-a": "line\nbreak" } }],
    ["http://x/", { headers: { "no name": "x" } }],
  ])("%s %o", (url, options) => {
    expect(() => httpLog(url, options)).toThrow(InvalidArgumentError);
  });

  test("a header that says what is accepted is kept", async () => {
    let accepted: string | undefined;
    const log = await remote(
      ({ headers }, response) => {
        accepted = headers.accept;
        response.writeHead(200, JSON_TYPE).end(PAGE);
      },
      { headers: { Accept: "application/vnd.log+json" } },
    );
    await log.readBefore(null, 5);
    expect(accepted).toBe("application/vnd.log+json");
  });
});
