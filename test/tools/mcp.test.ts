import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { AuthInfo } from "@modelcontextprotocol/server";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createMcpHttp,
  createMcpServer,
  MAX_SESSIONS,
  SESSION_IDLE_MS,
  type McpHttpOptions,
  type McpToolsOptions,
} from "../../dist/tools/mcp/index.js";
import { TurnSessions } from "../../dist/tools/mcp/sessions.js";
import { DatabaseError } from "../../dist/model/store-errors.js";
import { memoryView, messageId, type MemoryView, type RowSpec } from "./memory-view.js";

const ROOM: readonly RowSpec[] = [
  { text: "an apple" },
  { text: "a plum" },
  { text: "hidden", hidden: true },
];
const MODERN = "2026-07-28";
type Mode = "auto" | "legacy";
type Result = Awaited<ReturnType<Client["callTool"]>>;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const each of open.splice(0).toReversed()) await each.close();
});

function newClient(mode: Mode): Client {
  const client = new Client(
    { name: "test", version: "1" },
    mode === "auto" ? { versionNegotiation: { mode } } : {},
  );
  open.push(client);
  return client;
}

async function inMemory(options: McpToolsOptions): Promise<Client> {
  const client = newClient("legacy");
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(options).connect(far);
  await client.connect(near);
  return client;
}

interface Http {
  readonly handler: ReturnType<typeof createMcpHttp>;
  client(token: string | null, mode?: Mode): Promise<Client>;
}

function http(options: McpHttpOptions): Http {
  const handler = createMcpHttp(options);
  open.push(handler);
  return {
    handler,
    async client(token, mode = "auto") {
      const client = newClient(mode);
      const authInfo = token === null ? undefined : { token, clientId: "c", scopes: [] };
      const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
        handler.fetch(new Request(url, init), authInfo === undefined ? {} : { authInfo });
      await client.connect(
        new StreamableHTTPClientTransport(new URL("http://backread.test/mcp"), { fetch }),
      );
      return client;
    },
  };
}

function search(
  client: Client,
  args: object = { query: "apple" },
  options: object = {},
): Promise<Result> {
  return client.callTool({ name: "search_history", arguments: { ...args } }, options);
}

function textOf({ content }: Result): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

/** A turn for each token, by which a test sees whose rows were read. */
function turns(): { views: Map<string, MemoryView[]>; openTurn: McpToolsOptions["openTurn"] } {
  const views = new Map<string, MemoryView[]>();
  return {
    views,
    async openTurn(authInfo: AuthInfo | undefined) {
      const who = authInfo?.token ?? "nobody";
      const view = memoryView([{ text: `an apple of ${who}` }]);
      views.set(who, [...(views.get(who) ?? []), view]);
      return view;
    },
  };
}

