import { openAsBlob } from "node:fs";
import { describe, expect, test } from "vitest";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import {
  collect,
  readExport,
  readFolder,
  readSlack,
  readSlackZip,
  type FolderEntry,
} from "../../dist/import/index.js";
import { openZip } from "../../dist/import/zip.js";
import { blob, bytes, chunked, outline, shared, stream } from "./helpers.js";

type Rows = readonly unknown[];

function folder(files: Readonly<Record<string, unknown>>): FolderEntry[] {
  return Object.entries(files).map(([path, content]) => ({
    path,
    source: blob(typeof content === "string" ? content : JSON.stringify(content)),
  }));
}

/** One day of one channel. */
const day = (rows: Rows, users: Rows = []): FolderEntry[] =>
  folder({ "channels.json": [], "users.json": users, "plans/2020-01-01.json": rows });

const said = (ts: string, text: string, more = {}): object => ({
  type: "message",
  user: "U1",
  ts,
  text,
  ...more,
});

async function zipOf(files: Readonly<Record<string, unknown>>, options = {}): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options });
  for (const [path, content] of Object.entries(files))
    await zip.add(path, new TextReader(JSON.stringify(content)));
  return zip.close();
}

test("B44: odd authors and a row without ts stop nothing and show no profile", async () => {
  const profile = { email: "ada@example.invalid", phone: "555-0100", real_name: "Ada L" };
  const rows = [
    { type: "message", user: "U0GHOST", ts: "1.000001", text: "a" },
    {
      type: "message",
      subtype: "bot_message",
      bot_id: "B1",
      username: "ci",
      ts: "1.000002",
      text: "b",
    },
    { type: "message", user: "USLACKBOT", ts: "1.000003", text: "c" },
    { type: "message", text: "no ts", user_profile: profile },
    { type: "message", subtype: "channel_join", user: "U1", ts: "1.000004", text: "<@U1> joined" },
    { type: "message", user: "U1", ts: "1518127246.000478", text: "d" },
  ];
  const { messages, report } = await collect(
    readSlack(day(rows, [{ id: "U1", name: "ada", profile }])),
  );
  expect(messages.map(({ author }) => author)).toEqual([
    { type: "person", id: "U0GHOST", label: "U0GHOST" },
    { type: "agent", id: "B1", label: "ci" },
    { type: "agent", id: "USLACKBOT", label: "USLACKBOT" },
    { type: "system", kind: "channel_join", label: "Ada L" },
    { type: "person", id: "U1", label: "Ada L" },
  ]);
  expect(messages.at(-1)).toMatchObject({
    sequence: 1_518_127_246_000_478,
    at: "1518127246.000478",
    sourceId: "1518127246.000478",
  });
  expect(report).toMatchObject({ imported: 5, skipped: 1 });
  expect(report.issues).toEqual([
    {
      file: "plans/2020-01-01.json",
      at: 3,
      unit: "row",
      code: "missing_time",
      reason: "the row has no usable ts",
      effect: "skipped",
    },
  ]);
  const told = JSON.stringify(report);
  for (const secret of ["example.invalid", "555-0100", "Ada"]) expect(told).not.toContain(secret);
});

describe("order and numbers", () => {
  test("rows of all channels come by time, ties raised by one", async () => {
    const entries = folder({
      "b/2020-01-02.json": [said("200.000000", "late")],
      "b/2020-01-01.json": [said("100.000002", "third"), said("100.000001", "first")],
      "a/2020-01-01.json": [said("100.000001", "second")],
    });
    const { messages } = await collect(readSlack(entries));
    expect(messages.map(({ content, chatId, sequence }) => [content, chatId, sequence])).toEqual([
      ["second", "a", 100_000_001],
      ["first", "b", 100_000_002],
      ["third", "b", 100_000_003],
      ["late", "b", 200_000_000],
    ]);
  });

  test("a row in the file of a later day is kept behind, and reported", async () => {
    const entries = folder({
      "a/2020-01-01.json": [said("100.000000", "one")],
      "a/2020-01-02.json": [said("99.000000", "stray"), said("101.000000", "two")],
    });
    const { rows, issues, all } = await outline(readSlack(entries));
    expect(rows).toEqual(["U1: one", "U1: stray", "U1: two"]);
    expect(all.messages.map(({ sequence }) => sequence)).toEqual([
      100_000_000, 100_000_001, 101_000_000,
    ]);
    expect(issues).toEqual(["out_of_order kept @0"]);
  });

  test.each([["1518127246"], ["1518127246.5"], [1518127246.000478], ["0.000001"]])(
    "ts %s is a time",
    async (ts) => {
      const { all } = await outline(readSlack(day([{ ts, user: "U1", text: "x" }])));
      expect(all.messages[0]?.at).toBe(String(ts));
    },
  );

  test.each([["soon"], ["-1.000000"], ["1.0000001"], ["9999999999.999999"], [""], [null], [true]])(
    "ts %s is none",
    async (ts) => {
      const { issues } = await outline(readSlack(day([{ ts, user: "U1", text: "x" }])));
      expect(issues).toEqual(["missing_time skipped @0"]);
    },
  );

  test("a ts written as a number keeps its six decimals", async () => {
    const rows = '[{"type":"message","user":"U1","ts":1518127246.000400,"text":"x"}]';
    const { all } = await outline(readSlack(folder({ "a/2020-01-01.json": rows })));
    expect(all.messages[0]).toMatchObject({
      at: "1518127246.000400",
      sequence: 1_518_127_246_000_400,
    });
  });
});

