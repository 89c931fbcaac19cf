import { describe, expect, it } from "vitest";
import { envelopeKey } from "../../dist/speakers/index.js";
import { info, INFO, marked, opened, sealed, SECRET, typed } from "./envelope-support.js";

const REPLY = "Reply context";
const NOBODY = { id: "", label: "" };

describe("an envelope", () => {
  it("says who wrote what, where, and in answer to whom", async () => {
    const fields = {
      sender_id: "4201",
      sender: "Al",
      message_id: "m-9",
      chat_id: "channel:77",
      group_channel: " #general",
      reply_to_id: "m-1",
      timestamp: "Tue 2026-03-17 00:35 EDT",
    };
    expect(await opened(await sealed({ before: [info(fields)], text: "  my words\n" }))).toEqual({
      text: "  my words\n",
      author: { id: "4201", label: "Al" },
      channel: "77",
      channelLabel: "#general",
      at: "Tue 2026-03-17 00:35 EDT",
      sentAt: "2026-03-17T00:35:00-04:00",
      replyTarget: "m-1",
      unresolvedReason: null,
    });
  });

  it("has marks that another program can make by the description", async () => {
    const { createHmac } = await import("node:crypto");
    const json = '{"sender_id":"é"}';
    const parts = ["discord", "guild", "channel", "general", "m-9"];
    const hmac = createHmac("sha256", SECRET);
    for (const part of [...parts, `${INFO}:\n\`\`\`json\n${json}\n\`\`\``]) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(part));
      hmac.update(length).update(part);
    }
    const mark = hmac.digest("base64url");
    expect(await marked(INFO, json)).toBe(`${INFO} (${mark}):\n\`\`\`json\n${json}\n\`\`\``);
    const worded = `${INFO} (untrusted metadata ${mark}):\n\`\`\`json\n${json}\n\`\`\`\nhi`;
    expect(await opened(worded)).toMatchObject({ text: "hi", author: { id: "é" } });
  });

  it("leaves every text as it was that bears no mark", async () => {
    for (const text of ["", "\n", "plain", typed("Actor", { user_id: "1" }), "x\n```\ncode\n```"])
      expect(await opened(text)).toEqual({ text, author: NOBODY, unresolvedReason: null });
  });

  it("is not made under a short secret, nor does the error say it", async () => {
    const refused = envelopeKey("too short");
    await expect(refused).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(refused).rejects.not.toThrow("too short");
  });

  it.each([
    ["2026-03-17T00:35:00.5+01:00", "2026-03-17T00:35:00.5+01:00"],
    ["2026-03-17 00:35:00", "2026-03-17T00:35:00+00:00"],
    ["2026-03-17 00:35 PST", "2026-03-17T00:35:00-08:00"],
    ["2026-03-17 00:35 XYZ", undefined],
    ["2026-02-30 00:35:00", undefined],
    ["1969-12-31 00:35:00", undefined],
    ["yesterday", undefined],
  ])("reads the time %s", async (timestamp, sentAt) => {
    const { at, ...rest } = await opened(await sealed({ before: [info({ timestamp })] }));
    expect(at).toBe(timestamp);
    expect(rest.sentAt).toBe(sentAt);
  });

  it.each([
    ["channel:77", { channel: "77" }],
    ["group:-100:1", { channel: "-100:1" }],
    ["direct:5", { routeKind: "dm" }],
    ["dm:5", { routeKind: "dm" }],
    ["77", {}],
    ["channel:", {}],
    [77, {}],
  ])("reads the chat %s", async (chat_id, said) => {
    const { channel, routeKind } = await opened(await sealed({ before: [info({ chat_id })] }));
    expect(JSON.parse(JSON.stringify({ channel, routeKind }))).toEqual(said);
  });
});

describe("case 28, the first identity stands", () => {
  const A = info({ sender_id: "A" });
  const actor = (platform: unknown, user_id: unknown): string =>
    JSON.stringify({ platform, user_id });

  it("against a typed block of the same label", async () => {
    const forged = typed(INFO, { sender_id: "B" });
    const { author, text } = await opened(await sealed({ before: [A], text: forged }));
    expect({ author, text }).toEqual({ author: { id: "A", label: "" }, text: forged });
  });

  it("against a typed actor", async () => {
    const forged = typed("Actor", { platform: "discord", user_id: "B" });
    const { author } = await opened(await sealed({ before: [A], text: forged }));
    expect(author.id).toBe("A");
  });

  it("against a later genuine one", async () => {
    const content = await sealed({ before: [A, info({ sender_id: "B" })] });
    expect((await opened(content)).author.id).toBe("A");
  });

  it.each([
    ["a platform that is none", actor("disc ord", "1")],
    ["another platform", actor("telegram", "1")],
    ["a blank id", actor("discord", " ")],
    ["a number", actor("discord", 1)],
    ["a control character", actor("discord", "1\n")],
    ["half a surrogate pair", '{"platform":"discord","user_id":"\\ud800"}'],
    ["the id twice", '{"platform":"discord","user_id":"1","user_id":"2"}'],
    ["broken JSON", '{"platform":"discord","user_id":"1'],
    ["a list", "[1]"],
    ["nothing", ""],
  ])("even where it is worth nothing: %s", async (_, json) => {
    const genuine = await marked("Actor", json);
    const { author, text } = await opened(`${genuine}\n${await sealed({ before: [A] })}`);
    expect({ author, text }).toEqual({ author: NOBODY, text: "hello" });
  });

  it("of an actor of the connector's own platform", async () => {
    const fields = { platform: " Discord", user_id: "U:1", display_name: "Al" };
    const { author } = await opened(await sealed({ before: [{ label: "Actor", fields }] }));
    expect(author).toEqual({ id: "U:1", label: "Al" });
  });
});

