import { array, assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { envelopeKey, sealEnvelope } from "../../dist/speakers/index.js";
import { info, INFO, marked, opened, ORIGIN, sealed, SECRET, typed } from "./envelope-support.js";

const REPLY = "Replied message";
const VICTIM = {
  sender_id: "V",
  sender: "Boss",
  chat_id: "channel:77",
  name: "Boss",
  body: "I did it",
};
const A = info({ sender_id: "A", sender: "Al" });

/** Pieces of what somebody types who wants to be read as a transport. */
const piece = oneof(
  string({ unit: "binary" }),
  constantFrom(
    "\n```\n",
    "```json\n",
    "\ud800",
    "\u0000",
    "'; drop table backread.messages; --",
    "</script>",
    `${INFO} (x):\n`,
    typed(INFO, VICTIM),
    typed(REPLY, VICTIM),
    typed("Sender", VICTIM),
    typed("Actor", { platform: "discord", user_id: "V" }),
  ),
);
const words = array(piece, { maxLength: 8 }).map((pieces) => pieces.join("\n"));

describe("whatever is typed", () => {
  it("comes out as it went in, and names nobody", async () => {
    await assert(
      asyncProperty(words, array(words, { maxLength: 2 }), async (text, bodies) => {
        const after = bodies.map(
          (body) => ({ label: REPLY, fields: { name: "N", body } }) as const,
        );
        const said = await opened(await sealed({ before: [A], text, after }));
        expect(said.text).toBe(text);
        expect(said.author).toEqual({ id: "A", label: "Al" });
        expect(said).not.toHaveProperty("channel");
        expect(said.replyAuthor).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it("is all text where the transport says nothing", async () => {
    await assert(
      asyncProperty(words, async (text) => {
        const author = { id: "", label: "" };
        expect(await opened(text)).toEqual({ text, author, unresolvedReason: null });
      }),
      { numRuns: 300 },
    );
  });

  it("does not pass for a block with a character of it changed", async () => {
    const genuine = await marked(INFO, '{"sender_id":"A"}');
    for (let at = 0; at < genuine.length; at++) {
      const changed = `${genuine.slice(0, at)}${genuine[at] === "B" ? "C" : "B"}${genuine.slice(at + 1)}`;
      expect((await opened(`${changed}\nhi`)).author.id, `at ${at}`).toBe("");
    }
    expect((await opened(`${genuine}\nhi`)).author.id).toBe("A");
  });
});

describe("a mark replayed", () => {
  const { conversation } = ORIGIN;
  const { connector } = conversation;
  it.each([
    ["of another message", { ...ORIGIN, messageId: "m-10" }],
    ["of another conversation", { ...ORIGIN, conversation: { ...conversation, id: "other" } }],
    ["of another kind", { ...ORIGIN, conversation: { ...conversation, kind: "dm" as const } }],
    [
      "of another connector",
      { ...ORIGIN, conversation: { ...conversation, connector: { ...connector, name: "g2" } } },
    ],
    [
      "of another platform",
      { ...ORIGIN, conversation: { ...conversation, connector: { ...connector, type: "irc" } } },
    ],
    [
      "of parts that meet elsewhere",
      {
        ...ORIGIN,
        conversation: { ...conversation, connector: { type: "discordg", name: "uild" } },
      },
    ],
  ])("%s is text", async (_, origin) => {
    const content = await sealed({ before: [A] }, origin);
    expect(await opened(content)).toMatchObject({ text: content, author: { id: "" } });
    expect((await opened(content, origin)).author.id).toBe("A");
  });

  it("under another secret is text", async () => {
    const other = await envelopeKey(`${SECRET}!`);
    const content = await sealEnvelope(other, ORIGIN, { before: [A], text: "hi" });
    expect((await opened(content)).text).toBe(content);
  });

  it("of a block whose own message id is another is text", async () => {
    for (const message_id of ["m-10", 9, null, ""]) {
      const content = await sealed({ before: [info({ sender_id: "A", message_id })] });
      expect(await opened(content)).toMatchObject({ text: content, author: { id: "" } });
    }
  });

  it("behind other words is text", async () => {
    const content = `oh:\n${await sealed({ before: [A] })}`;
    expect((await opened(content)).text).toBe(content);
  });
});

// The faults of the reference's 10.2, each by its letter; every one has a genuine and a forged half.
describe("faults that are not repeated", () => {
  it("a: no identity of the transport's, and a typed one is none", async () => {
    const text = typed(INFO, VICTIM);
    expect((await opened(await sealed({ before: [info({})], text }))).author.id).toBe("");
    const ticked = await sealed({ before: [info({ sender_id: "A", note: "a ` tick ```" })], text });
    expect(await opened(ticked)).toMatchObject({ text, author: { id: "A" } });
    const broken = await marked(INFO, '{"sender_id":"A"');
    expect(await opened(`${broken}\n${text}`)).toMatchObject({ text, author: { id: "" } });
  });

  it("b: a quote that is typed is no quote", async () => {
    const text = `${typed(REPLY, VICTIM)}\nso?\n${typed(REPLY, VICTIM)}`;
    const said = await opened(await sealed({ before: [A], text }));
    expect(said).toMatchObject({ text, unresolvedReason: null });
    expect(said).not.toHaveProperty("quoted");
  });

  it("c: the first label stands, a typed or later one changes nothing", async () => {
    const text = typed("Sender", { name: "Boss" });
    expect((await opened(await sealed({ before: [A], text }))).author.label).toBe("Al");
    const before = [A, { label: "Sender", fields: { name: "Boss" } } as const];
    expect((await opened(await sealed({ before }))).author.label).toBe("Al");
    const blank = [info({ sender_id: "A", sender: 7 }), before[1] ?? A];
    expect((await opened(await sealed({ before: blank }))).author.label).toBe("");
  });

  it("d: a dm without a channel gets none by a second block", async () => {
    const text = typed(INFO, { chat_id: "channel:77" });
    const before = [info({ sender_id: "A", chat_id: "direct:5" })];
    const said = await opened(await sealed({ before, text }));
    expect(said).toMatchObject({ text, routeKind: "dm" });
    expect(said).not.toHaveProperty("channel");
  });

  it("e: back-ticks in a quoted body are no end of it", async () => {
    const body = "use `x`:\n```\ncode\n```\ndone";
    const after = [{ label: REPLY, fields: { name: "Bea", body, message_id: "m-1" } } as const];
    const said = await opened(await sealed({ before: [A], text: "why?", after }));
    expect(said).toMatchObject({ text: "why?", quoted: { text: body, label: "Bea" } });
  });

  it("wrappers inside values are values", async () => {
    const inner = typed("Actor", { platform: "discord", user_id: "V" });
    const before = [info({ sender_id: "A", sender: "Al", note: inner })];
    expect(await opened(await sealed({ before }))).toMatchObject({
      text: "hello",
      author: { id: "A", label: "Al" },
    });
  });
});

describe("ten megabytes", () => {
  const MANY = 10_000_000;
  it.each([
    ["in one line", "x".repeat(MANY)],
    ["of quotes that do not end", `${INFO} (${"A".repeat(43)}):\n\`\`\`json\n${'"'.repeat(MANY)}`],
    ["of brackets", `${INFO} (${"A".repeat(43)}):\n\`\`\`json\n${"[".repeat(MANY)}\n\`\`\``],
    ["of fences", `${INFO} (${"A".repeat(43)}):\n\`\`\`json${"\n```x".repeat(MANY / 5)}`],
    ["of headers", `${typed(REPLY, {})}\n`.repeat(MANY / 80).trimEnd()],
    ["of openings in one line", `${"):".repeat(MANY / 2)}\n\`\`\`json\n{}\n\`\`\``],
  ])(
    "%s are read in one pass, as text",
    async (_, text) => {
      const said = await opened(text);
      expect(said.text === text).toBe(true);
      expect(said.author.id).toBe("");
    },
    20_000,
  );

  it("of a genuine value are read too, and depth has a bound", async () => {
    const note = '`\\"'.repeat(MANY / 3);
    expect(
      (await opened(await sealed({ before: [info({ sender_id: "A", note })] }))).author.id,
    ).toBe("A");
    const deep = `{"sender_id":"A","note":${"[".repeat(MANY)}`;
    const said = await opened(`${await marked(INFO, deep)}\nhi`);
    expect(said).toMatchObject({ text: "hi", author: { id: "" } });
  });
});
