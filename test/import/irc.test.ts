import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { collect, readExport, readFolder, readIrc } from "../../dist/import/index.js";
import { blob, bytes, chunked, cut, outline, shared } from "./helpers.js";

const LOG = [
  "=== ada [~ada@host.invalid] has joined #tea",
  "[23:58] <ada> hello <all>",
  "[23:58]  * ada waves",
  "",
  "[23:59] <@ben[] >  two  spaces ",
  "[00:01] <ada>",
  "=== ben is now known as benny",
  "=== benny [~b@host.invalid] has left #tea []",
  "=== mode/#tea [+b x!*@*] by ada",
  "=== ada pours the tea",
  "[00:02:03] -!- cy has quit (gone)",
  "who wrote this?",
].join("\n");

test("a log: speech, actions, services, in source order, each line accounted for", async () => {
  const { rows, issues, all } = await outline(readIrc(blob(LOG), { file: "logs/tea.2020.txt" }));
  expect(rows).toEqual([
    "(join): ada [~ada@host.invalid] has joined #tea",
    "ada: hello <all>",
    "ada: * ada waves",
    "ben[]:  two  spaces ",
    "ada: ",
    "(nick): ben is now known as benny",
    "(part): benny [~b@host.invalid] has left #tea []",
    "(mode): mode/#tea [+b x!*@*] by ada",
    "(event): ada pours the tea",
    "(quit): cy has quit (gone)",
  ]);
  expect(all.messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(all.messages.map(({ at }) => at)).toEqual([
    undefined,
    "23:58",
    "23:58",
    "23:59",
    "00:01",
    undefined,
    undefined,
    undefined,
    undefined,
    "00:02:03",
  ]);
  expect(all.messages[0]).toMatchObject({
    chatId: "tea",
    author: { type: "system", kind: "join", label: "ada" },
  });
  expect(issues).toEqual([`unknown_line skipped @${bytes(LOG).length - 15}`]);
  expect(all.report.issues[0]).toMatchObject({ line: 12 });
});

test("the same at every split, with CRLF and a byte order mark", async () => {
  const data = bytes(`\u{FEFF}${LOG.replaceAll("\n", "\r\n")}\r\n`);
  const expected = await collect(readIrc(blob(data)));
  expect(expected.messages.length).toBe(10);
  for (let at = 0; at <= data.length; at++)
    expect(await collect(readIrc(cut(data, at)))).toEqual(expected);
  expect((await collect(readExport("irc.log", chunked(data, 3)))).messages).toEqual(
    expected.messages,
  );
});

test("several logs of a folder are one log, by path", async () => {
  const entries = ["b", "a"].map((name) => ({
    path: `${name}.txt`,
    source: blob(`[10:00] <x> in ${name}\n`),
  }));
  const { messages } = await collect(readFolder(entries));
  expect(messages.map(({ sequence, chatId, content }) => [sequence, chatId, content])).toEqual([
    [1, "a", "in a"],
    [2, "b", "in b"],
  ]);
});

describe("hostile lines", () => {
  test.each([
    ["[10:00] <>", 0],
    ["[10:00] <a b> x", 0],
    ["[10:00] ", 0],
    ["[10:00] <nick>no space", 0],
    ["[1000] <x> y", 0],
    [`[10:00] <${"x".repeat(100_000)}`, 0],
    [`=== ${"[".repeat(100_000)}`, 1],
    ["[10:00] ".repeat(20_000), 0],
    ["[10:00] <x> \u{2028}y\u{85}z", 1],
    ["[10:00] <__proto__> y", 1],
  ])("%.40j", async (line, count) => {
    const { all } = await outline(readIrc(blob(line)));
    expect([all.messages.length, all.report.skipped]).toEqual([count, 1 - count]);
  });
});

const logs = shared("irc-ubuntu/");
const names = logs.missing ? [] : readdirSync(logs.url).filter((name) => name.endsWith(".raw.txt"));
test.skipIf(logs.missing)("real logs: ten files, every line accounted for", async () => {
  expect(names.length).toBe(10);
  const kinds = new Set<string>();
  for (const name of names) {
    const data = new Uint8Array(readFileSync(new URL(name, logs.url)));
    const lines = new TextDecoder()
      .decode(data)
      .split("\n")
      .filter((line) => line.trim() !== "").length;
    const { messages, report } = await collect(readExport(name, blob(data)));
    expect(report.imported + report.skipped).toBe(lines);
    expect([name, report.skipped, report.issues]).toEqual([name, 0, []]);
    for (const { author } of messages)
      kinds.add(author.type === "system" ? author.kind : author.type);
  }
  expect([...kinds].sort()).toEqual(["event", "join", "mode", "nick", "part", "person"]);
});
