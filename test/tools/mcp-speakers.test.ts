import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { readSpeakerConfig, type SpeakerConfig } from "../../dist/speakers/index.js";
import type { Database } from "../../dist/store/database.js";
import type { View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  createMcpHttp,
  createMcpServer,
  type McpHttpOptions,
  type McpToolsOptions,
} from "../../dist/tools/mcp/index.js";
import { forEachDatabase } from "../store/harness.js";
import { countingStatements, readAll } from "../store/query-facts.support.js";
import { addHidden, CANARY, fixture, guildView } from "../store/speaker-search.support.js";
import { memoryView } from "./memory-view.js";

type Result = Awaited<ReturnType<Client["callTool"]>>;

function configOf(value: object): SpeakerConfig {
  const read = readSpeakerConfig(value);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.config;
}

const GATES = { speaker_annotations_enabled: true, speaker_selection_enabled: true };
const ON = configOf({ assembly: { speaker_roster_enabled: true }, search: GATES });
const OFF = configOf({});
const NADIA = { query: "trip", speaker: "nadia", speaker_only: true };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function connected(options: McpToolsOptions): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, {});
  open.push(client);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(options).connect(far);
  await client.connect(near);
  return client;
}

async function overHttp(options: McpHttpOptions, token: string | null): Promise<Client> {
  const handler = createMcpHttp({ ...options, anonymous: true });
  const client = new Client({ name: "test", version: "1" }, {});
  open.push(handler, client);
  const known = token === null ? {} : { authInfo: { token, clientId: "c", scopes: [] } };
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
    handler.fetch(new Request(url, init), known);
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://backread.test/mcp"), { fetch }),
  );
  return client;
}

function textOf({ content }: Result): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

/** A schema's `speaker`, or nothing. */
async function speakersIn(client: Client, name: string): Promise<unknown> {
  const { tools } = await client.listTools();
  const schema = tools.find((tool) => tool.name === name)?.inputSchema;
  return (schema?.properties?.["speaker"] as { readonly enum?: unknown } | undefined)?.enum;
}

