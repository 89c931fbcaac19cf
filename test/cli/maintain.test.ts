import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { MaintainTally, maintainStore } from "../../dist/cli/store/maintain-tally.js";
import type { MaintainReport, Store } from "../../dist/store/store-port.js";
import { facts } from "../store/facts-support.js";
import { scriptedServer, type Step } from "../store/scripted-server.js";
import { inProcess } from "./in-process.js";
import { checked, temporaryFolder } from "./process.js";

const WORKSPACE = fileURLToPath(new URL("../../demo/workspace", import.meta.url));
const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const folder = temporaryFolder();
const store = `pglite:${join(folder, "store")}`;
const config = join(folder, "config.yaml");
const KEY = "sk-not-to-be-shown";

const BARE: MaintainReport = { countersFolded: 0, codesExpired: 0, linksExpired: 0, embedded: 0 };

describe("backread maintain", () => {
  beforeAll(async () => {
    writeFileSync(
      config,
      `
assembly: {speaker_roster_enabled: true}
search: {speaker_annotations_enabled: true, speaker_selection_enabled: true}
models: {facts: small}
`,
    );
    const rooms = ["--connector", "slack/sound", "--agent", "U0KEEPER,B0KEEPER"];
    const imported = await inProcess(["import", WORKSPACE, ...rooms, "--store", store]);
    expect(imported).toMatchObject({ code: 0 });
  });

  async function run(script: readonly Step[], ...args: string[]) {
    const server = await scriptedServer(script);
    const all = ["maintain", "--store", store, "--config", config, ...args];
    const env = { BACKREAD_MODEL_URL: server.url, BACKREAD_MODEL_KEY: KEY };
    const ended = await inProcess([...all, "--json"], { env });
    await server.finish();
    const sent = server.seen.map(({ headers }) => headers["authorization"]);
    const json = ended.stdout === "" ? {} : { ...checked("maintain", ended.stdout) };
    return { ...ended, json, sent };
  }

  it("without a model does what is due, and then nothing", async () => {
    const args = ["maintain", "--store", store];
    expect(await inProcess(args)).toMatchObject({ code: 1, stdout: "nothing was due\n" });
    const room = ["--viewing", "slack/sound/dm/D01MARA", "--store", store, "--json"];
    const { stdout } = await inProcess(["search", "over the fence", ...room]);
    const id = /"message_id":"([^"]+)"/.exec(stdout)?.[1] ?? "";
    await inProcess(["delete", "--message", id, "--store", store]);
    const first = await inProcess(args);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^ *\d+ {2}counters folded\n$/);
    expect(await inProcess(args)).toMatchObject({ code: 1, stdout: "nothing was due\n" });
  });

  it("reads as many rows as --limit says, and says that more may be due", async () => {
    const { code, json, stderr, sent } = await run([facts("a"), facts("b", "c")], "--limit", "2");
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
    expect(json).toMatchObject({
      complete: false,
      counts: { "facts.read": 2, "facts.written": 3 },
      failures: {},
    });
    expect(sent).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
  });

  it("a model that refuses ends it with 2, and is named without its key", async () => {
    const { code, json, stderr } = await run([{ status: 401 }]);
    expect(code).toBe(2);
    expect(json).toMatchObject({ complete: false, failures: { facts: "status" } });
    expect(stderr).toBe("backread: facts: the model failed (status)\n");
  });

  it("an MCP client of the command is told the handles of the room, and asks by one", async () => {
    const client = new Client({ name: "test", version: "1" }, {});
    const room = ["--viewing", "slack/sound/channel/C01QUAY"];
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MAIN, "mcp", "--store", store, "--config", config, ...room],
        stderr: "pipe",
      }),
    );
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain("query_facts");
      const schema = tools[0]?.inputSchema.properties?.["speaker"] as { enum: string[] };
      const [handle = ""] = schema.enum.slice(3);
      expect(handle).not.toBe("");
      const ask = { query: "berth", speaker: handle, speaker_only: true };
      const { structuredContent } = await client.callTool({
        name: "search_history",
        arguments: ask,
      });
      expect(structuredContent).toMatchObject({
        conditioning_source: "explicit_roster",
        filter_applied: true,
      });
      expect(JSON.stringify(structuredContent)).not.toContain("actor:");
    } finally {
      await client.close();
    }
  });
});

describe("the sum of passes", () => {
  function storeOf(reports: readonly object[]): { store: Store; limits: number[] } {
    const left = [...reports];
    const limits: number[] = [];
    const maintain: Store["maintain"] = async ({ limit = 0 } = {}) => {
      limits.push(limit);
      return { ...BARE, ...left.shift() };
    };
    return { store: { maintain } as Store, limits };
  }
  const { signal } = new AbortController();

  it("goes on while a pass meets its limit, and no further than --limit", async () => {
    const full = { embedded: 100_000 };
    const { store, limits } = storeOf([full, full, { embedded: 5 }]);
    const { output } = await maintainStore(store, { limit: null, signal });
    expect(limits).toEqual([100_000, 100_000, 100_000]);
    expect(output).toMatchObject({ complete: true, counts: { embedded: 200_005 } });
    const short = storeOf([full, { embedded: 7 }]);
    const bounded = await maintainStore(short.store, { limit: 100_007, signal });
    expect(short.limits).toEqual([100_000, 7]);
    expect(bounded.output).toMatchObject({ complete: false, counts: { embedded: 100_007 } });
  });

  const CARDS = { outcomes: {}, entries: 0, unchanged: 0, left: 0, givenUp: 0, failure: null };

  it("tells how cards ended, and what stands is not added up, nor does it mean work", () => {
    const tally = new MaintainTally();
    const outcomes = { written: 2, clean_empty: 1, model_error: 1 };
    const cards = { ...CARDS, outcomes, entries: 9, unchanged: 3, left: 5, givenUp: 3 };
    expect(tally.add({ ...BARE, cards })).toBe(7);
    expect(tally.add({ ...BARE, cards })).toBe(7);
    expect(tally.counts).toMatchObject({
      "cards.written": 4,
      "cards.clean_empty": 2,
      "cards.model_error": 2,
      "cards.entries": 18,
      "cards.unchanged": 6,
      "cards.left": 5,
      "cards.given_up": 3,
    });
    expect([tally.failed, tally.busy]).toEqual([false, true]);
    const idle = new MaintainTally();
    const stopped = { ...CARDS, left: 2, givenUp: 3, failure: "outage" as const };
    expect(idle.add({ ...BARE, cards: stopped })).toBe(0);
    expect([idle.failed, idle.busy]).toEqual([true, false]);
    expect(idle.failures).toEqual({ cards: "outage" });
  });

  it("goes on while cards are left, and not where others keep them from being built", async () => {
    const some = { cards: { ...CARDS, outcomes: { written: 25 }, left: 3 } };
    const done = { cards: { ...CARDS, outcomes: { written: 2, superseded: 1 } } };
    const built = await maintainStore(storeOf([some, done]).store, { limit: null, signal });
    expect(built.output).toMatchObject({ complete: true, counts: { "cards.written": 27 } });
    const { store, limits } = storeOf([some, some]);
    const bounded = await maintainStore(store, { limit: 30, signal });
    expect([bounded.output.complete, limits]).toEqual([false, [30, 5]]);
    const busy = { cards: { ...CARDS, outcomes: { superseded: 2 }, left: 2 } };
    const vain = storeOf([busy, busy]);
    const { output } = await maintainStore(vain.store, { limit: null, signal });
    expect([output.complete, vain.limits.length]).toEqual([false, 1]);
  });
});