describe("threads", () => {
  test("replies hang from the root; a lost root is an issue; roots are no replies", async () => {
    const rows = [
      said("1.000000", "root", { thread_ts: "1.000000" }),
      said("2.000000", "reply", { thread_ts: "1.000000" }),
      said("3.000000", "lost", { thread_ts: "0.500000" }),
    ];
    const { rows: read, issues, all } = await outline(readSlack(day(rows)));
    expect(read).toEqual(["U1: root", "U1^: reply", "U1: lost"]);
    expect(all.messages[1]?.parent).toBe(1_000_000);
    expect(issues).toEqual(["missing_root kept @2"]);
  });

  test("a thread is of its channel: the same ts elsewhere is no root", async () => {
    const entries = folder({
      "a/2020-01-01.json": [said("1.000000", "root")],
      "b/2020-01-01.json": [said("2.000000", "reply", { thread_ts: "1.000000" })],
    });
    expect((await outline(readSlack(entries))).rows).toEqual(["U1: root", "U1: reply"]);
  });

  test.each([
    ["reply then broadcast", {}, { subtype: "thread_broadcast" }],
    ["broadcast then reply", { subtype: "thread_broadcast" }, {}],
    ["broadcast twice", { subtype: "thread_broadcast" }, { subtype: "thread_broadcast" }],
  ])("a broadcast comes once: %s", async (_, first, second) => {
    const thread = { thread_ts: "1.000000" };
    const rows = [
      said("1.000000", "root"),
      said("2.000000", "to all", { ...thread, ...first }),
      said("2.000000", "to all", { ...thread, ...second }),
    ];
    const { rows: read, issues } = await outline(readSlack(day(rows)));
    expect(read).toEqual(["U1: root", "U1^: to all"]);
    expect(issues).toEqual(["repeated_broadcast skipped @2"]);
  });

  test("other rows of one ts are both kept, and reported", async () => {
    const { rows, issues } = await outline(readSlack(day([said("1.0", "x"), said("1.0", "y")])));
    expect(rows).toEqual(["U1: x", "U1: y"]);
    expect(issues).toEqual(["repeated_id kept @1"]);
  });
});