describe("an MCP server", () => {
  test("lists the tools of its profile, with output schemas open to new fields", async () => {
    const client = await inMemory({ openTurn: async () => memoryView(ROOM) });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_history",
      "read_message",
      "pinboard",
      "threads",
    ]);
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object", additionalProperties: {} });
      expect(annotations).toMatchObject({ readOnlyHint: true });
    }
    const two = await inMemory({
      openTurn: async () => memoryView(ROOM),
      profile: "search_and_fetch",
    });
    expect((await two.listTools()).tools.map(({ name }) => name)).toEqual(["search", "fetch"]);
    const found = await two.callTool({ name: "search", arguments: { query: "apple" } });
    expect(JSON.parse(textOf(found))).toMatchObject({ results: [{ id: messageId(0) }] });
  });

  test("answers as text and as structured content, which say the same and share one bound", async () => {
    const long = Array.from({ length: 60 }, (_, index) => ({
      text: `apple ${index} "${"w ".repeat(900)}"`,
    }));
    const client = await inMemory({ openTurn: async () => memoryView(long) });
    const result = await search(client, { query: "apple", limit: 20 });
    expect(result.isError).not.toBe(true);
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    expect(result.structuredContent).toMatchObject({ status: "ok", count: 20 });
    expect(Buffer.byteLength(JSON.stringify(result)) / 3).toBeLessThanOrEqual(10_000);
    const bare = await inMemory({ openTurn: async () => memoryView(long), structured: false });
    expect((await bare.listTools()).tools[0]).not.toHaveProperty("outputSchema");
    const text = await search(bare, { query: "apple", limit: 20 });
    expect(text).not.toHaveProperty("structuredContent");
    expect(Buffer.byteLength(JSON.stringify(text)) / 3).toBeLessThanOrEqual(10_000);
    expect(textOf(text).length).toBeGreaterThan(1.5 * textOf(result).length);
  });

  test("failures are error results without a word of a row or of the error", async () => {
    const told: unknown[] = [];
    const view = memoryView(ROOM);
    view.failWith = new DatabaseError("row text", { sqlState: null });
    const client = await inMemory({
      openTurn: async () => view,
      onError: (error) => told.push(error),
    });
    const failed = await search(client);
    expect(failed).toMatchObject({ isError: true });
    expect(textOf(failed)).toContain('"status":"unavailable"');
    expect(JSON.stringify(failed)).not.toContain("row text");
    expect(told).toEqual([view.failWith]);
    const bad = await search(client, { query: "apple", audience: "public" });
    expect(bad).toMatchObject({ isError: true });
    expect(textOf(bad)).toMatch(/"status":"invalid_request".*audience/);
    const closed = await inMemory({ openTurn: () => Promise.reject(new Error("row text")) });
    expect(textOf(await search(closed))).toContain("unavailable");
    await expect(client.callTool({ name: "deliver", arguments: {} })).rejects.toThrow(/not found/);
  });

  test("finding nothing is no failure", async () => {
    const client = await inMemory({ openTurn: async () => memoryView(ROOM) });
    const result = await search(client, { query: "hidden" });
    expect(result.isError).not.toBe(true);
    expect(result.structuredContent).toMatchObject({ status: "nothing_found", count: 0 });
  });

  test("a connection has one turn, opened by its first call; one that failed to open is tried anew", async () => {
    const view = memoryView(ROOM);
    const openTurn = vi.fn(async () => view);
    openTurn.mockRejectedValueOnce(new Error("not yet"));
    const client = await inMemory({ openTurn });
    await client.listTools();
    expect(openTurn).toHaveBeenCalledTimes(0);
    expect(await search(client)).toMatchObject({ isError: true });
    await Promise.all([
      search(client),
      search(client),
      client.callTool({ name: "pinboard", arguments: {} }),
    ]);
    expect(openTurn.mock.calls).toEqual([[undefined], [undefined]]);
    expect(view.asked).toHaveLength(2);
    expect(view.asked.map(({ options }) => options.toolCallId)).not.toContain(undefined);
  });

  test("cancelling a call aborts the store's signal", async () => {
    const view = memoryView(ROOM);
    view.gate = new Promise(() => {});
    const client = await inMemory({ openTurn: async () => view });
    await expectCancelled(client, view);
  });
});

async function expectCancelled(client: Client, view: MemoryView): Promise<void> {
  const controller = new AbortController();
  const call = search(client, undefined, { signal: controller.signal });
  await vi.waitFor(() => expect(view.asked).toHaveLength(1), { timeout: 10_000 });
  const { signal } = view.asked[0]?.options ?? {};
  expect(signal?.aborted).toBe(false);
  controller.abort(new Error("enough"));
  await expect(call).rejects.toThrow();
  await vi.waitFor(() => expect(signal?.aborted).toBe(true), { timeout: 10_000 });
}

