import { describe, expect, test } from "vitest";
import { collect, readChatgpt, readExport } from "../../dist/import/index.js";
import { blob, bytes, chunked, cut, outline, survives, zipOf } from "./helpers.js";

interface Said {
  readonly role: string;
  readonly text?: string;
  readonly time?: number | null;
  readonly more?: object;
}

/** Nodes in a row, `parent` of the first being null. */
function chain(
  ...said: (Said & { readonly id: string; readonly parent?: string | null })[]
): object {
  let before: string | null = null;
  const nodes: Record<string, unknown> = {};
  for (const { id, role, text = "", time = null, parent = before, more = {} } of said) {
    const content = { content_type: "text", parts: [text] };
    const message = { id, author: { role }, create_time: time, content, ...more };
    nodes[id] = { id, parent, children: [], message };
    before = id;
  }
  return nodes;
}

const conversation = (mapping: object, current: unknown, more: object = {}): object => ({
  title: "Tea",
  create_time: 1_700_000_000,
  mapping,
  conversation_id: "c-1",
  current_node: current,
  ...more,
});
const exported = (...conversations: unknown[]): Blob => blob(JSON.stringify(conversations));

const talk = conversation(
  {
    root: { id: "root", parent: null, children: ["s"], message: null },
    ...chain(
      { id: "s", parent: "root", role: "system" },
      { id: "u", role: "user", text: "how hot?", time: 1_700_000_001.1234567 },
      {
        id: "w",
        role: "assistant",
        time: 1_700_000_002,
        more: {
          recipient: "browser",
          content: { content_type: "code", language: "unknown", text: "search(tea)" },
        },
      },
      {
        id: "t",
        role: "tool",
        text: "80 degrees",
        time: 1_700_000_003,
        more: { author: { role: "tool", name: "browser" } },
      },
      {
        id: "r",
        role: "assistant",
        time: 1_700_000_003.5,
        more: { content: { content_type: "thoughts", thoughts: [{ summary: "S", content: "T" }] } },
      },
      { id: "a", role: "assistant", text: "eighty", time: 1_700_000_004 },
      {
        id: "p",
        role: "user",
        time: 1_700_000_005,
        more: {
          content: {
            content_type: "multimodal_text",
            parts: [{ content_type: "image_asset_pointer", asset_pointer: "x" }, "this one?"],
          },
        },
      },
      {
        id: "h",
        role: "user",
        text: "call me A",
        time: 1_700_000_006,
        more: { metadata: { is_visually_hidden_from_conversation: true } },
      },
    ),
    other: { id: "other", parent: "u", children: [], message: { author: { role: "assistant" } } },
  },
  "h",
);

test("the active path, root first; nobody is credited with what a tool or the client wrote", async () => {
  const { rows, issues, all } = await outline(readChatgpt(exported(talk)));
  expect(rows).toEqual([
    "user: how hot?",
    "(tool_use): search(tea)",
    "(tool): 80 degrees",
    "(thinking): S\nT",
    "assistant: eighty",
    "user: [image]\nthis one?",
    "(hidden): call me A",
  ]);
  expect(issues).toEqual(["left_out kept @0", "left_out skipped @0"]);
  expect(all.report.issues[1]?.reason).toContain("left out: 1");
  expect(all.desks).toEqual([{ id: "c-1", name: "Tea", description: null }]);
  expect(all.messages[0]).toEqual({
    sequence: 1_700_000_001_123_456,
    chatId: "c-1",
    parent: null,
    author: { type: "person", id: "user", label: "user" },
    content: "how hot?",
    at: "1700000001.1234567",
    sourceId: "u",
  });
  expect(all.messages[2]?.author).toEqual({ type: "system", kind: "tool", label: "browser" });
});

test("the same at every split, by any door, in an object and alone", async () => {
  const data = bytes(JSON.stringify([talk]));
  const expected = await collect(readChatgpt(blob(data)));
  for (let at = 0; at <= data.length; at += 13)
    expect(await collect(readChatgpt(cut(data, at)))).toEqual(expected);
  for (const text of [
    JSON.stringify([talk]),
    JSON.stringify({ version: "x", conversations: [talk] }, null, 1),
    JSON.stringify(talk),
  ])
    expect(await collect(readExport("conversations.json", chunked(bytes(text), 7)))).toEqual(
      expected,
    );
  const zip = await zipOf({
    "user.json": '{"id":"u"}',
    "message_feedback.json": "[]",
    "conversations.json": JSON.stringify([talk]),
  });
  const { messages, report } = await collect(readExport("export.zip", zip));
  expect(messages).toEqual(expected.messages);
  expect(report.issues.filter(({ code }) => code === "not_read").length).toBe(2);
});

