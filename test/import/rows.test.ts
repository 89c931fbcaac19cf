import { openAsBlob } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  collect,
  parseFieldMap,
  readExport,
  readRows,
  type ImportItem,
} from "../../dist/import/index.js";
import { formatMessageLine } from "../../dist/model/message-json.js";
import { blob, bytes, chunked, cut, gzip, outline, shared, stream } from "./helpers.js";

const read = (text: string, map?: string): AsyncGenerator<ImportItem> =>
  readRows(blob(text), map === undefined ? {} : { map: parseFieldMap(map) });

const own = (sequence: number, content: string, more = {}): object => ({
  sequence,
  chat_id: null,
  parent: null,
  author: { type: "person", id: "p1", label: "Ada" },
  content,
  ...more,
});

const jsonl = (...rows: unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

describe("B50: ids above 2^53-1 keep their digits", () => {
  const json =
    '[{"ID": 1035342667379599058, "Contents":"a"},{"ID": 1035342667379599059, "Contents":"b"}]';
  const ids = ["1035342667379599058", "1035342667379599059"];

  test.each([
    ["recognised", undefined],
    ["as source_id", "source_id=ID,content=Contents"],
    ["as sequence, which they cannot be", "sequence=ID,content=Contents"],
    ["as author", "author.id=ID,content=Contents"],
  ])("B50 array, %s", async (_, map) => {
    const { messages } = await collect(read(json, map));
    const found = messages.map(({ sourceId, author }) => sourceId ?? ("id" in author && author.id));
    expect(found).toEqual(ids);
    expect(messages.map(({ sequence, content }) => [sequence, content])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
  });

  test("B50 lines", async () => {
    const lines = json.slice(1, -1).replace("},{", "}\n{");
    const { messages } = await collect(readExport("x.jsonl", blob(lines)));
    expect(messages.map(({ sourceId }) => sourceId)).toEqual(ids);
  });

  test("B50 as parent: the reply finds its root by all its digits", async () => {
    const rows = jsonl({ id: 1 })
      .replace("1", ids[0] ?? "")
      .replace("}", ',"t":"root"}');
    const reply = `{"id":${ids[1]},"re":${ids[0]},"t":"reply"}`;
    const { messages } = await collect(read(rows + reply, "source_id=id,parent=re,content=t"));
    expect(messages.map(({ parent }) => parent)).toEqual([null, 1]);
  });
});

describe("our own shape", () => {
  test("comes through as it was, whatever wrote it", async () => {
    const messages = [
      {
        sequence: 0,
        chatId: "d",
        parent: null,
        author: { type: "operator" as const },
        content: "\u{FEFF}x\r",
      },
      {
        sequence: 7,
        chatId: "d",
        parent: 0,
        author: { type: "system" as const, kind: "join", label: "" },
        content: "",
      },
      {
        sequence: 2 ** 53 - 1,
        chatId: null,
        parent: null,
        author: { type: "agent" as const, id: "a", label: "A" },
        content: "\ud83d",
        at: "noon",
        sourceId: "9".repeat(20),
      },
    ];
    const text = messages.map(formatMessageLine).join("\n");
    expect((await collect(read(text))).messages).toEqual(messages);
    expect((await collect(read(`[${text.replaceAll("\n", ",")}]`))).messages).toEqual(messages);
  });

  test("numbers that do not ascend are skipped and said; marks about the rest", async () => {
    const bot = { author: { type: "agent", id: "", label: "x" } };
    const text = jsonl(
      own(5, "a", { source_id: "s" }),
      own(5, "again"),
      own(4, "back"),
      own(6, "b", { parent: 3, source_id: "s" }),
      own(7, "c", { parent: 5, ...bot }),
    );
    const { rows, issues, all } = await outline(read(text));
    expect(rows).toEqual(["p1: a", "p1^: b", "^: c"]);
    expect(all.messages[1]?.parent).toBe(3);
    const codes = issues.map((issue) => issue.replace(/ @.*/, ""));
    expect(codes).toEqual([
      "out_of_order skipped",
      "out_of_order skipped",
      "repeated_id kept",
      "missing_root kept",
      "empty_author kept",
    ]);
    expect(all.report).toMatchObject({ imported: 3, skipped: 2 });
  });
});

describe("lines", () => {
  test("CRLF, a byte order mark, blank lines, no last newline; damage by byte and line", async () => {
    const first = JSON.stringify(own(1, "é"));
    const text = `\u{FEFF}${first}\r\n\r\n{"broken\n42\n${JSON.stringify(own(2, "b"))}`;
    const { rows, all } = await outline(read(text));
    expect(rows).toEqual(["p1: é", "p1: b"]);
    const at = 3 + bytes(first).length + 4;
    expect(all.report.issues).toEqual([
      {
        file: "rows.jsonl",
        at,
        unit: "byte",
        line: 3,
        code: "malformed",
        reason: "the line is not valid JSON",
        effect: "skipped",
      },
      {
        file: "rows.jsonl",
        at: at + 9,
        unit: "byte",
        line: 4,
        code: "malformed",
        reason: "message must be an object",
        effect: "skipped",
      },
    ]);
  });

  test("bytes that are no UTF-8 are said, and read as U+FFFD", async () => {
    const [before = "", after = ""] = jsonl(own(1, "a?b")).split("?");
    const data = Uint8Array.of(...bytes(before), 0xe9, ...bytes(after));
    const { rows, issues } = await outline(readRows(blob(data)));
    expect([rows, issues]).toEqual([["p1: a\u{FFFD}b"], ["invalid_utf8 kept @0"]]);
  });

  test("UTF-16 is refused in one issue", async () => {
    const { issues } = await outline(readRows(blob(Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x0a, 0))));
    expect(issues).toEqual(["broken_off stopped @0"]);
  });

  test("a line above the bound is passed over", async () => {
    const giant = new Uint8Array(16 * 1024 * 1024 + 2).fill(0x78);
    const source = stream(bytes(jsonl(own(1, "a"))), giant, bytes(`\n${jsonl(own(2, "b"))}`));
    const { rows, issues } = await outline(readRows(source));
    expect(rows).toEqual(["p1: a", "p1: b"]);
    expect(issues).toEqual([`too_large skipped @${bytes(jsonl(own(1, "a"))).length}`]);
  });

  test("an empty source is no rows and no issue", async () => {
    for (const text of ["", "\n\r\n", "\u{FEFF}"])
      expect(await outline(read(text))).toMatchObject({ rows: [], issues: [] });
  });
});

describe("one outcome at every split", () => {
  const lines = `\u{FEFF}${jsonl(own(1, "é €"), own(2, "😀"))}broken\r\n${JSON.stringify(own(3, "end"))}`;
  const array = `[${JSON.stringify(own(1, "é €"))},{"x":nope},${JSON.stringify(own(2, "\u{FEFF}"))}]`;

  test.each([
    ["lines", lines],
    ["array", array],
  ])("%s", async (_, text) => {
    const data = bytes(text);
    const expected = await collect(readRows(blob(data)));
    expect(expected.messages.length).toBeGreaterThan(1);
    for (let at = 0; at <= data.length; at++)
      expect(await collect(readRows(cut(data, at)))).toEqual(expected);
    const packed = await gzip(data);
    for (const size of [1, 3, 10]) {
      expect(await collect(readRows(chunked(data, size)))).toEqual(expected);
      expect(await collect(readRows(chunked(packed, size)))).toEqual(expected);
    }
  });

  test("of any messages", async () => {
    const row = fc.record({
      s: fc.nat(50),
      p: fc.option(fc.nat(50)),
      t: fc.string({ unit: "binary" }),
    });
    const property = fc.asyncProperty(
      fc.array(row),
      fc.integer({ min: 1, max: 30 }),
      async (rows, size) => {
        const map = parseFieldMap("sequence=s,parent=p,content=t");
        const text = jsonl(...rows);
        const expected = await collect(readRows(blob(text), { map }));
        expect(await collect(readRows(chunked(bytes(text), size), { map }))).toEqual(expected);
        const { messages } = expected;
        expect(messages.map(({ content }) => content)).toEqual(rows.map(({ t }) => t));
        for (const [i, { sequence, parent }] of messages.entries()) {
          expect(sequence).toBeGreaterThan(messages[i - 1]?.sequence ?? -1);
          if (parent === null) continue;
          const root = messages.find((message) => message.sequence === parent);
          expect(root?.parent).toBeNull();
          expect(parent).toBeLessThan(sequence);
        }
      },
    );
    await fc.assert(property, { seed: 11, numRuns: 200 });
  });
});

describe("gzip", () => {
  test("cut short or damaged: what came before is kept, one issue ends it", async () => {
    const rows = Array.from({ length: 5000 }, (_, i) =>
      own(i + 1, `row ${i} ${(i * 7919) % 10007}`),
    );
    const packed = await gzip(bytes(jsonl(...rows)));
    const short = await outline(readRows(blob(packed.subarray(0, packed.length - 20))));
    expect(short.issues.map((issue) => issue.replace(/@.*/, ""))).toEqual(["broken_off stopped "]);
    expect(short.rows.length).toBeGreaterThan(0);
    packed.fill(0x55, packed.length / 2, packed.length / 2 + 50);
    const bad = await outline(readRows(blob(packed)));
    expect(bad.issues.at(-1)).toContain("broken_off stopped");
  });

  test("a failure of the source itself is thrown as it is", async () => {
    const packed = await gzip(bytes(jsonl(own(1, "a"))));
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield packed.subarray(0, 15);
      throw new Error("disk gone");
    }
    await expect(collect(readRows(failing()))).rejects.toThrow("disk gone");
    await expect(collect(readExport("x.jsonl", failing()))).rejects.toThrow("disk gone");
  });
});

