import { configure } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import {
  collect,
  detect,
  formatOfZip,
  parseFieldMap,
  readExport,
  readFolder,
  UnknownFormatError,
  UnreadableExportError,
  UNDERSTOOD,
} from "../../dist/import/index.js";
import { reviveError } from "../../dist/model/revive-error.js";
import { blob, bytes, gzip, outline, stream, zipOf } from "./helpers.js";

describe("detect", () => {
  test.each([
    ["x", '{"sequence":1,"author":{"type":"operator"},"content":"a"}\n{"seq', "rows"],
    ["x", '\u{FEFF}\n {"a":1}', "rows"],
    ["x", '[{"ID":1}', "rows"],
    ["x.jsonl", "{broken", "rows"],
    ["X.NDJSON.GZ", "", "rows"],
    ["x.json", '{"guild":{"id":"1","na', "discord"],
    ["x.json", '{\n "channel": {"id":"1"}, "messages": [\n {', "discord"],
    ["x.json", '{"guild":{},"channel":{"id":"1"},"messages":[]}', "discord"],
    [
      "x.json",
      '{\n "name": "c",\n "type": "personal_chat",\n "id": 1,\n "messages": [',
      "telegram",
    ],
    ["x.json", '{"name":"c","type":"x","id":1,"messages":[]}', "telegram"],
    ["x.json", '{\n "about": "long', "telegram"],
    ["x.json", '{"chats":{"list":[]}}', "telegram"],
    ["x.json", '{"channel":"c","text":"a","messages":3}', "rows"],
    ["x.txt", "[10:00] <a> b", "irc"],
    ["x.txt", "--- Log opened\n=== a has joined #b", "irc"],
    ["x.log", "10:00 -!- a has quit", "irc"],
    ["x", "PK\u{3}\u{4}", "slack-zip"],
    ["conversations.json", '[{"title":"a \\"mapping\\": {","mapping":{"x":{', "chatgpt"],
    ["x.json", '{"conversations":[{"title":"t","mapping": {', "chatgpt"],
    ["x.json", '[{"title":"a \\"mapping\\": {"}]', "rows"],
    ["s.jsonl", 'torn\n{"uuid":"1","message":{"role":"user","content":"a"}}', "claude-code"],
    ["s.jsonl", '{"torn\n{"uuid":"1","message":{"role":"user","content":"a"}}', "claude-code"],
    ["s", '{"type":"summary","summary":"a","leafUuid":"b"}', "claude-code"],
    [
      "s.jsonl",
      `{"parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","content":"${"x".repeat(20_000)}`,
      "claude-code",
    ],
    ["s.json", '{"loglines": [{"type":"user"', "claude-code"],
    ["r.jsonl", '{"uuid":"1","type":"message","message":"a"}', "rows"],
    ["r.jsonl", '{"parentUuid":"1","content":"a"}', "rows"],
    ["_chat.txt", "\u{200E}[24/12/23, 10:00:00] Ann: a", "whatsapp"],
    ["WhatsApp Chat with A.txt", "2023-12-24 10:00 - Ann: a", "whatsapp"],
    ["x.txt", "left over\n24/12/23, 10:00 - Ann: a", "whatsapp"],
    ["Inbox", "From a@b.invalid Mon Jan  1 10:00:00 2024\nFrom: a", "mbox"],
  ])("%s %j → %s", (name, head, format) => {
    expect(detect(name, bytes(head))).toBe(format);
  });

  test.each([
    ["notes.md", "* a list\n* of things"],
    ["x.json", '{\n  "a": 1,'],
    ["x.html", "<html> <body>"],
    ["x", ""],
    ["x.png", "\u{89}PNG"],
    ["x.log", "2023-12-24 10:00:00 - INFO: up\n[2023-12-24 10:00:00] INFO: up"],
    ["x.log", "24/12/23, 10:00 - <ann> a: b"],
    ["x.txt", "From here on it is 2024"],
    ["x.txt", "on 24/12/23, 10:00 - all of us"],
  ])("%s %j is not understood, and the error lists what is", (name, head) => {
    expect(() => detect(name, bytes(head))).toThrow(UNDERSTOOD.join("; "));
  });
});

