import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  collect,
  MAX_ROW_BYTES,
  readExport,
  readFolder,
  readWhatsapp,
} from "../../dist/import/index.js";
import { blob, bytes, chunked, cut, outline, survives, zipOf } from "./helpers.js";

const LRM = "\u200E";

async function timesOf(text: string): Promise<(string | undefined)[]> {
  const times = [];
  for await (const item of readWhatsapp(blob(text)))
    if (item.type === "message") times.push(item.source?.localTime);
  return times;
}

test("B46: marks join no line to another's message, and no author holds a date", async () => {
  const text = [
    "1/4/23, 7:02\u202FPM - Ann: first",
    `${LRM}1/4/23, 7:03\u202FPM - Ben: ${LRM}image omitted`,
    "still Ben",
    "1/4/23, 7:04\u202FPM - Ann added Cy",
    "1/4/23, 7:05\u202FPM - Cy: a: b",
  ].join("\n");
  const { rows, all, issues } = await outline(readExport("WhatsApp Chat with Tea.txt", blob(text)));
  expect(rows).toEqual([
    "Ann: first",
    "Ben: image omitted\nstill Ben",
    "(notice): Ann added Cy",
    "Cy: a: b",
  ]);
  expect(issues).toEqual(["ambiguous_date kept @0"]);
  expect(all.messages[1]).toEqual({
    sequence: 2,
    chatId: "WhatsApp Chat with Tea",
    parent: null,
    author: { type: "person", id: "Ben", label: "Ben" },
    content: "image omitted\nstill Ben",
    at: "1/4/23, 7:03\u202FPM",
  });
  expect(all.desks).toEqual([{ id: "WhatsApp Chat with Tea", name: "Tea", description: null }]);
});

describe("headers", () => {
  test.each([
    ["[24/12/23, 19:02:03] Ann: x", "2023-12-24T19:02:03"],
    ["24/12/23, 19:02 - Ann: x", "2023-12-24T19:02"],
    ["24/12/2023 19:02 - Ann: x", "2023-12-24T19:02"],
    ["12/24/23, 7:02 PM - Ann: x", "2023-12-24T19:02"],
    ["[12/24/23, 7:02:03\u202FPM] Ann: x", "2023-12-24T19:02:03"],
    ["12/24/23, 12:02\u00A0AM - Ann: x", "2023-12-24T00:02"],
    ["24/12/23, 12:02 p. m. - Ann: x", "2023-12-24T12:02"],
    ["24.12.23, 19:02 - Ann: x", "2023-12-24T19:02"],
    ["04.05.23, 19:02 - Ann: x", "2023-05-04T19:02"],
    ["[2023-12-24, 19:02:03] Ann: x", "2023-12-24T19:02:03"],
    ["2023/12/24, 19.02 - Ann: x", "2023-12-24T19:02"],
    ["24-12-23 19:02 – Ann: x", "2023-12-24T19:02"],
    ["5/5/23, 19:02 - Ann: x", "2023-05-05T19:02"],
    ["2023/12/24 午後7:02 - Ann: x", undefined],
    ["4/5/23, 19:02 - Ann: x", undefined],
    ["31/2/23, 19:02 - Ann: x", undefined],
  ])("%j", async (line, time) => {
    for (const marked of [line, LRM + line, `\u200F\u202A${line}`, `\uFEFF${line}`]) {
      expect((await outline(readWhatsapp(blob(marked)))).rows).toEqual(["Ann: x"]);
      expect(await timesOf(marked)).toEqual([time]);
    }
  });

  test.each([
    "45/1/23, 19:02 - Ann: x",
    "1/1/23, 19:61 - Ann: x",
    "1/1, 19:02 - Ann: x",
    "1/1/23 - Ann: x",
    "1-1/23, 19:02 - Ann: x",
    "19:02 - Ann: x",
    "[1/1/23, 19:02:03 Ann: x",
  ])("%j is none", async (line) => {
    const { all } = await outline(readWhatsapp(blob(line)));
    expect([all.messages.length, all.report.skipped]).toEqual([0, 1]);
    const after = await outline(readWhatsapp(blob(`1/1/23, 19:02 - Ben: y\n${line}`)));
    expect(after.rows).toEqual([`Ben: y\n${line}`]);
  });
});

