import { describe, expect, test } from "vitest";
import {
  collect,
  MAX_LINE_BYTES,
  MAX_MAIL_BYTES,
  readExport,
  readMbox,
} from "../../dist/import/index.js";
import { htmlText } from "../../dist/import/mbox/html-text.js";
import { splitQuoted } from "../../dist/import/mbox/quoted.js";
import { blob, bytes, chunked, cut, outline, survives } from "./helpers.js";

const SEPARATOR = "From ann@example.invalid Mon Jan  1 10:00:00 2024";
const mail = (head: readonly string[], body: string): string =>
  [SEPARATOR, ...head, "", body, ""].join("\n");
const from = (who: string, id: string, minute: number, ...more: string[]): string[] => [
  `From: ${who}`,
  `Message-ID: <${id}@example.invalid>`,
  `Date: Mon, 1 Jan 2024 10:${String(minute).padStart(2, "0")}:00 +0200`,
  ...more,
];

const BOX = [
  mail(
    from("=?utf-8?Q?Ann_=C3=84?= <ann@Example.INVALID>", "a", 0, "Subject: Tea"),
    "Shall we?\n>From now on at four.\n>>From is two signs",
  ),
  mail(
    from(
      "Ben <ben@example.invalid>",
      "b",
      5,
      "Subject: Re: Tea",
      "In-Reply-To: <a@example.invalid>",
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=B",
    ),
    [
      "--B",
      "Content-Type: multipart/alternative; boundary=C",
      "",
      "--C",
      "Content-Type: text/plain; charset=iso-8859-1",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Caf=E9, yes.",
      "",
      "On Mon, Jan 1, 2024 at 10:00 AM Ann <ann@example.invalid>",
      "wrote:",
      "> Shall we?",
      "--C",
      "Content-Type: text/html",
      "",
      "<p>other</p>",
      "--C--",
      "--B",
      "Content-Type: application/pdf; name=plan.pdf",
      "Content-Disposition: attachment; filename=plan.pdf",
      "Content-Transfer-Encoding: base64",
      "",
      "AAAA",
      "--B",
      "Content-Type: message/rfc822",
      "",
      "From: eve@example.invalid",
      "",
      "words of eve",
      "--B--",
    ].join("\n"),
  ),
  mail(
    from(
      "cy@example.invalid",
      "c",
      9,
      "Subject: Re: Tea",
      "References: <a@example.invalid> <b@example.invalid>",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
    ),
    Buffer.from("Grüße\n").toString("base64"),
  ),
].join("\n");

test("a mailbox: authors, threads, encodings, own words and quoted ones apart", async () => {
  const items = [];
  for await (const item of readMbox(blob(BOX), { file: "mail/tea.mbox" })) items.push(item);
  const messages = items.flatMap((item) => (item.type === "message" ? [item] : []));
  expect(messages.map(({ message }) => [message.author, message.content])).toEqual([
    [
      { type: "person", id: "ann@example.invalid", label: "Ann Ä" },
      "Tea\n\nShall we?\nFrom now on at four.",
    ],
    [
      { type: "person", id: "ben@example.invalid", label: "Ben" },
      "Café, yes.\n\n[attachment: plan.pdf]\n[attachment: message/rfc822]",
    ],
    [{ type: "person", id: "cy@example.invalid", label: "cy@example.invalid" }, "Grüße"],
  ]);
  const root = messages[0]?.message.sequence;
  expect(root).toBe(Date.UTC(2024, 0, 1, 8) * 1000);
  expect(messages.map(({ message }) => message.parent)).toEqual([null, root, root]);
  expect(messages[1]).toMatchObject({
    message: { chatId: "tea", sourceId: "b@example.invalid", at: "Mon, 1 Jan 2024 10:05:00 +0200" },
    source: {
      subject: "Re: Tea",
      replyTo: "a@example.invalid",
      threadKey: "a@example.invalid",
      quoted: "On Mon, Jan 1, 2024 at 10:00 AM Ann <ann@example.invalid>\nwrote:\n> Shall we?",
    },
  });
  expect(messages[0]?.source?.quoted).toBe(">From is two signs");
  expect(messages[2]?.source?.replyTo).toBe("b@example.invalid");
  expect(JSON.stringify(messages)).not.toContain("words of eve");
  const codes = items.flatMap((item) => (item.type === "issue" ? [item.issue.code] : []));
  expect(codes).toEqual(["left_out"]);
});