describe("authors and text", () => {
  const users = [
    { id: "U1", name: "ada", real_name: "Ada L", profile: { display_name: "adal" } },
    { id: "U2", name: "helper", is_bot: true, profile: {} },
  ];

  test.each([
    [{ user: "U1" }, { type: "person", id: "U1", label: "adal" }],
    [{ user: "U2" }, { type: "agent", id: "U2", label: "helper" }],
    [
      { user: "U1", bot_id: "B7" },
      { type: "person", id: "U1", label: "adal" },
    ],
    [
      { user: "U9", bot_id: "B7", bot_profile: { name: "deploy" } },
      { type: "agent", id: "U9", label: "deploy" },
    ],
    [{ bot_id: "B7" }, { type: "agent", id: "B7", label: "B7" }],
    [
      { subtype: "bot_message", username: "feed" },
      { type: "agent", id: "", label: "feed" },
    ],
    [
      { subtype: "file_comment", comment: { user: "U1" } },
      { type: "person", id: "U1", label: "adal" },
    ],
    [
      { subtype: "me_message", user: "U1" },
      { type: "person", id: "U1", label: "adal" },
    ],
    [
      { subtype: "channel_topic", user: "U1" },
      { type: "system", kind: "channel_topic", label: "adal" },
    ],
    [{ subtype: "tombstone" }, { type: "system", kind: "tombstone", label: "tombstone" }],
    [
      { user: "U8", user_profile: { display_name: "guest" } },
      { type: "person", id: "U8", label: "guest" },
    ],
    [{}, { type: "person", id: "", label: "" }],
    [{ user: "__proto__" }, { type: "person", id: "__proto__", label: "__proto__" }],
  ])("%j", async (row, author) => {
    const { all, issues } = await outline(
      readSlack(day([{ ts: "1.0", text: "x", ...row }], users)),
    );
    expect(all.messages[0]?.author).toEqual(author);
    expect(issues).toEqual("id" in author && author.id === "" ? ["empty_author kept @0"] : []);
  });

  test("text is kept as written; what has none is named; the rest is counted", async () => {
    const rows = [
      said("1.0", "<@U1> a &amp; b <https://example.invalid|here>"),
      said("2.0", "", {
        attachments: [{ title: "Build", text: "failed" }, { fallback: "old" }],
        files: [{ name: "log.txt" }],
      }),
      said("3.0", "look", { files: [{ name: "p.png" }] }),
    ];
    const { rows: read, issues } = await outline(readSlack(day(rows)));
    expect(read).toEqual([
      "U1: <@U1> a &amp; b <https://example.invalid|here>",
      "U1: Build\nfailed\nold\nlog.txt",
      "U1: look",
    ]);
    expect(issues).toEqual(["left_out kept @2"]);
  });

  test("blocks stand in for a text that is not there", async () => {
    const blocks = [
      { type: "section", text: { type: "mrkdwn", text: "one" }, fields: [{ text: "two" }] },
      {
        type: "rich_text",
        elements: [
          {
            elements: [
              { type: "text", text: "three" },
              { type: "link", url: "u", text: "" },
            ],
          },
        ],
      },
      "junk",
    ];
    const rows = [
      said("1.0", "", { blocks, attachments: [{ blocks: [{ title: { text: "four" } }] }] }),
    ];
    expect((await outline(readSlack(day(rows)))).rows).toEqual(["U1: one\ntwo\nthree\nfour"]);
  });

  test("desks come from every list, by id; a folder without one is its own", async () => {
    const entries = folder({
      "channels.json": [{ id: "C1", name: "plans", purpose: { value: "what next" } }],
      "groups.json": [{ id: "G1", name: "inner", topic: { value: "t" } }],
      "mpims.json": [{ id: "G2", name: "mpdm-a--b-1" }],
      "dms.json": [{ id: "D1", members: ["U1", "U5"] }],
      "users.json": users,
      "plans/2020-01-01.json": [said("1.0", "a")],
      "D1/2020-01-01.json": [said("2.0", "b")],
      "gone/2020-01-01.json": [said("3.0", "c")],
    });
    const { messages, desks } = await collect(readSlack(entries));
    expect(desks).toEqual([
      { id: "C1", name: "plans", description: "what next" },
      { id: "G1", name: "inner", description: "t" },
      { id: "G2", name: "mpdm-a--b-1", description: null },
      { id: "D1", name: "adal, U5", description: null },
    ]);
    expect(messages.map(({ chatId }) => chatId)).toEqual(["C1", "D1", "gone"]);
  });
});

describe("damage", () => {
  test("bad rows, bad files and strange files are reported; the rest is read", async () => {
    const entries = folder({
      "users.json": "{nope",
      "a/2020-01-01.json":
        '[{"ts":"1.0","user":"U1","text":"a"},"no row",{"ts":"2.0","user":"U1","text":"b"},{"ts":',
      "a/canvas.json": {},
      "b/2020-01-01.json": [said("3.0", "c")],
      ".DS_Store": "",
      "__MACOSX/a/2020-01-01.json": "junk",
    });
    const { rows, issues } = await outline(readSlack(entries));
    expect(rows).toEqual(["U1: a", "U1: b", "U1: c"]);
    expect(issues).toEqual([
      "broken_off kept @1",
      "malformed skipped @1",
      "broken_off stopped @88",
      "not_read stopped @0",
    ]);
  });

  test("a folder that is no export is refused with what is missing", async () => {
    await expect(collect(readSlack(folder({ "notes.json": [] })))).rejects.toMatchObject({
      code: "unknown_format",
      data: { understood: ["a Slack workspace export"] },
    });
  });
});