forEachDatabase("speakers over MCP", (openDatabase) => {
  let database: Database;
  let scope: Scope;
  beforeAll(async () => {
    database = await openDatabase();
    scope = await fixture(database);
    await addHidden(scope);
    await readAll(scope);
  });
  const openTurn = (): Promise<View> => guildView(scope);

  test("a client is told the handles of its session's roster, and can ask by them", async () => {
    const client = await connected({ openTurn, speakers: ON, facts: true });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_history",
      "query_facts",
      "read_message",
      "pinboard",
      "threads",
    ]);
    const handles = ["anyone", "requester", "you", "nadia", "otto", "yann"];
    for (const name of ["search_history", "query_facts"])
      expect(await speakersIn(client, name)).toEqual(handles);
    for (const { inputSchema, outputSchema } of tools)
      expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
    const shown: unknown[] = [tools];
    for (const name of ["search_history", "query_facts"]) {
      const result = await client.callTool({ name, arguments: NADIA });
      expect(result.structuredContent).toMatchObject({
        count: 2,
        conditioning_source: "explicit_roster",
        matching_count: 2,
        excluded_other_speakers: 3,
        excluded_unknown_speaker: 1,
      });
      expect(textOf(result)).toContain('"speaker_handle":"nadia"');
      const nobody = await client.callTool({ name, arguments: { ...NADIA, speaker: "zoe" } });
      expect(nobody.structuredContent).toMatchObject({ count: 0, speaker_hint: "unresolved" });
      const wrong = await client.callTool({ name, arguments: { ...NADIA, speaker_only: "yes" } });
      expect(wrong.isError).toBe(true);
      // Nothing over the protocol tells the user's own words.
      const own = await client.callTool({ name, arguments: { query: "my trip, which I booked" } });
      expect(own.structuredContent).toMatchObject({ conditioning_source: "none" });
      shown.push(result, nobody, wrong, own);
    }
    const refused = await client.callTool({ name: "pinboard", arguments: { speaker: "nadia" } });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain("pinboard cannot honour speaker");
    expect(textOf(refused)).toContain("search_history and query_facts can");
    const text = JSON.stringify([shown, refused]);
    for (const secret of [CANARY, "actor:", "Quentin", "Nadi-Bee", "hidden"])
      expect(text).not.toContain(secret);
  });

  test("the roster is read once in a session, and not at all with its gate or both others off", async () => {
    const counter = countingStatements(database);
    let rosters = 0;
    const counted = async (): Promise<View> => {
      const view = await guildView({ ...scope, database: counter.database });
      const roster: View["roster"] = (options) => {
        rosters++;
        return view.roster(options);
      };
      return { ...view, roster };
    };
    const client = await connected({ openTurn: counted, speakers: ON, facts: true });
    await client.listTools();
    await client.callTool({ name: "search_history", arguments: NADIA });
    await client.listTools();
    expect(rosters).toBe(1);
    const unused = [
      configOf({ search: GATES }),
      configOf({ assembly: { speaker_roster_enabled: true } }),
      OFF,
    ];
    for (const speakers of unused) {
      const quiet = await connected({ openTurn: counted, speakers, facts: true });
      const before = counter.asked;
      await quiet.listTools();
      expect(counter.asked).toBe(before);
      await quiet.callTool({ name: "search_history", arguments: { query: "trip" } });
      expect(rosters).toBe(1);
    }
  });

  test("gates off: what is listed, answered and asked of the database is as without a configuration", async () => {
    const counter = countingStatements(database);
    const counted = (): Promise<View> => guildView({ ...scope, database: counter.database });
    const calls: readonly (readonly [name: string, args: object])[] = [
      ["search_history", { query: "zeppelin" }],
      ["query_facts", { query: "zeppelin" }],
      ["search_history", NADIA],
      ["query_facts", NADIA],
      ["pinboard", {}],
      ["threads", { speaker: "nadia" }],
    ];
    const told = async (options: Partial<McpToolsOptions>): Promise<unknown> => {
      const client = await connected({ openTurn: counted, facts: true, ...options });
      const before = counter.asked;
      const answers: unknown[] = [await client.listTools()];
      for (const [name, args] of calls)
        answers.push(await client.callTool({ name, arguments: { ...args } }));
      return [JSON.stringify(answers), counter.asked - before];
    };
    const plain = await told({});
    expect(await told({ speakers: OFF })).toEqual(plain);
    expect(await told({ speakers: ON })).not.toEqual(plain);
  });

  test("a handle that the roster's budget leaves out cannot be chosen", async () => {
    const budget = (speaker_roster_max_tokens: number): SpeakerConfig =>
      configOf({
        assembly: { speaker_roster_enabled: true, speaker_roster_max_tokens },
        search: GATES,
      });
    const none = await connected({ openTurn, speakers: budget(1), facts: true });
    expect(await speakersIn(none, "query_facts")).toEqual(["anyone", "requester", "you"]);
    const short = await connected({ openTurn, speakers: budget(45), facts: true });
    expect(await speakersIn(short, "query_facts")).toEqual(["anyone", "requester", "you", "nadia"]);
    const yann = { name: "query_facts", arguments: { ...NADIA, speaker: "yann" } };
    const left = await short.callTool(yann);
    expect(left.structuredContent).toMatchObject({ count: 0, speaker_hint: "unresolved" });
  });

  test("without facts the catalogue is that of the history", async () => {
    const client = await connected({ openTurn, speakers: ON });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("query_facts");
    const refused = await client.callTool({ name: "threads", arguments: { speaker: "nadia" } });
    expect(textOf(refused)).toContain("search_history can");
  });

  test("where each request is a turn of its own nobody can be chosen, and rows give the names", async () => {
    let opened = 0;
    const counting = (): Promise<View> => {
      opened++;
      return openTurn();
    };
    const options = { openTurn: counting, speakers: ON, facts: true };
    const nobody = await overHttp(options, null);
    expect(await speakersIn(nobody, "search_history")).toEqual(["anyone", "requester", "you"]);
    expect(await speakersIn(nobody, "query_facts")).toBeUndefined();
    expect(opened).toBe(0);
    for (const name of ["search_history", "query_facts"]) {
      const result = await nobody.callTool({ name, arguments: { query: "Porto" } });
      expect(textOf(result)).toContain('"speaker_label":"\\"Nadia\\""');
      expect(textOf(result)).not.toContain('"speaker_handle":"nadia"');
      expect((await nobody.callTool({ name, arguments: NADIA })).isError).toBe(true);
    }
    const somebody = await overHttp(options, "yann");
    expect(await speakersIn(somebody, "query_facts")).toContain("nadia");
    const hers = await somebody.callTool({ name: "query_facts", arguments: NADIA });
    expect(hers.structuredContent).toMatchObject({ count: 2, matching_count: 2 });
  });
});

describe("a session whose roster cannot be read", () => {
  test("lists its tools without handles, says nothing of why, and is tried anew", async () => {
    const told: unknown[] = [];
    const view = memoryView([{ text: "an apple" }]);
    let broken = true;
    const roster: View["roster"] = async () => {
      if (broken) throw new Error("row text");
      return { id: "s", route: "r", epoch: 1, entries: [], truncated: false };
    };
    const client = await connected({
      openTurn: async () => ({ ...view, roster }),
      speakers: ON,
      onError: (error) => told.push(error),
    });
    expect(await speakersIn(client, "search_history")).toEqual(["anyone", "requester", "you"]);
    const failed = await client.callTool({ name: "search_history", arguments: { query: "apple" } });
    expect(textOf(failed)).toContain("unavailable");
    expect(textOf(failed)).not.toContain("row text");
    expect(told).toHaveLength(2);
    broken = false;
    const found = await client.callTool({ name: "search_history", arguments: { query: "apple" } });
    expect(found.structuredContent).toMatchObject({ count: 1 });
  });

  test("nor does a host's own trouble to tell sessions apart", async () => {
    const told: unknown[] = [];
    const client = await overHttp(
      {
        openTurn: async () => memoryView([{ text: "an apple" }]),
        speakers: ON,
        onError: (error) => told.push(error),
        sessionOf: () => {
          throw new Error("of somebody");
        },
      },
      "token",
    );
    expect(await speakersIn(client, "search_history")).toEqual(["anyone", "requester", "you"]);
    const failed = await client.callTool({ name: "search_history", arguments: { query: "apple" } });
    expect(textOf(failed)).toContain("unavailable");
    expect(textOf(failed)).not.toContain("somebody");
    expect(told).toHaveLength(2);
  });
});
