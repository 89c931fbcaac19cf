import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collect, readExport, readTelegram } from "../../dist/import/index.js";
import { telegramText } from "../../dist/import/telegram-text.js";
import { codeOf } from "./code-oracle.js";
import { blob, chunked, cut, outline } from "./helpers.js";

const fixture = new Uint8Array(readFileSync(new URL("fixtures/telegram.json", import.meta.url)));

const row = (id: number, more = {}): object => ({
  id,
  type: "message",
  date: "2021-03-01T10:00:00",
  date_unixtime: String(1_614_589_200 + id),
  from: "Ada",
  from_id: "user1",
  text: `m${id}`,
  ...more,
});
const chat = (...messages: unknown[]): Blob =>
  blob(JSON.stringify({ name: "c", type: "private_group", id: 7, messages }));

test("a chat: services, entities, replies to the root, forwards, media", async () => {
  const { rows, issues, all } = await outline(readTelegram(blob(fixture)));
  expect(rows).toEqual([
    "(create_group): create_group: Allotment Ada, Ben",
    "user11: who waters today?",
    "user12^: run `water --all`, see the plan (https://example.invalid/p) now\n```txt\nbed 1\n!pin\nbed 2\n```",
    "user13^: done",
    "user12: [forwarded from Weather]\nrain at noon",
    "user12: photo_6.jpg",
    "user11: the list",
  ]);
  expect(issues).toEqual(["left_out kept @6", "missing_root kept @6"]);
  expect(all.messages[2]).toMatchObject({
    sequence: 1_614_589_320_000_000,
    chatId: "4001234567",
    parent: 1_614_589_260_000_000,
    author: { type: "person", id: "user12", label: "Ben" },
    at: "2021-03-01T10:02:00",
    sourceId: "3",
  });
  expect(all.messages[3]).toMatchObject({
    sequence: 1_614_589_320_000_001,
    parent: 1_614_589_260_000_000,
    author: { id: "user13", label: "user13" },
  });
  expect(all.messages[0]?.author).toEqual({ type: "system", kind: "create_group", label: "Ada" });
  expect(all.desks).toEqual([{ id: "4001234567", name: "Allotment", description: null }]);
});

test("the same at every split and by any door", async () => {
  const expected = await collect(readTelegram(blob(fixture)));
  for (let at = 0; at <= fixture.length; at += 11)
    expect(await collect(readTelegram(cut(fixture, at)))).toEqual(expected);
  expect(await collect(readExport("result.json", chunked(fixture, 7)))).toEqual(expected);
  const minified = JSON.stringify(JSON.parse(new TextDecoder().decode(fixture)));
  expect(await collect(readExport("result.json", blob(minified)))).toEqual(expected);
});

describe("an account", () => {
  const text = JSON.stringify({
    about: "a text",
    personal_information: { user_id: 1 },
    chats: {
      about: "more",
      list: [
        {
          name: "Ben",
          type: "personal_chat",
          id: 12,
          messages: [row(1), row(5, { reply_to_message_id: 1 })],
        },
        {
          type: "bot_chat",
          id: 99,
          messages: [row(1, { from_id: "user99", from: "helper" }), row(2)],
          name: "helper",
        },
      ],
    },
    left_chats: {
      list: [{ name: "Old", type: "private_group", id: 5, messages: [row(3), "junk"] }],
    },
  });

  test("all chats by time, each its own desk with its own ids; a bot is an agent", async () => {
    const { all, issues } = await outline(readExport("result.json", blob(text)));
    expect(
      all.messages.map(({ chatId, sourceId, author }) => [chatId, sourceId, author.type]),
    ).toEqual([
      ["12", "1", "person"],
      ["99", "1", "agent"],
      ["99", "2", "person"],
      ["5", "3", "person"],
      ["12", "5", "person"],
    ]);
    expect(all.messages[4]?.parent).toBe(all.messages[0]?.sequence);
    expect(all.desks.map(({ name }) => name)).toEqual(["Ben", "helper", "Old"]);
    expect(issues).toEqual(["malformed skipped @1"]);
    expect(all.report.issues[0]?.file).toBe("result.json#left_chats.list.0");
  });
});