test("the same at every split, with CRLF and by any door", async () => {
  const expected = await collect(readMbox(blob(BOX), { file: "x.mbox" }));
  expect(expected.messages.length).toBe(3);
  const data = bytes(BOX);
  for (let at = 0; at <= data.length; at += 19)
    expect(await collect(readMbox(cut(data, at), { file: "x.mbox" }))).toEqual(expected);
  const crlf = bytes(BOX.replaceAll("\n", "\r\n"));
  expect((await collect(readExport("x.mbox", chunked(crlf, 5)))).messages).toEqual(
    expected.messages,
  );
});

describe("where a mail begins", () => {
  const two = (separator: string): string =>
    `${SEPARATOR}\nFrom: a@b.invalid\n\none\n\n${separator}\nFrom: c@d.invalid\n\ntwo\n`;
  test.each([
    "From c@d.invalid Fri Jul  8 12:08:34 2011",
    "From c@d.invalid  Fri Jul  8 12:08:34 2011",
    "From 1234567@xxx Mon Jan 01 00:00:00 +0000 2020",
    "From - Mon Sep 17 00:00:00 2001",
    "From c at d.invalid  Mon Jan  1 00:00:00 2007",
    "From c@d.invalid Fri Jul  8 12:08:34 2011 -0400",
    "From c@d.invalid Fri Jul  8 12:08 PST 2011",
    "From c@d.invalid Mon, 01 Jan 2024 10:00:00 +0000",
  ])("%j parts", async (separator) => {
    expect((await outline(readExport("box", blob(two(separator))))).rows).toEqual([
      "a@b.invalid: one",
      "c@d.invalid: two",
    ]);
  });
  test.each(["From now on, in 2020, at 10:00", "From Mon to Fri", "From c@d.invalid"])(
    "%j does not",
    async (line) => {
      const { all } = await outline(readMbox(blob(two(line))));
      expect(all.messages.map(({ content }) => content)).toEqual([
        `one\n\n${line}\nFrom: c@d.invalid\n\ntwo`,
      ]);
    },
  );
  test("nor does one inside a paragraph", async () => {
    const { all } = await outline(readMbox(blob(two(`x\n${SEPARATOR}`))));
    expect(all.messages.length).toBe(1);
  });
});