describe("field maps", () => {
  test("every field, at dotted paths", async () => {
    const row = {
      n: { seq: 3 },
      room: "r",
      who: { id: 12, name: "Ada", kind: "bot" },
      body: "x",
      when: "2020-01-01T00:00:00Z",
      key: "k",
    };
    const map =
      "sequence=n.seq,chat_id=room,author.id=who.id,author.label=who.name,author.type=who.kind,content=body,at=when,source_id=key";
    expect((await collect(read(jsonl(row), map))).messages).toEqual([
      {
        sequence: 3,
        chatId: "r",
        parent: null,
        author: { type: "agent", id: "12", label: "Ada" },
        content: "x",
        at: "2020-01-01T00:00:00Z",
        sourceId: "k",
      },
    ]);
  });

  test.each([
    ["", 'map needs one = in ""'],
    ["content", 'map needs one = in "content"'],
    ["content=a=b", 'map needs one = in "content=a=b"'],
    ["body=text", 'map knows no field "body"; there are sequence, chat_id,'],
    ["content=a,content=b", 'map maps "content" twice'],
    ["content=a..b", 'map has an empty name in "content=a..b"'],
    ["content=", 'map has an empty name in "content="'],
    ["at=ts", "map must map content"],
    ["toString=a,content=b", 'map knows no field "toString"'],
  ])("%j is refused", (text, message) => {
    expect(() => parseFieldMap(text)).toThrow(message);
  });

  test.each([
    ["agent", "agent"],
    ["BOT", "agent"],
    [true, "agent"],
    [false, "person"],
    [null, "person"],
    ["user", "person"],
    ["system", "system"],
    ["operator", "operator"],
  ])("author.type %j is %s", async (type, expected) => {
    const { all, issues } = await outline(
      read(jsonl({ i: "u", y: type, t: "x" }), "author.id=i,author.type=y,content=t"),
    );
    expect([all.messages[0]?.author.type, issues]).toEqual([expected, []]);
  });

  test("an unknown type, no text, no author: each is said", async () => {
    const text = jsonl({ i: "u", y: "robot", t: "x" }, { i: "u", t: {} }, { i: "", t: 5 });
    const { rows, issues } = await outline(read(text, "author.id=i,author.type=y,content=t"));
    expect(rows).toEqual(["u: x", ": 5"]);
    expect(issues.map((issue) => issue.replace(/ @.*/, ""))).toEqual([
      "unknown_author_type kept",
      "malformed skipped",
      "empty_author kept",
    ]);
  });

  test("inherited names are no fields", async () => {
    const { issues } = await outline(read(jsonl({ t: "x" }), "content=constructor.name"));
    expect(issues).toContain("malformed skipped @0");
  });

  test("sequences: kept while they ascend, else one above the row before; never lost", async () => {
    const text = jsonl(
      ...[0, "4", 4, 2, 5, 9, -1, 2.5, null, 2 ** 53 - 1, 12].map((s) => ({ s, t: String(s) })),
    );
    const { all, issues } = await outline(read(text, "sequence=s,content=t,author.id=t"));
    expect(all.messages.map(({ sequence, content }) => `${content}→${sequence}`)).toEqual([
      "0→0",
      "4→4",
      "4→5",
      "2→6",
      "5→7",
      "9→9",
      "-1→10",
      "2.5→11",
      "null→12",
      `${2 ** 53 - 1}→${2 ** 53 - 1}`,
    ]);
    expect(issues.map((issue) => issue.replace(/ @.*/, ""))).toEqual([
      "out_of_order kept",
      "out_of_order kept",
      "out_of_order kept",
      "unusable_sequence kept",
      "unusable_sequence kept",
      "unusable_sequence kept",
      "unusable_sequence skipped",
    ]);
  });

  test("without sequence: by time where there is one, ties and gaps in source order", async () => {
    const times = [
      "2020-01-01T00:00:02Z",
      null,
      "2020-01-01T00:00:01.5Z",
      "2020-01-01T01:00:01.500+01:00",
      "1577836800",
    ];
    const text = jsonl(...times.map((w, i) => ({ w, t: String(i), i: "u" })));
    const { all, issues } = await outline(read(text, "at=w,content=t,author.id=i"));
    expect(
      all.messages.map(({ content, sequence }) => [content, sequence - 1_577_836_800_000_000]),
    ).toEqual([
      ["4", 0],
      ["2", 1_500_000],
      ["3", 1_500_001],
      ["0", 2_000_000],
      ["1", 2_000_001],
    ]);
    expect(issues.map((issue) => issue.replace(/ @.*/, ""))).toEqual(["missing_time kept"]);
  });

  test("times that are none: source order, 1, 2, 3, and one issue", async () => {
    const text = jsonl({ w: "10:02", t: "a", i: "u" }, { w: "09:00", t: "b", i: "u" });
    const { all, issues } = await outline(read(text, "at=w,content=t,author.id=i"));
    expect(all.messages.map(({ sequence, at }) => [sequence, at])).toEqual([
      [1, "10:02"],
      [2, "09:00"],
    ]);
    expect(issues).toEqual(["missing_time kept @0"]);
  });

  test("replies: to the root of the chain, in their desk, by sequence where no id is mapped", async () => {
    const text = jsonl(
      { s: 10, t: "root" },
      { s: 20, p: 10, t: "reply" },
      { s: 30, p: 20, t: "reply to a reply" },
      { s: 40, p: 50, t: "to a later row" },
      { s: 50, p: "", t: "no reply" },
      { s: 60, p: 60, t: "to itself" },
    );
    const { all, issues } = await outline(read(text, "sequence=s,parent=p,content=t"));
    expect(all.messages.map(({ parent }) => parent)).toEqual([null, 10, 10, null, null, null]);
    expect(issues.filter((issue) => issue.startsWith("missing_root")).length).toBe(2);
  });
});