describe("over HTTP", () => {
  test.each(["auto", "legacy"] as const)(
    "a client that negotiates (%s) is answered",
    async (mode) => {
      const { openTurn, views } = turns();
      const client = await http({ openTurn }).client("ann", mode);
      expect(client.getNegotiatedProtocolVersion() === MODERN).toBe(mode === "auto");
      for (let i = 0; i < 3; i++)
        expect((await search(client)).structuredContent).toMatchObject({ count: 1 });
      expect(views.get("ann")).toHaveLength(1);
    },
  );

  test("identity is the verified credential's: each has its own turn, whatever the arguments say", async () => {
    const { openTurn, views } = turns();
    const served = http({ openTurn, sessionOf: () => "same" });
    const [ann, bob] = [await served.client("ann"), await served.client("bob")];
    expect(textOf(await search(ann))).toContain("an apple of ann");
    expect(textOf(await search(bob))).toContain("an apple of bob");
    expect(textOf(await search(ann))).not.toContain("bob");
    expect(await search(bob, { query: "apple", token: "ann" })).toMatchObject({ isError: true });
    expect([...views].map(([who, opened]) => [who, opened.length])).toEqual([
      ["ann", 1],
      ["bob", 1],
    ]);
  });

  test("a credential's sessions are told apart where the host can", async () => {
    const { openTurn, views } = turns();
    const rooms = ["a", "b", "b"];
    const served = http({
      openTurn,
      sessionOf: (_, request) => request.headers.get("x-room") ?? rooms.shift() ?? "",
    });
    const client = await served.client("ann");
    for (let i = 0; i < 3; i++) await search(client);
    expect(views.get("ann")).toHaveLength(2);
  });

  test("nobody is refused, or has a turn for each request", async () => {
    const { openTurn, views } = turns();
    const refused = await http({ openTurn }).handler.fetch(
      new Request("http://backread.test/mcp", {
        method: "POST",
        headers: { authorization: "Bearer ann" },
      }),
    );
    expect(refused.status).toBe(401);
    await expect(http({ openTurn }).client(null)).rejects.toThrow();
    expect(views.size).toBe(0);
    const client = await http({ openTurn, anonymous: true }).client(null);
    await search(client);
    await search(client);
    expect(views.get("nobody")).toHaveLength(2);
  });

  test("a client that goes away aborts the store's signal", async () => {
    const view = memoryView(ROOM);
    view.gate = new Promise(() => {});
    const client = await http({ openTurn: async () => view }).client("ann");
    await expectCancelled(client, view);
  });

  test("a session that asked nothing for long begins anew", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { openTurn, views } = turns();
    const served = http({ openTurn });
    const ann = await served.client("ann");
    await search(ann);
    vi.setSystemTime(Date.now() + SESSION_IDLE_MS - 1);
    await search(ann);
    expect(views.get("ann")).toHaveLength(1);
    vi.setSystemTime(Date.now() + SESSION_IDLE_MS);
    await search(ann);
    expect(views.get("ann")).toHaveLength(2);
  });
});

test("of more sessions than are held, the one that asked nothing for longest is over", async () => {
  const { openTurn, views } = turns();
  const sessions = new TurnSessions(openTurn);
  const ask = (token: string): Promise<unknown> =>
    sessions.turnOf({ token, clientId: "c", scopes: [] }, "");
  for (let i = 0; i < MAX_SESSIONS; i++) await ask(`t${i}`);
  await ask("t0");
  await ask("one more");
  await ask("t0");
  await ask("t1");
  expect([views.get("t0")?.length, views.get("t1")?.length]).toEqual([1, 2]);
});

describe("over standard input and output", () => {
  const server = fileURLToPath(new URL("mcp-stdio-child.mjs", import.meta.url));

  test.each(["auto", "legacy"] as const)(
    "a client that negotiates (%s) is answered by one turn",
    async (mode) => {
      const client = newClient(mode);
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [server],
        stderr: "pipe",
      });
      const said: string[] = [];
      transport.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
      const problems: Error[] = [];
      Object.assign(client, { onerror: (error: Error) => problems.push(error) });
      await client.connect(transport);
      expect(client.getNegotiatedProtocolVersion() === MODERN).toBe(mode === "auto");
      for (let i = 0; i < 2; i++)
        expect((await search(client)).structuredContent).toMatchObject({ status: "ok", count: 1 });
      expect(await search(client, {})).toMatchObject({ isError: true });
      const controller = new AbortController();
      const call = search(client, { query: "slow" }, { signal: controller.signal });
      await vi.waitFor(() => expect(said.join("")).toContain("searching slow"), {
        timeout: 10_000,
      });
      controller.abort();
      await expect(call).rejects.toThrow();
      await vi.waitFor(() => expect(said.join("")).toContain("aborted slow"), { timeout: 10_000 });
      expect(said.join("").match(/opened a turn/g)).toHaveLength(1);
      // A line on standard output that is not of the protocol would be reported.
      expect(problems).toEqual([]);
    },
  );
});