describe("odd mails", () => {
  test.each<[string, string[], string, string[], string[]]>([
    [
      "no From",
      ["Subject: x", "Date: Mon, 1 Jan 2024 10:00:00 GMT"],
      "y",
      [": x\n\ny"],
      ["empty_author"],
    ],
    [
      "an address that an archive hides",
      ["From: ann at example.invalid (Ann)"],
      "y",
      ["ann at example.invalid: y"],
      ["missing_time"],
    ],
    [
      "a date without a zone",
      ["From: a@b.invalid", "Date: Mon, 1 Jan 2024 10:00:00"],
      "y",
      ["a@b.invalid: y"],
      ["missing_time"],
    ],
    [
      "an answer to what is not there",
      ["From: a@b.invalid", "Date: Mon, 1 Jan 2024 10:00:00 +0000", "In-Reply-To: <z@z>"],
      "y",
      ["a@b.invalid: y"],
      ["missing_root"],
    ],
    [
      "a group as author",
      ["From: Team: a@b.invalid, c@d.invalid;", "Date: Mon, 1 Jan 2024 10:00:00 +0000"],
      "y",
      [": y"],
      ["empty_author"],
    ],
    [
      "HTML only",
      ["From: a@b.invalid", "Date: Mon, 1 Jan 2024 10:00:00 +0000", "Content-Type: text/html"],
      "<p>a &amp; b</p><blockquote>c</blockquote>",
      ["a@b.invalid: a & b"],
      [],
    ],
    [
      "an unknown charset",
      [
        "From: a@b.invalid",
        "Date: Mon, 1 Jan 2024 10:00:00 +0000",
        "Content-Type: text/plain; charset=x-none",
      ],
      "y",
      ["a@b.invalid: y"],
      [],
    ],
    ["nothing", [], "", [], ["malformed"]],
  ])("%s", async (_, head, body, ...[rows, codes]) => {
    const got = await outline(readMbox(blob(mail(head, body))));
    expect(got.rows).toEqual(rows);
    expect(got.all.report.issues.map(({ code }) => code)).toEqual(codes);
  });

  test("text before the first mail, and the same id twice, are issues", async () => {
    const one = mail(from("a@b.invalid", "a", 0), "x");
    const { issues, rows } = await outline(readMbox(blob(`stray\n\n${one}\n${one}`)));
    expect(rows).toEqual(["a@b.invalid: x", "a@b.invalid: x"]);
    expect(issues.map((issue) => issue.replace(/ @.*/, ""))).toEqual([
      "unknown_line skipped",
      "repeated_id kept",
    ]);
  });

  test("nesting and headers beyond the parser's bounds are issues", async () => {
    const nested = Array.from(
      { length: 400 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
    ).join("");
    for (const text of [
      `${SEPARATOR}\n${nested}`,
      `${SEPARATOR}\nX: ${"y".repeat(2_200_000)}\n\nz`,
    ]) {
      const { issues } = await outline(readMbox(blob(text)));
      expect(issues).toEqual(["malformed skipped @0"]);
    }
  });
});

test("a mail and a line above their bounds are issues, and the next mail is read", async () => {
  async function* box(): AsyncGenerator<Uint8Array> {
    const filler = bytes(`${"A".repeat(1023)}\n`.repeat(1024));
    for (let i = 0; i < MAX_LINE_BYTES / 1024 / 1024 + 1; i++) yield filler.slice().fill(65);
    yield bytes(`\n\n${SEPARATOR}\nFrom: a@b.invalid\n\n`);
    for (let i = 0; i < MAX_MAIL_BYTES / 1024 / 1024 + 1; i++) yield filler;
    yield bytes(`\n${SEPARATOR}\nFrom: c@d.invalid\n\nnext\n`);
  }
  const { rows, all } = await outline(readMbox(box()));
  expect(rows).toEqual(["c@d.invalid: next"]);
  const told = all.report.issues.map(({ code, line }) => [code, line]);
  expect(told.slice(0, 2)).toEqual([
    ["unknown_line", 1],
    ["too_large", 3],
  ]);
});

test("the id that a mail answers may stand without its brackets, and no header takes long", async () => {
  const answering = (id: string): string =>
    mail(["From: a@b.invalid", "Date: Mon, 1 Jan 2024 10:00:00 +0000", `In-Reply-To: ${id}`], "y");
  for (const [id, issues] of [
    ["z@z", ["missing_root"]],
    ["@@z", ["missing_root"]],
    ["@z", []],
    ["z@", []],
    ["z@z z", []],
    [`${"@".repeat(300_000)} z`, []],
  ] as const) {
    const { report } = await collect(readMbox(blob(answering(id))));
    expect(report.issues.map(({ code }) => code)).toEqual(issues);
  }
});

describe("quoted text", () => {
  test.each<[string, string, string]>([
    ["a\n> b\nc", "a\nc", "> b"],
    [
      "On 1 Jan 2024, at 10:00, Ann wrote:\n\n> b\n\nc",
      "c",
      "On 1 Jan 2024, at 10:00, Ann wrote:\n> b",
    ],
    [
      "I agree.\nOn Mon, Jan 1, 2024 at 10:00 AM\nAnn <a@b.invalid> wrote:\n> b",
      "I agree.",
      "On Mon, Jan 1, 2024 at 10:00 AM\nAnn <a@b.invalid> wrote:\n> b",
    ],
    ["Am 01.01.24 um 10:00 schrieb Ann:\n> b", "", "Am 01.01.24 um 10:00 schrieb Ann:\n> b"],
    [
      "Le lun. 1 janv. 2024 à 10:00, Ann a écrit :\n> b",
      "",
      "Le lun. 1 janv. 2024 à 10:00, Ann a écrit :\n> b",
    ],
    ["Ann <a@b.invalid> writes:\n>> b", "", "Ann <a@b.invalid> writes:\n>> b"],
    ["On your second point:\n> b\nno", "On your second point:\nno", "> b"],
    ["This:\n> b", "This:", "> b"],
    [
      "a\n-----Original Message-----\nFrom: b\n\nc",
      "a",
      "-----Original Message-----\nFrom: b\n\nc",
    ],
    [
      "see\n---------- Forwarded message ---------\nb",
      "see",
      "---------- Forwarded message ---------\nb",
    ],
    ["see\nBegin forwarded message:\n\nb", "see", "Begin forwarded message:\n\nb"],
    ["ok\n\nFrom: Ann\nSent: Monday\nTo: b\n\nc", "ok", "From: Ann\nSent: Monday\nTo: b\n\nc"],
    [
      "ok\n\nOn Mon, 1 Jan 2024, Ann wrote:\n\nb\nc",
      "ok",
      "On Mon, 1 Jan 2024, Ann wrote:\n\nb\nc",
    ],
    ["From: here on it is mine", "From: here on it is mine", ""],
    ["a > b\n\n-- \nAnn", "a > b\n\n-- \nAnn", ""],
    ["\n\n  \n", "", ""],
  ])("%j", (text, own, quoted) => {
    expect(splitQuoted(text)).toEqual({ own, quoted });
  });

  test("no line is lost, and long ones take no longer than their text", () => {
    for (const text of [
      "On ".repeat(300_000),
      `${"<a@".repeat(300_000)}:\n> b`,
      `${"\n".repeat(200_000)}${"> b\n\n".repeat(100_000)}`,
      `${"On 2024 \n".repeat(100_000)}wrote:\n> b`,
      `-----Original Message-----${" ".repeat(300_000)}x`,
      `a\n-----Original Message-----\n${"b\n".repeat(300_000)}`,
      `${" ".repeat(400_000)}\n${"> b\n".repeat(50_000)}`,
      `${`${"y".repeat(400_000)}\n`.repeat(3)}${"> b\n".repeat(50_000)}`,
    ]) {
      const { own, quoted } = splitQuoted(text);
      const count = (part: string): number => part.match(/\S+/g)?.length ?? 0;
      expect(count(own) + count(quoted)).toBe(count(text));
    }
  });
});

describe("HTML as text", () => {
  test.each([
    ["<p>a</p><p>b<br>c</p>", "a\n\nb\nc"],
    [
      "<style>x{}</style><!-- no --><b>a</b> &lt;b&gt; &#233;&#x1F375; &unknown;",
      "a <b> é\u{1F375} &unknown;",
    ],
    ["a<blockquote>b<blockquote>c</blockquote></blockquote>d", "a\n> b\n> > c\nd"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["a <b", "a <b"],
    ["<script>x", ""],
    ["</blockquote>a", "a"],
    ["&#0;&#x110000;", "&#0;&#x110000;"],
  ])("%j", (html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  test("hostile markup takes no longer than its text", () => {
    for (const part of ["<", "<!--", "<a", "<script>", "<blockquote>", "&#x", "<p></p>", "> <b "])
      htmlText(part.repeat(100_000));
    for (const part of ["<i>a", "< b"]) htmlText(`${part.repeat(300_000)}>`);
  });
});

test("cut short anywhere it ends, with typed errors only", async () => {
  await survives(bytes(BOX), "x.mbox", readMbox);
});