describe("recognition", () => {
  test("{seq,id,channel,author_id,author,ts,text}, bots marked", async () => {
    const row = {
      seq: 4,
      id: "m4",
      channel: "c",
      author_id: "u",
      author: "Ada",
      ts: "2020-01-01T00:00:00Z",
      text: "x",
    };
    const { messages } = await collect(read(jsonl(row, { ...row, seq: 5, id: "m5", bot: true })));
    expect(messages).toEqual([
      {
        sequence: 4,
        chatId: "c",
        parent: null,
        author: { type: "person", id: "u", label: "Ada" },
        content: "x",
        at: row.ts,
        sourceId: "m4",
      },
      {
        sequence: 5,
        chatId: "c",
        parent: null,
        author: { type: "agent", id: "u", label: "Ada" },
        content: "x",
        at: row.ts,
        sourceId: "m5",
      },
    ]);
  });

  test("a damaged first row does not decide", async () => {
    const { rows, issues } = await outline(read(`{"sequence":1}\n${jsonl(own(2, "a"))}`));
    expect([rows, issues]).toEqual([["p1: a"], ["malformed skipped @0"]]);
  });

  test("rows of no known shape are refused, with what would help", async () => {
    await expect(collect(read(jsonl({ a: 1 })))).rejects.toMatchObject({
      code: "unknown_format",
      data: { understood: expect.arrayContaining(["a field map"]) },
    });
  });
});

const gitter = shared("gitter.jsonl.gz");
test.skipIf(gitter.missing)("real rooms: 211,983 rows, none lost", async () => {
  const { messages, report } = await collect(
    readExport("gitter.jsonl.gz", await openAsBlob(gitter.url)),
  );
  expect([messages.length, report.skipped]).toEqual([211_983, 0]);
  expect(report.issues.filter(({ code }) => code === "empty_author").length).toBe(4);
  expect(messages.filter(({ author }) => author.type === "agent").length).toBe(6450);
});

const unicode = shared("unicode.jsonl");
test.skipIf(unicode.missing)("real hard text: forty rows, lone surrogates kept", async () => {
  const { messages } = await collect(readExport("unicode.jsonl", await openAsBlob(unicode.url)));
  expect(messages.length).toBe(40);
  expect(messages.at(-1)?.content).toContain("\ud83d high");
});