describe("day and month", () => {
  test.each<[string, string[], (string | undefined)[]]>([
    ["a day above 12 decides for all", ["1/2/23", "1/13/23"], ["2023-01-02", "2023-01-13"]],
    ["in the other place too", ["1/2/23", "13/2/23"], ["2023-02-01", "2023-02-13"]],
    [
      "one reading ascends",
      ["1/4/23", "2/4/23", "1/5/23"],
      ["2023-04-01", "2023-04-02", "2023-05-01"],
    ],
    ["both ascend", ["1/2/23", "3/4/23"], [undefined, undefined]],
    ["neither ascends", ["3/4/23", "1/2/23"], [undefined, undefined]],
    ["both places above 12", ["13/2/23", "2/13/23"], [undefined, undefined]],
    ["a mix of forms", ["2023-12-24", "1/2/23"], [undefined, undefined]],
  ])("%s", async (_, dates, times) => {
    const text = dates.map((date) => `${date}, 10:00 - Ann: x`).join("\n");
    expect(await timesOf(text)).toEqual(times.map((time) => time && `${time}T10:00`));
    const { issues } = await outline(readWhatsapp(blob(text)));
    expect(issues).toEqual(times[0] === undefined ? ["ambiguous_date kept @0"] : []);
  });
});

describe("who says what", () => {
  const at = (rest: string): string => `24/12/23, 10:00 - ${rest}`;
  test.each<[string, string[], string[]]>([
    ["a blank line inside a message", [at("Ann: a"), "", "b"], ["Ann: a\n\nb"]],
    ["an empty message", [at("Ann: "), at("Ann:")], ["Ann: ", "Ann: "]],
    ["marks inside a text stay", [at(`Ann: a ${LRM}b`)], [`Ann: a ${LRM}b`]],
    ["marks round a number go", [at("\u202A+49 170\u00A01\u202C: a")], ["+49 170\u00A01: a"]],
    ["media", [at("Ann: <Media omitted>")], ["Ann: <Media omitted>"]],
    ["a mark of an edit", [at("Ann: a <This message was edited>")], ["Ann: a"]],
    [
      "withdrawn",
      [at("Ann: This message was deleted"), at("Ann: You deleted this message.")],
      ["(deleted): This message was deleted", "(deleted): You deleted this message."],
    ],
    [
      "a notice with a colon in what it quotes",
      [at('Ann changed the subject from "a" to "b: c"')],
      ['(notice): Ann changed the subject from "a" to "b: c"'],
    ],
    [
      "a notice under the chat's name",
      [
        at(`Tea: ${LRM}Messages and calls are end-to-end encrypted.`),
        at(`Tea: ${LRM}Ann added you`),
      ],
      ["(notice): Messages and calls are end-to-end encrypted.", "(notice): Ann added you"],
    ],
    ["the same words typed by a person", [at("Ann: Ben added you")], ["Ann: Ben added you"]],
    [
      "a stamp is no name",
      [at("24/12/23, 10:01 - Ben: a")],
      ["(notice): 24/12/23, 10:01 - Ben: a"],
    ],
    ["a link is no name", [at("Ann: see https://a.invalid: b")], ["Ann: see https://a.invalid: b"]],
    [
      "a pasted header of the other style",
      [at("Ann: look"), "[24/12/23, 10:00:00] Ben: no"],
      ["Ann: look\n[24/12/23, 10:00:00] Ben: no"],
    ],
    [
      "a name with a colon, which a notice names too",
      [
        at("Team: Red joined using this group's invite link"),
        at("Team: Red: hi"),
        at("Team: Red: ho"),
      ],
      [
        "(notice): Team: Red joined using this group's invite link",
        "Team: Red: hi",
        "Team: Red: ho",
      ],
    ],
    [
      "a habit is no name",
      [at("Bot: Error: a"), at("Bot: Error: b")],
      ["Bot: Error: a", "Bot: Error: b"],
    ],
    [
      "nor a name where the first half speaks too",
      [at("Ann: Ben left"), at("Ann: Ben: hi"), at("Ann: yes")],
      ["Ann: Ben left", "Ann: Ben: hi", "Ann: yes"],
    ],
  ])("%s", async (_, lines, rows) => {
    const got = await outline(readWhatsapp(blob(lines.join("\r\n"))));
    expect(got.rows).toEqual(rows);
  });

  test("a name with a colon is one author", async () => {
    const text = [at("Team: Red left"), at("Team: Red: hi")].join("\n");
    const { all } = await outline(readWhatsapp(blob(text)));
    expect(all.messages[1]).toMatchObject({ author: { id: "Team: Red" }, content: "hi" });
    const called = await collect(
      readWhatsapp(blob(at("Team: Red: hi")), { file: "WhatsApp Chat with Team_ Red.txt" }),
    );
    expect(called.messages[0]).toMatchObject({ author: { id: "Team: Red" }, content: "hi" });
  });

  test("lines before the first message are issues, with their place", async () => {
    const { all, rows } = await outline(readExport("c.txt", blob(`lost\n\n${at("Ann: a")}`)));
    expect(rows).toEqual(["Ann: a"]);
    expect(all.report.issues).toMatchObject([
      { code: "unknown_line", effect: "skipped", line: 1, at: 0 },
    ]);
  });
});

