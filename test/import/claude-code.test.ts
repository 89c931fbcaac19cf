import { describe, expect, test } from "vitest";
import { collect, parseFieldMap, readClaudeCode, readExport } from "../../dist/import/index.js";
import { readFileSync, readdirSync } from "node:fs";
import { blob, bytes, cut, outline, shared, survives } from "./helpers.js";

const lines = (...rows: (object | string)[]): string =>
  rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n");

let clock = 0;
const line = (uuid: string, parentUuid: string | null, more: object): object => ({
  parentUuid,
  isSidechain: false,
  sessionId: "s-1",
  type: "user",
  uuid,
  timestamp: new Date(1_750_000_000_000 + 1000 * clock++).toISOString(),
  ...more,
});
const user = (content: unknown): object => ({ type: "user", message: { role: "user", content } });
const assistant = (...content: object[]): object => ({
  type: "assistant",
  message: { role: "assistant", model: "m", content },
});

const SESSION = lines(
  { type: "summary", summary: "About tea", leafUuid: "x" },
  line("1", null, user("boil water")),
  line(
    "2",
    "1",
    assistant(
      { type: "thinking", thinking: "kettle?" },
      { type: "text", text: "On it." },
      { type: "tool_use", id: "t1", name: "Kettle", input: { to: 80 } },
    ),
  ),
  line(
    "3",
    "2",
    user([
      {
        type: "tool_result",
        tool_use_id: "t1",
        content: [{ type: "text", text: "80 reached" }, { type: "image" }],
      },
    ]),
  ),
  line("4", "3", { type: "system", subtype: "informational", content: "saved", level: "info" }),
  line("5", "4", { ...user("<local-command-stdout>ok</local-command-stdout>") }),
  line("6", "5", { ...user("context of the client"), isMeta: true }),
  line(
    "7",
    "6",
    user([
      { type: "text", text: "see" },
      { type: "image", source: {} },
      { type: "text", text: "this" },
    ]),
  ),
  line("8", "7", { ...assistant({ type: "text", text: "API Error" }), isApiErrorMessage: true }),
  line("9", "8", { ...user("earlier: tea"), isCompactSummary: true }),
  { type: "file-history-snapshot", messageId: "m", snapshot: {} },
  { type: "file-history-snapshot", messageId: "n", snapshot: {} },
);

test("a session: only what the user typed and the model said is anybody's", async () => {
  const { rows, issues, all } = await outline(
    readClaudeCode(blob(SESSION), { file: "a/s-1.jsonl" }),
  );
  expect(rows).toEqual([
    "(summary): About tea",
    "user: boil water",
    "(thinking): kettle?",
    "assistant: On it.",
    '(tool_use): Kettle {"to":80}',
    "(tool_result): 80 reached\n[image]",
    "(informational): saved",
    "(command_output): <local-command-stdout>ok</local-command-stdout>",
    "(meta): context of the client",
    "user: see\n[image]\nthis",
    "(api_error): API Error",
    "(summary): earlier: tea",
  ]);
  expect(all.messages.slice(2, 5).map(({ sourceId }) => sourceId)).toEqual(["2", "2#1", "2#2"]);
  expect(all.messages.every(({ chatId, parent }) => chatId === "s-1" && parent === null)).toBe(
    true,
  );
  expect(all.desks).toEqual([{ id: "s-1", name: "s-1", description: null }]);
  expect(all.messages[4]?.author).toEqual({ type: "system", kind: "tool_use", label: "Kettle" });
  expect(issues.map((issue) => issue.replace(/ @.*/, ""))).toEqual([
    "left_out skipped",
    "missing_time kept",
  ]);
  expect(all.report.issues[0]).toMatchObject({
    line: 11,
    reason: "lines of type file-history-snapshot, which hold no message: 2",
  });
});

test("B48: a torn line is one issue with its place, reading goes on, and a uuid counts once", async () => {
  const text = lines(
    { uuid: "1", message: { role: "user", content: "alpha" } },
    '{"uuid":"2","message":{"role":"assi',
    "",
    { uuid: "3", message: { role: "user", content: [{ type: "text", text: "omega" }] } },
    { uuid: "3", message: { role: "user", content: [{ type: "text", text: "omega" }] } },
  );
  const { all, rows } = await outline(readExport("session.jsonl", blob(text)));
  expect(rows).toEqual(["user: alpha", "user: omega"]);
  const told = all.report.issues.map(({ code, effect, line, at }) => ({ code, effect, line, at }));
  expect(told).toEqual([
    { code: "malformed", effect: "skipped", line: 2, at: text.indexOf('{"uuid":"2"') },
    { code: "gap", effect: "kept", line: 4, at: text.indexOf('{"uuid":"3"') },
    { code: "repeated_id", effect: "skipped", line: 5, at: text.lastIndexOf('{"uuid":"3"') },
    { code: "missing_time", effect: "kept", line: 1, at: 0 },
  ]);
});