describe("a path that does not hold", () => {
  const three = chain(
    { id: "a", role: "user", text: "A" },
    { id: "b", role: "assistant", text: "B" },
    { id: "c", role: "user", text: "C" },
  );
  test.each<[string, object, unknown, string[], string[]]>([
    ["whole", three, "b", ["user: A", "assistant: B"], ["left_out skipped"]],
    [
      "current_node missing, one leaf",
      three,
      null,
      ["user: A", "assistant: B", "user: C"],
      ["broken_chain kept"],
    ],
    [
      "current_node unknown, one leaf",
      three,
      "z",
      ["user: A", "assistant: B", "user: C"],
      ["broken_chain kept"],
    ],
    [
      "current_node missing, two leaves",
      { ...three, ...chain({ id: "d", parent: "a", role: "user", text: "D" }) },
      null,
      [],
      ["broken_chain kept", "left_out skipped"],
    ],
    [
      "a parent missing",
      chain(
        { id: "b", parent: "gone", role: "user", text: "B" },
        { id: "c", role: "user", text: "C" },
      ),
      "c",
      ["user: B", "user: C"],
      ["broken_chain kept"],
    ],
    [
      "a ring",
      chain(
        { id: "a", parent: "c", role: "user", text: "A" },
        { id: "c", role: "user", text: "C" },
      ),
      "c",
      ["user: A", "user: C"],
      ["broken_chain kept"],
    ],
    [
      "its own parent",
      chain({ id: "a", parent: "a", role: "user", text: "A" }),
      "a",
      ["user: A"],
      ["broken_chain kept"],
    ],
    ["no nodes", {}, "a", [], []],
    ["nodes that are none", { a: null, b: [], c: 5 }, "a", [], []],
  ])("%s", async (_, mapping, current, ...[rows, issues]) => {
    const got = await outline(readChatgpt(exported(conversation(mapping, current))));
    expect(got.rows).toEqual(rows);
    const codes = got.all.report.issues.map(({ code, effect }) => `${code} ${effect}`);
    expect(codes.filter((code) => !code.startsWith("missing_time"))).toEqual(issues);
  });

  test("a row keeps its place in the path whatever its time; its own time is told beside it", async () => {
    const mapping = chain(
      { id: "a", role: "user", text: "A", time: 1_700_000_009 },
      { id: "b", role: "assistant", text: "B", time: 1_700_000_003 },
      { id: "c", role: "user", text: "C" },
    );
    const items = [];
    for await (const item of readChatgpt(exported(conversation(mapping, "c")))) items.push(item);
    const told = items.flatMap((item) =>
      item.type === "message" ? [[item.message.content, item.source?.sentAt]] : [],
    );
    expect(told).toEqual([
      ["A", 1_700_000_009_000_000],
      ["B", 1_700_000_003_000_000],
      ["C", undefined],
    ]);
    const codes = items.flatMap((item) => (item.type === "issue" ? [item.issue.code] : []));
    expect(codes).toEqual(["out_of_order", "missing_time"]);
  });
});

test("conversations: by time as one log, or as they stand, holding none of the others", async () => {
  const at = (id: string, time: number): object =>
    conversation(chain({ id, role: "user", text: id, time }), id, { conversation_id: `c-${id}` });
  const file = exported(
    at("late", 1_700_000_009),
    "junk",
    { title: "no mapping" },
    at("early", 1_700_000_001),
  );
  const byTime = await outline(readChatgpt(file));
  expect(byTime.rows).toEqual(["user: early", "user: late"]);
  expect(byTime.issues).toEqual(["malformed skipped @1", "malformed skipped @2"]);
  const asItStands = await collect(readChatgpt(file, { order: "source" }));
  expect(asItStands.messages.map(({ sequence, chatId }) => [sequence, chatId])).toEqual([
    [1, "c-late"],
    [2, "c-early"],
  ]);
});

test("in source order the first rows come before the document has been read", async () => {
  const one = JSON.stringify(talk);
  let pulled = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield bytes("[");
    for (;;) {
      pulled++;
      yield bytes(`${one},`);
    }
  }
  let rows = 0;
  for await (const item of readChatgpt(endless(), { order: "source" }))
    if (item.type === "message" && ++rows === 70) break;
  expect(pulled).toBeLessThan(15);
});

test("conversations without an id do not share a desk", async () => {
  const alone = (): object => ({
    mapping: chain({ id: "a", role: "user", text: "A" }),
    current_node: "a",
  });
  const { all } = await outline(readChatgpt(exported(alone(), alone())));
  expect(all.messages.map(({ chatId }) => chatId)).toEqual(["conversation 0", "conversation 1"]);
});

test("cut short anywhere it ends, with typed errors only", async () => {
  await survives(bytes(JSON.stringify([talk])), "conversations.json", readChatgpt);
});