describe("text", () => {
  test.each([
    ["plain `as it is`", "plain `as it is`"],
    [[], ""],
    [["a", { type: "italic", text: "b" }, 5, null, { type: "code" }], "ab"],
    [[{ type: "code", text: "x`y" }], "``x`y``"],
    [[{ type: "code", text: "`x" }], "`` `x ``"],
    [["\\", { type: "code", text: "x" }], "\\ `x`"],
    [["it`s ", { type: "code", text: "x" }], "it`s ``x``"],
    [["it`s ", { type: "code", text: "x`" }], "it`s \n```\nx`\n```"],
    [[{ type: "code", text: "a" }, { type: "code", text: "b" }, "`"], "``a`` ``b`` `"],
    [[{ type: "code", text: "a\n\nb" }], "```\na\n\nb\n```"],
    [
      ["x", { type: "pre", text: "a\n```\nb", language: "js" }, "y"],
      "x\n````js\na\n```\nb\n````\ny",
    ],
    [["```\n", { type: "pre", text: "a", language: "bad `info" }], "```\n```\n````\na\n````"],
    [[{ type: "text_link", text: "t", href: "t" }], "t"],
    [{ not: "a text" }, ""],
  ])("%j", (text, expected) => {
    expect(telegramText(text)).toBe(expected);
  });

  test("text_entities stand in where there is no text", async () => {
    const { rows } = await outline(
      readTelegram(chat(row(1, { text: undefined, text_entities: [{ type: "code", text: "k" }] }))),
    );
    expect(rows).toEqual(["user1: `k`"]);
  });

  test("a hundred thousand entities take no longer than their text", () => {
    const parts = Array.from({ length: 100_000 }, (_, i) =>
      i % 2 === 0 ? "`\\" : { type: "code", text: "a`b" },
    );
    expect(codeOf(telegramText(parts)).filter((text) => text === "a`b").length).toBe(50_000);
  });

  test("code stays code between any other text", () => {
    const text = fc.string({ unit: fc.constantFrom("`", "``", "\\", "a", " ", "\n", "```\n") });
    const part = fc.oneof(text, fc.record({ type: fc.constantFrom("code", "pre", "bold"), text }));
    const property = fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const out = telegramText(parts);
      const found = codeOf(out);
      for (const part of parts)
        if (typeof part === "object" && part.type !== "bold" && part.text !== "")
          expect(found.some((span) => span.includes(part.text.replace(/\n$/, "")))).toBe(true);
    });
    fc.assert(property, { seed: 3, numRuns: 2000 });
  });
});

describe("rows", () => {
  test.each([
    [{ text: "", sticker_emoji: "🌧", media_type: "sticker", file: "s/1.webp" }, "user1: 🌧\n1.webp"],
    [{ text: "", media_type: "voice_message" }, "user1: voice_message"],
    [
      { text: "", poll: { question: "tea?", answers: [{ text: "yes" }, { text: "no" }] } },
      "user1: tea?\nyes\nno",
    ],
    [{ text: "", location_information: { latitude: 1.5, longitude: -2 } }, "user1: 1.5, -2"],
    [{ forwarded_from: null }, "user1: [forwarded]\nm1"],
    [
      { type: "service", action: "pin_message", actor: "Ada", message_id: 4, text: "" },
      "(pin_message): pin_message: 4",
    ],
    [{ type: "service", action: "phone_call", actor: null, text: "" }, "(phone_call): phone_call"],
    [{ from: null, from_id: null }, ": m1"],
  ])("%j", async (more, expected) => {
    expect((await outline(readTelegram(chat(row(1, more))))).rows).toEqual([expected]);
  });

  test("an answer to another chat finds no root in this one", async () => {
    const away = { reply_to_message_id: 1, reply_to_peer_id: "channel9" };
    const { rows, issues } = await outline(readTelegram(chat(row(1), row(2, away))));
    expect([rows, issues]).toEqual([["user1: m1", "user1: m2"], ["missing_root kept @1"]]);
  });

  test("ids above 2^53-1, dates without an exact time, and none", async () => {
    const big =
      '{"name":"c","type":"x","id":1,"messages":[{"id":9007199254740993,"type":"message","date":"2021-01-01T00:00:00","from_id":9007199254740995,"text":"a"},{"id":2,"type":"message","reply_to_message_id":9007199254740993,"text":"b"}]}';
    const { all, issues } = await outline(readTelegram(blob(big)));
    expect(all.messages[0]).toMatchObject({
      sequence: 1_609_459_200_000_000,
      sourceId: "9007199254740993",
      author: { id: "9007199254740995" },
    });
    expect(all.messages[1]?.parent).toBe(all.messages[0]?.sequence);
    expect(issues).toEqual(["empty_author kept @1", "missing_time kept @1"]);
  });
});