test("a parent that is not there is a gap; one that made no row is not", async () => {
  const text = lines(
    line("1", null, user("a")),
    line("2", "1", { type: "progress" }),
    line("3", "2", user("b")),
    line("5", "4", user("c")),
  );
  const { all } = await outline(readClaudeCode(blob(text)));
  expect(all.report.issues.map(({ code, line }) => [code, line])).toEqual([
    ["gap", 4],
    ["left_out", 2],
  ]);
});

test("each sidechain is a desk of its own, and what it was told is no person's", async () => {
  const side = { isSidechain: true };
  const text = lines(
    line("1", null, user("go")),
    line("a", null, { ...user("look left"), ...side }),
    line("b", null, { ...user("look right"), ...side }),
    line("a2", "a", { ...assistant({ type: "text", text: "left" }), ...side }),
    line("b2", "b", { ...assistant({ type: "text", text: "right" }), ...side }),
    line("n", null, { ...user("named"), ...side, agentId: "agent7" }),
    line("2", "1", assistant({ type: "text", text: "done" })),
  );
  const { all, issues } = await outline(readClaudeCode(blob(text)));
  const told = all.messages.map(({ chatId, author, content }) => [
    chatId,
    author.type === "system" ? author.kind : author.type,
    content,
  ]);
  expect(told).toEqual([
    ["s-1", "person", "go"],
    ["s-1/sidechain/a", "prompt", "look left"],
    ["s-1/sidechain/b", "prompt", "look right"],
    ["s-1/sidechain/a", "agent", "left"],
    ["s-1/sidechain/b", "agent", "right"],
    ["s-1/sidechain/agent7", "prompt", "named"],
    ["s-1", "agent", "done"],
  ]);
  expect(issues).toEqual([]);
});

describe("hostile lines", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  test.each<[string, string, number]>([
    ["no object", "5", 0],
    ["no content", '{"uuid":"1","message":{"role":"user"}}', 0],
    ["content of another kind", '{"uuid":"1","message":{"role":"user","content":5}}', 0],
    [
      "blocks of other kinds",
      '{"uuid":"1","message":{"role":"user","content":[null,5,"x",{"type":"text"},[]]}}',
      4,
    ],
    [
      "a deep input",
      `{"uuid":"1","message":{"role":"assistant","content":[{"type":"tool_use","name":"T","input":${deep}}]}}`,
      1,
    ],
    [
      "a deep result",
      `{"uuid":"1","message":{"role":"user","content":[{"type":"tool_result","content":${deep}}]}}`,
      0,
    ],
    [
      "names of the prototype",
      '{"uuid":"__proto__","parentUuid":"constructor","message":{"role":"user","content":"x"}}',
      1,
    ],
  ])("%s", async (_, text, rows) => {
    expect((await collect(readClaudeCode(blob(text)))).messages.length).toBe(rows);
  });

  test("issues quote nothing of the file", async () => {
    const { all } = await outline(readClaudeCode(blob(lines({ uuid: "1", type: "secret words" }))));
    expect(JSON.stringify(all.report)).not.toContain("secret");
  });
});

test("the same at every split; a map reads it as rows", async () => {
  const data = bytes(SESSION);
  const expected = await collect(readClaudeCode(blob(data)));
  for (let at = 0; at <= data.length; at += 17)
    expect(await collect(readClaudeCode(cut(data, at)))).toEqual(expected);
  const map = parseFieldMap("content=uuid");
  const { messages } = await collect(readExport("s.jsonl", blob(SESSION), { map }));
  expect(messages[0]?.content).toBe("1");
});

test("cut short anywhere it ends, with typed errors only", async () => {
  await survives(bytes(SESSION), "session.jsonl", readClaudeCode);
});

const sessions = shared("agent-sessions/");
test.skipIf(sessions.missing)("real shapes: six files, every line a row or an issue", async () => {
  const names = readdirSync(sessions.url);
  expect(names.length).toBe(6);
  for (const name of names) {
    const data = new Uint8Array(readFileSync(new URL(name, sessions.url)));
    const { messages, report } = await collect(readExport(name, blob(data)));
    expect([name, messages.length > 0]).toEqual([name, true]);
    expect(report.issues.filter(({ effect }) => effect === "stopped")).toEqual([]);
    for (const { author, content } of messages)
      if (author.type === "person") expect(content).not.toContain("tool_use_id");
  }
});
