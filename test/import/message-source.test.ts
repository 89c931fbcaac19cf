import { describe, expect, test } from "vitest";
import {
  collect,
  parseFieldMap,
  readDiscord,
  readIrc,
  readRows,
  readSlack,
  readTelegram,
  type ImportItem,
  type MessageSource,
} from "../../dist/import/index.js";
import { blob } from "./helpers.js";

/** What is told beside each row, by the row's content. */
async function told(
  items: AsyncIterable<ImportItem>,
): Promise<Record<string, MessageSource | undefined>> {
  const rows: Record<string, MessageSource | undefined> = {};
  for await (const item of items)
    if (item.type === "message") rows[item.message.content] = item.source;
  return rows;
}

const files = (contents: Readonly<Record<string, unknown>>): { path: string; source: Blob }[] =>
  Object.entries(contents).map(([path, content]) => ({
    path,
    source: blob(JSON.stringify(content)),
  }));

describe("Slack", () => {
  const users = [
    { id: "U1", name: "ada" },
    { id: "U2", name: "ben", is_restricted: true },
    { id: "U3", name: "cy", is_ultra_restricted: true, deleted: true },
  ];
  const row = (text: string, more = {}): object[] => [
    { type: "message", user: "U1", ts: "1.000001", text, ...more },
  ];
  const listed = (more = {}): object => ({ id: "C1", name: "plans", ...more });

  async function channel(
    list: string,
    entry: object,
    rows = row("x"),
  ): Promise<MessageSource | undefined> {
    const contents = { "users.json": users, [list]: [entry], "plans/2020-01-01.json": rows };
    return (await told(readSlack(files(contents))))["x"];
  }

  test.each<[string, object, Partial<MessageSource>]>([
    ["channels.json", { members: ["U1"] }, { audience: "public", readers: ["U1"] }],
    ["channels.json", {}, { audience: "public" }],
    [
      "channels.json",
      { members: ["U1"], is_private: true },
      { audience: "private", readers: ["U1"] },
    ],
    [
      "groups.json",
      { members: ["U1", "U2"] },
      { audience: "private", readers: ["U1", "U2"], guests: ["U2"] },
    ],
    [
      "mpims.json",
      { members: ["U1", "U2", "U3"] },
      { audience: "group_dm", readers: ["U1", "U2", "U3"], guests: ["U2", "U3"], departed: ["U3"] },
    ],
    [
      "dms.json",
      { members: ["U1", "USLACKBOT"] },
      { audience: "dm", readers: ["U1", "USLACKBOT"] },
    ],
    [
      "dms.json",
      { members: ["U1", "UELSEWHERE"] },
      { audience: "dm", readers: ["U1", "UELSEWHERE"], guests: ["UELSEWHERE"] },
    ],
    ["channels.json", { members: ["U1"], is_ext_shared: true }, {}],
  ])("%s %j", async (list, more, expected) => {
    expect(await channel(list, listed(more))).toEqual({
      chatName: "plans",
      sentAt: 1_000_001,
      ...expected,
    });
  });

  test("a folder that no list has is of unknown readers", async () => {
    expect(await channel("channels.json", { id: "C9", name: "other" })).toEqual({
      sentAt: 1_000_001,
    });
  });

  test("a thread is named by its root, there or not", async () => {
    const reply = row("x", { thread_ts: "0.5" });
    expect(await channel("channels.json", listed(), reply)).toMatchObject({
      threadKey: "0.5",
      replyTo: "0.5",
    });
    const root = row("x", { thread_ts: "1.000001" });
    const source = await channel("channels.json", listed(), root);
    expect(source).toMatchObject({ threadKey: "1.000001" });
    expect(source).not.toHaveProperty("replyTo");
  });
});

describe("Discord", () => {
  const message = (more = {}): object => ({
    id: "2",
    timestamp: "2022-01-01T00:00:00+00:00",
    content: "x",
    author: { id: "u" },
    ...more,
  });
  test.each<[unknown, Partial<MessageSource>]>([
    ["DirectTextChat", { audience: "dm" }],
    ["DirectGroupTextChat", { audience: "group_dm" }],
    [1, { audience: "dm" }],
    ["GuildPrivateThread", { audience: "private" }],
    ["GuildTextChat", {}],
    [undefined, {}],
  ])("a channel of type %j", async (type, expected) => {
    for (const document of [
      { channel: { id: "c", name: "tea", type }, messages: [message()] },
      { messages: [message()], channel: { id: "c", name: "tea", type } },
    ]) {
      const rows = await told(readDiscord(blob(JSON.stringify(document))));
      expect(rows["x"]).toEqual({
        chatName: "tea",
        sentAt: Date.UTC(2022, 0, 1) * 1000,
        ...expected,
      });
    }
  });

  test("a reply names its target, if that has a name", async () => {
    const reply = (reference: object): object => ({ type: "Reply", reference });
    const read = async (more: object): Promise<MessageSource | undefined> =>
      (
        await told(
          readDiscord(blob(JSON.stringify({ channel: { id: "c" }, messages: [message(more)] }))),
        )
      )["x"];
    expect(await read(reply({ messageId: "1" }))).toHaveProperty("replyTo", "1");
    expect(await read(reply({}))).not.toHaveProperty("replyTo");
  });
});

test.each<[string, Partial<MessageSource>]>([
  ["personal_chat", { audience: "dm" }],
  ["private_supergroup", { audience: "private" }],
  ["public_channel", { audience: "public" }],
  ["new_kind", {}],
])("a Telegram chat of type %s", async (type, expected) => {
  const message = {
    id: 2,
    type: "message",
    date: "2021-03-01T10:00:00",
    from_id: "user1",
    text: "x",
    reply_to_message_id: 1,
  };
  const read = async (more = {}): Promise<MessageSource | undefined> =>
    (
      await told(
        readTelegram(
          blob(JSON.stringify({ name: "c", type, id: 7, messages: [{ ...message, ...more }] })),
        ),
      )
    )["x"];
  const known = { chatName: "c", replyTo: "1", ...expected };
  expect(await read({ date_unixtime: "1614589200" })).toEqual({
    ...known,
    sentAt: 1_614_589_200_000_000,
  });
  // Without the exact time there is a clock's, in no zone.
  expect(await read()).toEqual({ ...known, localTime: "2021-03-01T10:00:00" });
});

test("mapped rows: an instant, a clock's time, or none", async () => {
  const map = parseFieldMap("content=t,at=at,source_id=id,parent=re");
  const rows = [
    { t: "instant", at: "2021-03-01T10:00:00Z", id: "1" },
    { t: "clock", at: "2021-03-01T10:00", id: "2", re: "1" },
    { t: "none", at: "soon", id: "3" },
  ];
  expect(await told(readRows(blob(JSON.stringify(rows)), { map }))).toEqual({
    instant: { sentAt: Date.UTC(2021, 2, 1, 10) * 1000 },
    clock: { localTime: "2021-03-01T10:00", replyTo: "1" },
    none: undefined,
  });
});

test("a log without dates tells nothing, and a message of it is what it was", async () => {
  const items = [];
  for await (const item of readIrc(blob("[10:00] <a> b"))) items.push(item);
  expect(items).toEqual([
    { type: "message", message: (await collect(readIrc(blob("[10:00] <a> b")))).messages[0] },
  ]);
});