test("a zip and a folder around _chat.txt name the desk; photos are said to be unread", async () => {
  const text = "24/12/23, 10:00 - Ann: hi";
  const zip = await zipOf({
    "_chat.txt": text,
    "0001-PHOTO.jpg": "\u0000",
    "other.zip": "PK\u0003\u0004",
  });
  const zipped = await collect(readExport("WhatsApp Chat - Tea.zip", zip));
  expect(zipped.desks).toEqual([{ id: "WhatsApp Chat - Tea", name: "Tea", description: null }]);
  expect(zipped.messages[0]?.chatId).toBe("WhatsApp Chat - Tea");
  expect(zipped.report.issues.map(({ code, file }) => [code, file])).toEqual([
    ["not_read", "WhatsApp Chat - Tea.zip/0001-PHOTO.jpg"],
    ["not_read", "WhatsApp Chat - Tea.zip/other.zip"],
  ]);
  const entries = ["WhatsApp Chat - A/_chat.txt", "WhatsApp Chat - B/_chat.txt"];
  const folder = await collect(readFolder(entries.map((path) => ({ path, source: blob(text) }))));
  expect(folder.messages.map(({ sequence, chatId }) => [sequence, chatId])).toEqual([
    [1, "WhatsApp Chat - A"],
    [2, "WhatsApp Chat - B"],
  ]);
});

const CHAT = [
  `${LRM}[24/12/23, 19:02:03] Tea: ${LRM}Messages and calls are end-to-end encrypted.`,
  "[24/12/23, 19:02:04] Ann: ein Gruß",
  "",
  "zweite Zeile",
  `${LRM}[24/12/23, 19:02:05] ~\u202FBen: ${LRM}image omitted`,
  "[24/12/23, 19:02:06] Cy: 茶を <This message was edited>",
].join("\r\n");

test("the same at every split", async () => {
  const data = bytes(CHAT);
  const expected = await collect(readWhatsapp(blob(data)));
  expect(expected.messages.length).toBe(4);
  for (let at = 0; at <= data.length; at++)
    expect(await collect(readWhatsapp(cut(data, at)))).toEqual(expected);
  expect((await collect(readExport("_chat.txt", chunked(data, 3)))).messages).toEqual(
    expected.messages,
  );
});

test("cut short anywhere it ends, with typed errors only", async () => {
  await survives(bytes(CHAT), "_chat.txt", readWhatsapp);
});

test("of any texts: every message comes back, each by who wrote it", async () => {
  const name = fc
    .stringMatching(/^[A-Za-z][A-Za-z ]{0,8}[A-Za-z]$/)
    .filter((n) => !/(^| )(added|removed|left)( |$)/.test(n));
  const text = fc.stringMatching(/^[a-z0-9][a-z0-9 .,;\n]{0,30}[a-z]$/);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, text), { maxLength: 20 }), async (said) => {
      const file = said.map(([who, what]) => `24/12/23, 10:00 - ${who}: ${what}`).join("\n");
      const { messages } = await collect(readWhatsapp(blob(file)));
      const got = messages.map(({ author, content }) => [
        author.type === "person" && author.id,
        content,
      ]);
      expect(got).toEqual(said);
    }),
    { seed: 46, numRuns: 200 },
  );
});

test("a message above the bound of a row is an issue, and the next is read", async () => {
  const header = "24/12/23, 10:00 - ";
  const long = `${"a".repeat(1023)}\n`.repeat(MAX_ROW_BYTES / 1024 + 1);
  const { rows, issues } = await outline(
    readWhatsapp(blob(`${header}Ann: ${long}${header}Ben: b`)),
  );
  expect(rows).toEqual(["Ben: b"]);
  expect(issues).toEqual(["too_large skipped @0"]);
});

test("hundred thousand lines of any kind take no longer than their text", async () => {
  for (const line of [
    "24/12/23, 10:00 - Ann: a",
    "more",
    `24/12/23, 10:00 - ${"a: ".repeat(50)}`,
    "1".repeat(200),
  ])
    await collect(readWhatsapp(blob(`24/12/23, 10:00 - Ann: a\n${`${line}\n`.repeat(25_000)}`)));
  await collect(readWhatsapp(blob(`24/12/23, 10:00 - ${"a ".repeat(500_000)}`)));
}, 20_000);
