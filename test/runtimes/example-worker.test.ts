import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../../build/paths.mjs";
import { arrayLog, bounds, createCore, createRecall, parsePattern } from "../../dist/index.js";
import type { Message, SearchQuery } from "../../dist/index.js";
import { serveLog } from "../../dist/log/http/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { message, searchResult } from "../../dist/wire/index.js";
import type { Consumer } from "../packed/package.js";
import { install } from "./installation.js";
import { LogServer } from "./log-server.js";
import { cannotRun, reasonOf } from "./runtime-binaries.js";
import { modulesOf } from "./workerd.js";

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

const TOKEN = "secret-of-the-log";
const SAMPLE: readonly Message[] = readFileSync(fromRoot("demo/sample.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => message.decode(JSON.parse(line)));
/** More rows than one search reads, on which a backtracking engine would not come back. */
const LONG: readonly Message[] = Array.from({ length: bounds.SEARCH_SCAN + 300 }, (_, n) => {
  const author = { type: "person", id: "ana", label: "Ana" } as const;
  const content = n === 5 ? "the oldest gauge" : `${"a".repeat(299)}!`;
  return { sequence: n, chatId: "lab", parent: null, author, content };
});

const json = (text: string) => async () =>
  new Response(text, { headers: { "content-type": "application/json" } });
const afterMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sample = serveLog(arrayLog(SAMPLE));
const long = serveLog(arrayLog(LONG));
/** Logs by the name of the Worker that reads them. */
const LOGS: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  sample: async (request) =>
    request.headers.get("authorization") === `Bearer ${TOKEN}`
      ? sample(request)
      : new Response("who are you?", { status: 401 }),
  long,
  small: serveLog(arrayLog(SAMPLE), { maxLimit: 100 }),
  failing: serveLog({
    readBefore: () => Promise.reject(new Error("db.internal: password expired")),
  }),
  garbage: json("<html>"),
  repeating: json(
    JSON.stringify({
      messages: LONG.slice(7, 8).map((row) => message.encode(row)),
      next_before: 7,
    }),
  ),
  hanging: () => new Promise(() => {}),
  slow: async (request) => {
    await afterMs(2800);
    return long(request);
  },
};

/** Bounds of time by the Worker that is there to meet one; no other Worker meets any, however busy the machine. */
const TIMED: Readonly<Record<string, string>> = { hanging: "LOG_MS", slow: "SEARCH_MS" };
/** As long as a test may take. */
const PATIENT_MS = 240_000;

let consumer: Consumer;
let server: LogServer;
let workers: Miniflare;
let logged = "";
let late: Readonly<Record<"hanging" | "slow", Promise<Answer>>>;

const reason = cannotRun("workerd");
beforeAll(async () => {
  if (reason !== null) return;
  consumer = await install();
  const worker = join(consumer.path, "worker");
  cpSync(fromRoot("examples/worker"), worker, { recursive: true });
  server = await LogServer.start(
    Object.fromEntries(Object.entries(LOGS).map(([name, handle]) => [`/${name}`, handle])),
  );
  const config = readConfig(join(worker, "wrangler.jsonc"));
  const bundle = await bundled(worker);
  workers = new Miniflare({
    cf: false,
    handleRuntimeStdio: (_: Readable, stderr: Readable) => {
      stderr.setEncoding("utf8").on("data", (text: string) => (logged += text));
    },
    workers: [...Object.keys(LOGS), "unreachable"].map((name) => ({
      name,
      modulesRoot: bundle,
      modules: modulesFor(name, bundle),
      compatibilityDate: config.compatibility_date,
      compatibilityFlags: config.compatibility_flags,
      bindings: {
        LOG_URL: name === "unreachable" ? "http://127.0.0.1:9/" : server.url(`/${name}`),
        LOG_TOKEN: TOKEN,
      },
    })),
  });
  // These take as long as they may; started now, and read by their tests.
  late = { hanging: ask("hanging", { q: "a" }), slow: ask("slow", { q: "a" }) };
});
afterAll(async () => {
  await workers?.dispose();
  await server?.stop();
  consumer?.remove();
});

interface Config {
  readonly compatibility_date: string;
  readonly compatibility_flags: string[];
}

/** JSON with comments on lines of their own, and commas after what is last. */
function readConfig(path: string): Config {
  const lines = readFileSync(path, "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  return JSON.parse(lines.replaceAll(/,(?=\s*[}\]])/g, "")) as Config;
}

/** What `wrangler deploy` would send. @returns its folder */
async function bundled(worker: string): Promise<string> {
  const outDir = join(worker, "bundle");
  const wrangler = fromRoot("node_modules/wrangler/bin/wrangler.js");
  const args = ["deploy", "--dry-run", "--outdir", outDir, "-c", join(worker, "wrangler.jsonc")];
  const { status, stderr } = await consumer.start(process.execPath, [wrangler, ...args], {
    WRANGLER_SEND_METRICS: "false",
    XDG_CONFIG_HOME: consumer.path,
  });
  if (status !== 0) throw new Error(`wrangler ended with ${status}: ${stderr}`);
  return outDir;
}

/** The modules of a Worker, its entry with the bounds of time that it is to have. */
function modulesFor(name: string, bundle: string) {
  const [entry, ...others] = modulesOf(bundle);
  if (entry === undefined) throw new Error(`there is no module in ${bundle}`);
  let contents = readFileSync(entry.path, "utf8");
  for (const bound of ["LOG_MS", "SEARCH_MS"].filter((each) => each !== TIMED[name])) {
    const parts = contents.split(new RegExp(`\\b${bound} = [\\de.]+;`));
    if (parts.length !== 2) throw new Error(`the bundle sets ${bound} ${parts.length - 1} times`);
    contents = parts.join(`${bound} = ${PATIENT_MS};`);
  }
  return [{ ...entry, contents }, ...others];
}

async function ask(name: string, params: Readonly<Record<string, string>>): Promise<Answer> {
  return get(name, `/search?${new URLSearchParams(params).toString()}`);
}

/** The part of a Worker's handle that is used; its own types need those of Cloudflare. */
interface Fetcher {
  fetch(url: string, init: { readonly method: string }): Promise<Response>;
}

async function get(name: string, path: string, method: string = "GET"): Promise<Answer> {
  const worker = (await workers.getWorker(name)) as unknown as Fetcher;
  const response = await worker.fetch(`https://search.example${path}`, { method });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function expected(rows: readonly Message[], query: SearchQuery): Promise<unknown> {
  const core = await createCore({ kind: "reference" });
  const recall = createRecall({ core, regex: createRe2jsEngine() });
  return searchResult.encode(await recall.searchMessages(arrayLog(rows), query));
}

const TIDES = { deskId: "tides", deskName: "tides", threadRoot: null };

describe.skipIf(reason !== null)(`the example Worker, as installed${reasonOf(reason)}`, () => {
  it.each<[string, Record<string, string>, Omit<SearchQuery, "pattern">]>([
    ["a text", { q: "140 cm" }, {}],
    ["a desk", { q: "tide", desk: "tides", limit: "50" }, { scope: TIDES, limit: 50 }],
    ["an expression", { q: "/(?i)\\btide\\w*\\s+gauge/", limit: "5" }, { limit: 5 }],
    ["Greek in capitals", { q: "ΣΑΣ" }, {}],
    ["a cursor", { q: "cm", before: "200" }, { before: 200 }],
    ["nothing, which nothing matches", { q: " " }, {}],
    ["no hits", { q: "tide", limit: "0" }, { limit: 0 }],
  ])("answers %s as the library does, in wire form", async (_, params, query) => {
    const { status, headers, body } = await ask("sample", params);
    expect({ status, body }).toEqual({
      status: 200,
      body: await expected(SAMPLE, { pattern: parsePattern(params["q"] ?? ""), ...query }),
    });
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("answers its README's question as the README says", async () => {
    const readme = readFileSync(fromRoot("examples/worker/README.md"), "utf8");
    const [, path = ""] = /`(\/search\?[^`]*)` over the sample/.exec(readme) ?? [];
    const [, shown = ""] = /```json\n([^]*?)```/.exec(readme) ?? [];
    expect((await get("sample", path)).body).toEqual(JSON.parse(shown));
  });

  it("reads one search's bound of a longer log, page by page, and says where to go on", async () => {
    const before = server.asked.length;
    const first = searchResult.decode((await ask("long", { q: "gauge" })).body);
    expect(first).toMatchObject({
      hits: [],
      coverage: { scanned: bounds.SEARCH_SCAN, complete: false, stoppedBy: "bound" },
    });
    const pages = server.asked.slice(before).filter((url) => url.startsWith("/long?"));
    expect(pages).toHaveLength(bounds.SEARCH_SCAN / bounds.PAGE_SIZE);
    const cursor = String(first.coverage.nextBefore);
    const rest = searchResult.decode((await ask("long", { q: "gauge", before: cursor })).body);
    expect(rest.hits.map(({ sequence }) => sequence)).toEqual([5]);
    expect(rest.coverage.complete).toBe(true);
  });

  it.each([
    ["no q", "/search", "q"],
    ["q twice", "/search?q=a&q=b", "q"],
    ["a q that is too long", `/search?q=${"a".repeat(1001)}`, "q"],
    ["a misspelt parameter", "/search?q=a&desks=tides", "desks"],
    ["too high a limit", "/search?q=a&limit=51", "limit"],
    ["a limit that is no number", "/search?q=a&limit=1e1", "limit"],
    ["an empty limit", "/search?q=a&limit=", "limit"],
    ["a negative cursor", "/search?q=a&before=-1", "before"],
    ["a cursor beyond the integers", "/search?q=a&before=9007199254740993", "before"],
  ])("refuses %s with 400 and its name", async (_, path, argument) => {
    const { status, body } = await get("sample", path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: "invalid_argument", data: { argument } } });
  });

  it.each([
    ["that does not compile", "/(oops/", { code: "invalid_pattern", data: { position: 0 } }],
    ["with a look-behind", "/(?<=a)b/", { code: "invalid_pattern" }],
    ["of a million steps", "/a{1000}{1000}/", { code: "regex_budget" }],
  ])("refuses an expression %s with 400 and what is wrong", async (_, q, error) => {
    const { status, body } = await ask("long", { q });
    expect({ status, body }).toMatchObject({ status: 400, body: { error } });
  });

  it.each(["/(a+)+$/", "/(.*a){20}/"])("answers %s, in which backtracking is lost", async (q) => {
    const { status, body } = await ask("long", { q });
    expect({ status, body }).toEqual({
      status: 200,
      body: await expected(LONG, { pattern: parsePattern(q) }),
    });
  });

  it.each([
    ["fails", "failing", "remote_log_failed"],
    ["is not one", "garbage", "malformed_page"],
    ["repeats itself for ever", "repeating", "duplicate_sequence"],
    ["grants smaller pages only", "small", "invalid_argument"],
    ["is not there", "unreachable", "remote_log_failed"],
  ])("says 502, and no more, of a log that %s", async (_, name, code) => {
    const { status, body } = await ask(name, { q: "a" });
    const error = { code, message: "the log cannot be read" };
    expect({ status, body }).toEqual({ status: 502, body: { error } });
  });

  it("writes down what it keeps to itself", async () => {
    // By a way of its own, on which it may come later than the answer.
    for (const line of [
      "RemoteLogError: remote log: answered 502 read_failed",
      "DuplicateSequenceError: duplicate session sequence 7",
    ])
      await expect.poll(() => logged).toContain(line);
  });

  it("waits for no log longer than it may", async () => {
    expect(await late.hanging).toMatchObject({
      status: 502,
      body: { error: { code: "remote_log_failed" } },
    });
    expect(await late.slow).toMatchObject({
      status: 504,
      body: { error: { code: "aborted", data: { coverage: { stopped_by: "aborted" } } } },
    });
  });

  it.each([
    ["another path", "/", "GET", 404],
    ["another method", "/search?q=a", "POST", 405],
  ])("refuses %s", async (_, path, method, status) => {
    expect(await get("sample", path, method)).toMatchObject({ status });
  });
});
