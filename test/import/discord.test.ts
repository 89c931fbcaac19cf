import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { collect, readDiscord, readExport } from "../../dist/import/index.js";
import { blob, chunked, cut, outline } from "./helpers.js";

const fixture = new Uint8Array(readFileSync(new URL("fixtures/discord.json", import.meta.url)));

const row = (id: string, second: number, more = {}): object => ({
  id,
  type: "Default",
  timestamp: `2022-01-01T00:00:${String(second).padStart(2, "0")}+00:00`,
  content: id,
  author: { id: "1", name: "ada" },
  ...more,
});
const answer = (id: string, second: number, to: string): object =>
  row(id, second, { type: "Reply", reference: { messageId: to } });
const document = (...messages: unknown[]): Blob =>
  blob(JSON.stringify({ guild: { id: "1" }, channel: { id: "2", name: "c" }, messages }));

test("an export: replies to the root, bots, joins, files, forwards, ids as text", async () => {
  const { rows, issues, all } = await outline(readDiscord(blob(fixture)));
  expect(rows).toEqual([
    "111: who takes the `red` boat?",
    "112^: me",
    "111^: no, me",
    "112: about what is gone",
    "(GuildMemberJoin): Joined the server.",
    "700: station\nWind\n4 m/s\ngusts\n7 m/s",
    "112: map.png\nplan.pdf\nwave",
    "112: see",
    "111: [forwarded]\nthe lake is closed",
  ]);
  expect(issues).toEqual(["left_out kept @7", "missing_root kept @3"]);
  const [root, reply, second] = all.messages;
  expect(root).toEqual({
    sequence: 1_666_893_600_500_000,
    chatId: "900000000000000002",
    parent: null,
    author: { type: "person", id: "111", label: "Ada 🚣" },
    content: "who takes the `red` boat?",
    at: "2022-10-27T18:00:00.5+00:00",
    sourceId: "1035342667379599058",
  });
  expect(reply?.sourceId).toBe("1035342667379599059");
  expect([reply?.parent, second?.parent]).toEqual([root?.sequence, root?.sequence]);
  expect(all.messages[5]?.author).toEqual({ type: "agent", id: "700", label: "weatherbot" });
  expect(all.messages[4]?.author).toEqual({ type: "system", kind: "GuildMemberJoin", label: "cy" });
  expect(all.desks).toEqual([
    { id: "900000000000000002", name: "boats", description: "who rows when" },
  ]);
});

test("the same at every split and by any door", async () => {
  const expected = await collect(readDiscord(blob(fixture), { file: "x.json" }));
  for (let at = 0; at <= fixture.length; at += 11)
    expect(await collect(readDiscord(cut(fixture, at), { file: "x.json" }))).toEqual(expected);
  expect(await collect(readExport("x.json", chunked(fixture, 7)))).toEqual(expected);
  const minified = JSON.stringify(JSON.parse(new TextDecoder().decode(fixture)));
  const { messages } = await collect(readExport("x.json", blob(minified)));
  expect(messages.length).toBe(expected.messages.length);
});

describe("order", () => {
  test("by time; ties and rows without a time stay in source order", async () => {
    const items = readDiscord(
      document(row("c", 3), row("a", 1), row("x", 9, { timestamp: "soon" }), row("b", 1)),
    );
    const { rows, issues, all } = await outline(items);
    expect(rows).toEqual(["1: a", "1: x", "1: b", "1: c"]);
    expect(
      all.messages.map(({ sequence }, i) => sequence - (all.messages[0]?.sequence ?? 0) - i),
    ).toEqual([0, 0, 0, 1_999_997]);
    expect(issues).toEqual(["missing_time kept @2"]);
  });

  test("answers to later rows, to themselves and in a ring have no root", async () => {
    const items = readDiscord(
      document(answer("a", 1, "b"), answer("b", 2, "a"), answer("c", 3, "c")),
    );
    const { rows, issues } = await outline(items);
    expect(rows).toEqual(["1: a", "1^: b", "1: c"]);
    expect(issues).toEqual(["missing_root kept @0", "missing_root kept @2"]);
  });

  test("a chain of twenty thousand replies ends at its root", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) =>
      i === 0 ? row("0", 0) : answer(`${i}`, 0, `${i - 1}`),
    );
    const { messages } = await collect(readDiscord(document(...rows)));
    expect(new Set(messages.slice(1).map(({ parent }) => parent))).toEqual(
      new Set([messages[0]?.sequence]),
    );
  });

  test("the channel may stand behind the messages", async () => {
    const text = JSON.stringify({ messages: [row("a", 1)], channel: { id: "9" } });
    const { messages } = await collect(readDiscord(blob(text)));
    expect(messages[0]?.chatId).toBe("9");
  });
});

test("a forward whose text the exporter left out is still said to be one", async () => {
  const items = readDiscord(document(row("a", 1, { content: "", reference: { type: "Forward" } })));
  expect((await outline(items)).rows).toEqual(["1: [forwarded]"]);
});

describe("damage", () => {
  test("cut short: the rows before it stand", async () => {
    const { rows, issues } = await outline(readDiscord(blob(fixture.subarray(0, 1500))));
    expect(rows[0]).toBe("111: who takes the `red` boat?");
    expect(issues).toContain("broken_off stopped @1500");
  });

  test("rows that are none, ids twice, authors without id", async () => {
    const items = readDiscord(
      document(7, {}, row("a", 1), row("a", 2), row("b", 3, { author: null })),
    );
    const { rows, issues } = await outline(items);
    expect(rows).toEqual(["1: a", "1: a", ": b"]);
    expect(issues).toEqual([
      "malformed skipped @0",
      "malformed skipped @1",
      "empty_author kept @4",
      "repeated_id kept @3",
    ]);
  });

  test("messages that are no list, and no messages at all", async () => {
    expect((await outline(readDiscord(blob('{"messages":{"a":1}}')))).rows).toEqual([]);
    expect((await outline(readDiscord(blob("[]")))).rows).toEqual([]);
  });
});