describe("readExport", () => {
  test("looks through gzip", async () => {
    const log = await gzip(bytes("[10:00] <a> b"));
    for (const source of [blob(log), stream(log)])
      expect((await outline(readExport("x.txt.gz", source))).rows).toEqual(["a: b"]);
  });

  test("refuses a map where there is nothing to map", async () => {
    const map = parseFieldMap("content=text");
    await expect(collect(readExport("x", blob("[10:00] <a> b"), { map }))).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  test("reads by a map what neither bytes nor name tell", async () => {
    const row = JSON.stringify({ long: "x".repeat(20_000), t: "a" });
    const map = parseFieldMap("content=t");
    for (const source of [blob(row), stream(bytes(row))])
      expect((await outline(readExport("x.txt", source, { map }))).rows).toEqual([": a"]);
    await expect(collect(readExport("x.txt", blob(row)))).rejects.toMatchObject({
      code: "unknown_format",
    });
  });

  test("lets a source go that nothing can read, or that is left early", async () => {
    for (const text of ["?", '{"sequence":1,"author":{"type":"operator"},"content":"a"}\n']) {
      let cancelled = false;
      const source = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(bytes(text.repeat(500))),
        cancel: () => {
          cancelled = true;
        },
      });
      try {
        for await (const item of readExport("x", source)) if (item.type === "message") break;
      } catch (error) {
        expect(error).toMatchObject({ code: "unknown_format" });
      }
      expect(cancelled).toBe(true);
    }
  });

  test("a source that yields no bytes is refused", async () => {
    const texts = new ReadableStream({
      start: (controller) => controller.enqueue("[10:00] <a> b"),
    });
    await expect(collect(readExport("x", texts))).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

const discord = (id: string, at: string): Blob =>
  blob(
    JSON.stringify({
      guild: {},
      channel: { id },
      messages: [{ id: "1", timestamp: at, content: id, author: { id: "u" } }],
    }),
  );

describe("readFolder", () => {
  test("several exports of one format are one log by time; other files are said to be unread", async () => {
    const { rows, issues } = await outline(
      readFolder([
        { path: "a.json", source: discord("late", "2022-01-02T00:00:00Z") },
        { path: "b.json", source: discord("early", "2022-01-01T00:00:00Z") },
        { path: "readme.txt", source: stream(bytes("hello")) },
      ]),
    );
    expect(rows).toEqual(["u: early", "u: late"]);
    expect(issues).toEqual(["not_read stopped @0"]);
  });

  test("one file among others is read as if alone", async () => {
    const map = parseFieldMap("content=t");
    const entries = [
      { path: "photos/1.jpg", source: blob("\u{0}") },
      { path: "rows.jsonl", source: blob('{"t":"a"}\n') },
    ];
    expect((await outline(readFolder(entries, { map }))).rows).toEqual([": a"]);
  });

  test.each([
    ["no file", []],
    ["nothing known", [{ path: "a", source: blob("?") }]],
  ])("%s is refused", async (_, entries) => {
    await expect(collect(readFolder(entries))).rejects.toMatchObject({ code: "unknown_format" });
  });

  test("files without a common order are refused", async () => {
    const row = '{"sequence":1,"author":{"type":"operator"},"content":"a"}\n';
    const log = { path: "a.log", source: blob("[10:00] <a> b") };
    for (const entries of [
      [log, { path: "b.json", source: discord("x", "2022-01-01T00:00:00Z") }],
      [
        { path: "a.jsonl", source: blob(row) },
        { path: "b.jsonl", source: blob(row) },
      ],
    ])
      await expect(collect(readFolder(entries))).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });
});

test("collect keeps a bounded number of issues of each effect, and counts the rest", async () => {
  const text = `${"broken\n".repeat(30)}{"t":"a"}\n${'{"t":"b","at":1}\n'.repeat(3)}`;
  const map = parseFieldMap("content=t,author.id=i");
  const { report } = await collect(readExport("x.jsonl", blob(text), { map }), { maxIssues: 3 });
  expect(report).toMatchObject({ imported: 4, skipped: 30, unlisted: 28 });
  expect(report.issues.map(({ effect }) => effect)).toEqual([
    ...Array(3).fill("skipped"),
    ...Array(3).fill("kept"),
  ]);
});

test("no entry of a zip is left open by finding out what it is", async () => {
  // The package reads so many entries at once; without its time-out another waits for ever.
  configure({ maxWorkers: 1, workerStarvationTimeout: Infinity });
  try {
    const line = (n: number): string => `[10:00] <ann> ${n * 2_654_435_761}\n`;
    const log = Array.from({ length: 20_000 }, (_, n) => line(n)).join("");
    const zip = await zipOf({ "a.log": log, "b.log": log, "c.log": log });
    expect(await formatOfZip("x.zip", zip)).toBe("irc");
    const { report } = await collect(readExport("x.zip", zip));
    expect(report).toMatchObject({ imported: 60_000, issues: [] });
  } finally {
    configure({ maxWorkers: 2, workerStarvationTimeout: 5000 });
  }
});

test("the errors of this room come back through a worker as themselves", () => {
  for (const error of [
    new UnknownFormatError("m", { file: "f", reason: "r", understood: [] }),
    UnreadableExportError.of("f", "r"),
  ]) {
    const revived = reviveError(structuredClone(error.toJSON()));
    expect(revived).toBeInstanceOf(error.constructor);
    expect(revived?.toJSON()).toEqual(error.toJSON());
  }
});
