import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import {
  aiSdkTools,
  anthropicTools,
  callTool,
  openAiChatTools,
  openAiResponsesTools,
  profileTools,
  searchHistoryTool,
} from "../../dist/tools/index.js";
import { memoryView } from "./memory-view.js";

const tools = [...profileTools("history"), ...profileTools("search_and_fetch")];
const ROOM = [{ text: "an apple" }, { text: "a plum" }];

describe("the tools for each API", () => {
  test("OpenAI, strict: every argument required, those optional nullable, and no others", () => {
    const [chat] = openAiChatTools([searchHistoryTool]);
    expect(chat).toMatchObject({
      type: "function",
      function: { name: "search_history", strict: true },
    });
    expect(chat?.function.parameters).toEqual({
      type: "object",
      properties: {
        query: { type: "string", description: expect.any(String) },
        speaker: {
          type: ["string", "null"],
          enum: ["anyone", "requester", "you", null],
          description: expect.any(String),
        },
        after: { type: ["string", "null"], description: expect.any(String) },
        before: { type: ["string", "null"], description: expect.any(String) },
        limit: {
          type: ["integer", "null"],
          minimum: 1,
          maximum: 20,
          description: expect.any(String),
        },
      },
      required: ["query", "speaker", "after", "before", "limit"],
      additionalProperties: false,
    });
    const [flat] = openAiResponsesTools([searchHistoryTool]);
    expect(flat).toEqual({ type: "function", ...chat?.function });
    const [loose] = openAiResponsesTools([searchHistoryTool], { strict: false });
    expect(loose).toMatchObject({ strict: false, parameters: { required: ["query"] } });
  });

  test("Anthropic: the plain schema", () => {
    const [tool] = anthropicTools([searchHistoryTool]);
    expect(Object.keys(tool ?? {})).toEqual(["name", "description", "input_schema"]);
    expect(tool?.input_schema).toMatchObject({
      type: "object",
      required: ["query"],
      additionalProperties: false,
      properties: { limit: { type: "integer", minimum: 1, maximum: 20 } },
    });
  });

  test("no schema has an argument for whose transcript it is, or who reads", () => {
    const names = openAiChatTools(tools).flatMap(({ function: { parameters } }) =>
      Object.keys(parameters["properties"] as object),
    );
    expect([...new Set(names)].sort()).toEqual([
      "after",
      "before",
      "from",
      "id",
      "limit",
      "message_id",
      "query",
      "speaker",
    ]);
  });

  test("what either schema takes the handler takes, and refuses what both refuse", async () => {
    const ajv = new Ajv2020({ allowUnionTypes: true });
    const nothing = { speaker: null, after: null, before: null, limit: null };
    const cases = [
      { query: "apple" },
      { query: "apple", limit: 20, speaker: "you" },
      { query: "apple", ...nothing },
      { query: "apple", ...nothing, speaker: "requester", after: "yesterday" },
      { query: "apple", limit: 21 },
      { query: "apple", limit: "1" },
      { query: "apple", speaker: "bob" },
      { query: "apple", tenant: "x" },
      { query: null },
      {},
    ];
    const strict = ajv.compile(
      openAiChatTools([searchHistoryTool])[0]?.function.parameters ?? false,
    );
    const plain = ajv.compile(anthropicTools([searchHistoryTool])[0]?.input_schema ?? false);
    const verdicts = [];
    for (const args of cases) {
      const { failed } = await searchHistoryTool.run(memoryView(ROOM), args);
      expect([args, !failed]).toEqual([args, strict(args) || plain(args)]);
      verdicts.push(!failed);
    }
    expect(verdicts).toEqual([true, true, true, true, ...cases.slice(4).map(() => false)]);
  });

  test("the AI SDK: bound to a view, with the call's id and signal", async () => {
    const view = memoryView(ROOM);
    const bound = aiSdkTools(profileTools("history"), view, { marker: "m4rk3rm4rk3r" });
    expect(Object.keys(bound)).toEqual(["search_history", "read_message", "pinboard", "threads"]);
    const search = bound["search_history"];
    expect(search?.inputSchema.safeParse({ query: "x" }).success).toBe(true);
    expect(await search?.execute({ query: "apple" }, { toolCallId: "c1" })).toMatchObject({
      count: 1,
    });
    expect(view.asked[0]?.options.toolCallId).toBe("c1");
    const controller = new AbortController();
    controller.abort();
    const aborted = search?.execute({ query: "apple" }, { abortSignal: controller.signal });
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
  });

  test("a model's call by name, its arguments as JSON text or as a value", async () => {
    const call = (name: string, args: unknown): ReturnType<typeof callTool> =>
      callTool(tools, memoryView(ROOM), { name, arguments: args });
    expect(await call("search_history", '{"query":"apple"}')).toMatchObject({
      failed: false,
      answer: { count: 1 },
    });
    expect(await call("search", { query: "apple" })).toMatchObject({ failed: false });
    expect(await call("pinboard", "")).toMatchObject({ answer: { status: "nothing_found" } });
    const wrong: readonly (readonly [name: string, args: string])[] = [
      ["drop_tables", "{}"],
      ["search_history", "{"],
      ["search_history", "[]"],
      ["search_history", "null"],
    ];
    for (const [name, args] of wrong)
      expect(await call(name, args)).toMatchObject({
        failed: true,
        answer: { status: "invalid_request" },
      });
  });
});