describe("zip", () => {
  const files = {
    "export/channels.json": [{ id: "C1", name: "plans" }],
    "export/users.json": [],
    "export/plans/2020-01-01.json": [said("1.0", "é\u{FEFF}"), said("2.0", "b")],
  };

  test("a zip, a folder, a stream of any chunks: one outcome", async () => {
    const zip = await zipOf(files);
    const expected = await collect(readSlack(folder(files)));
    expect(expected.messages.map(({ content }) => content)).toEqual(["é\u{FEFF}", "b"]);
    expect(await collect(readExport("x.zip", blob(zip)))).toEqual(expected);
    expect(await collect(readExport("x.zip", stream(zip)))).toEqual(expected);
    expect(await collect(readExport("x", chunked(zip, 5)))).toEqual(expected);
    expect(await collect(readFolder(folder(files)))).toEqual(expected);
  });

  test.each([
    ["text", bytes("not a zip at all")],
    ["nothing", bytes("")],
    ["a header alone", Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0)],
  ])("%s is refused", async (_, data) => {
    await expect(collect(readSlackZip(blob(data)))).rejects.toMatchObject({
      code: "unreadable_export",
      data: { reason: "not a zip, or a damaged one" },
    });
  });

  test("a zip cut anywhere ends in an error or an issue, never in fewer rows unsaid", async () => {
    const zip = await zipOf(files);
    for (let end = 0; end < zip.length; end += 7)
      await expect(collect(readSlackZip(blob(zip.subarray(0, end))))).rejects.toMatchObject({
        code: "unreadable_export",
      });
  });

  test("an encrypted zip is refused before any row", async () => {
    const zip = await zipOf(files, { password: "secret" });
    await expect(collect(readSlackZip(blob(zip)))).rejects.toMatchObject({
      code: "unreadable_export",
      data: { reason: "the zip is encrypted" },
    });
  });

  test("a damaged entry is an issue; the others are read", async () => {
    const zip = await zipOf(
      { ...files, "export/other/2020-01-01.json": [said("3.0", "c")] },
      { level: 0 },
    );
    const at = Buffer.from(zip).indexOf('"b"');
    zip[at + 1] = 0x7a;
    const { rows, issues } = await outline(readSlackZip(blob(zip)));
    expect(rows).toContain("U1: c");
    expect(issues).toEqual(["broken_off stopped @0"]);
  });

  test("bounds: entry, total, entries, stream", async () => {
    const zip = await zipOf({ a: "x".repeat(5000), b: "y".repeat(5000) });
    const read = async (
      limits: object,
      source: Blob | ReadableStream<Uint8Array> = blob(zip),
    ): Promise<number> => {
      let length = 0;
      for (const { source: entry } of await openZip(source, "z", limits))
        for await (const chunk of entry as AsyncIterable<Uint8Array>) length += chunk.length;
      return length;
    };
    expect(await read({})).toBe(10_004);
    const bound = { code: "unreadable_export" };
    await expect(read({ maxEntryBytes: 5001 })).rejects.toMatchObject(bound);
    await expect(read({ maxTotalBytes: 10_003 })).rejects.toMatchObject(bound);
    await expect(read({ maxEntries: 1 })).rejects.toMatchObject(bound);
    await expect(read({ maxStreamBytes: zip.length - 1 }, stream(zip))).rejects.toMatchObject(
      bound,
    );
    expect(await read({ maxStreamBytes: zip.length }, stream(zip))).toBe(10_004);
  });
});

const real = shared("slack-export.zip");
test.skipIf(real.missing)(
  "real workspace: 1,382 rows of 16 channels, each accounted for",
  async () => {
    const source = await openAsBlob(real.url);
    const { messages, desks, report } = await collect(readExport("slack-export.zip", source));
    expect(report.imported + report.skipped).toBe(1382);
    expect(report.skipped).toBe(0);
    expect(report.issues.map(({ code }) => code)).toEqual(["left_out"]);
    expect(desks.length).toBe(16);
    expect(new Set(messages.map(({ chatId }) => chatId)).size).toBe(16);
    expect(messages.every(({ at }) => /^\d{10}\.\d{6}$/.test(at ?? ""))).toBe(true);
    expect(
      messages.every(({ sequence }, i) => i === 0 || sequence > (messages[i - 1]?.sequence ?? 0)),
    ).toBe(true);
    expect(messages.filter(({ author }) => author.type === "system").length).toBe(351);
    // Addresses are the one private field that the file still has, in replaced form.
    expect(JSON.stringify(report)).not.toContain("@");
  },
);