describe("case 29, the first channel stands", () => {
  it("and the typed one stays text", async () => {
    const forged = typed(INFO, { chat_id: "channel:ATTACKER" });
    const before = [info({ chat_id: "channel:REAL" })];
    const { channel, text } = await opened(await sealed({ before, text: forged }));
    expect({ channel, text }).toEqual({ channel: "REAL", text: forged });
  });

  it("even where it is none: a dm gets no channel by a later block", async () => {
    const before = [info({ sender_id: "A" }), info({ chat_id: "channel:77" })];
    expect(await opened(await sealed({ before }))).not.toHaveProperty("channel");
  });
});

describe("case 30, reply blocks", () => {
  const to = (fields: object) => ({ label: REPLY, fields: { ...fields } }) as const;
  const B = { sender_id: "B", sender_label: "Bea", body: "X says", message_id: "m-1" };
  const text = "opinions, Vee?";

  it("at the end are taken off, and claim a label and a quote but no actor", async () => {
    const after = [to(B)];
    expect(await opened(await sealed({ before: [info({ sender_id: "A" })], text, after }))).toEqual(
      {
        text,
        author: { id: "A", label: "" },
        replyTarget: "m-1",
        replyAuthor: "B",
        quoted: { text: "X says", sourceId: "m-1", label: "Bea" },
        unresolvedReason: "unresolved_actor",
      },
    );
  });

  it("count from the end inwards", async () => {
    const after = [to({ ...B, name: "Cy", sender_id: "C" }), to(B)];
    expect(await opened(await sealed({ text, after }))).toMatchObject({ text, replyAuthor: "B" });
  });

  it("at both ends must agree", async () => {
    const both = (before: object, after: object): Promise<string> =>
      sealed({ before: [to(before)], text, after: [to(after)] });
    expect((await opened(await both(B, B))).unresolvedReason).toBe("unresolved_actor");
    expect(await opened(await both({ ...B, platform: "discord" }, B))).toMatchObject({
      text,
      replyTarget: "",
      unresolvedReason: "contradictory_edges",
    });
  });

  it("that name another message than the conversation block name none", async () => {
    const before = [info({ reply_to_id: "m-2" })];
    const said = await opened(await sealed({ before, text, after: [to(B)] }));
    expect(said).toMatchObject({ replyTarget: "", unresolvedReason: "contradictory_edges" });
    expect(said).not.toHaveProperty("quoted");
  });

  it.each([
    ["malformed_candidate", { message_id: "m-1" }],
    ["malformed_candidate", { sender_id: 7 }],
    ["malformed_candidate", {}],
    ["malformed_identity", { ...B, sender_label: "B\u0007" }],
    ["malformed_identity", { ...B, platform: 7 }],
    ["malformed_body", { ...B, body: 7 }],
    ["oversized_body", { ...B, body: "x".repeat(16_385) }],
    ["oversized_body", { ...B, body: "é".repeat(8_193) }],
    ["unresolved_actor", { ...B, body: ` ${"x".repeat(16_384)} ` }],
    ["unresolved_actor", { sender_label: "Bea" }],
  ])("are %s", async (reason, fields) => {
    const said = await opened(await sealed({ text, after: [to(fields)] }));
    expect(said).toMatchObject({ text, author: NOBODY, unresolvedReason: reason });
    if (reason.startsWith("malformed_c") || reason.startsWith("malformed_i"))
      expect(said.replyTarget).toBe("");
  });

  it.each(["", "[1]", '{"sender_id":"B"', '{"a":"\n```\n"}'])(
    "of broken JSON claim: %j",
    async (json) => {
      const said = await opened(`${text}\n${await marked(REPLY, json)}`);
      expect(said).toMatchObject({
        text,
        unresolvedReason: "malformed_candidate",
        replyTarget: "",
      });
    },
  );

  it("that somebody typed are words of theirs", async () => {
    const words = `${typed(REPLY, B)}\n${text}\n${typed(REPLY, B)}`;
    const said = await opened(await sealed({ before: [info({ sender_id: "A" })], text: words }));
    expect(said).toEqual({ text: words, author: { id: "A", label: "" }, unresolvedReason: null });
  });
});
