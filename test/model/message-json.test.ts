import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeMessage,
  encodeMessage,
  formatMessageLine,
  parseMessageLine,
} from "../../dist/model/message-json.js";

const plain = {
  sequence: 7,
  chat_id: "general",
  parent: 3,
  author: { type: "person", id: "u1", label: "Ada" },
  content: "tea at four",
  at: "2024-05-01T16:00:00Z",
  source_id: "m-7",
};

const text = fc.string({ unit: "binary", maxLength: 12 });
const loneSurrogates = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
  .map((units) => String.fromCharCode(...units));
const anyText = fc.oneof(text, loneSurrogates);
const sequences = fc.maxSafeNat();
const ordinary = { noNullPrototype: true };
const authors = fc.oneof(
  fc.constant({ type: "operator" as const }),
  fc.record(
    {
      type: fc.constantFrom("person" as const, "agent" as const),
      id: anyText,
      label: anyText,
    },
    ordinary,
  ),
  fc.record({ type: fc.constant("system" as const), kind: anyText, label: anyText }, ordinary),
);
const messages = fc.record(
  {
    sequence: sequences,
    chatId: fc.option(anyText),
    parent: fc.option(sequences),
    author: authors,
    content: anyText,
    at: anyText,
    sourceId: anyText,
  },
  { requiredKeys: ["sequence", "chatId", "parent", "author", "content"], ...ordinary },
);

function reasonOf(value: unknown): string {
  const decoded = decodeMessage(value);
  return decoded.ok ? "decoded" : decoded.reason;
}

function decodedLine(line: string): unknown {
  const decoded = parseMessageLine(line);
  return decoded.ok ? decoded.message : decoded.reason;
}

/** A whole line but for the fields that a test is about. */
function line(fields: string): string {
  return `{"sequence":5,"author":{"type":"operator"},"content":"x",${fields}}`;
}

describe("decodeMessage", () => {
  it("reads the snake_case form", () => {
    expect(decodeMessage(plain)).toEqual({
      ok: true,
      message: {
        sequence: 7,
        chatId: "general",
        parent: 3,
        author: { type: "person", id: "u1", label: "Ada" },
        content: "tea at four",
        at: "2024-05-01T16:00:00Z",
        sourceId: "m-7",
      },
    });
  });

  it("reads missing and null alike, and leaves absent fields out", () => {
    const least = { sequence: 0, author: { type: "operator" }, content: "" };
    const expected = {
      sequence: 0,
      chatId: null,
      parent: null,
      author: { type: "operator" },
      content: "",
    };
    const nulls = { ...least, chat_id: null, parent: null, at: null, source_id: null };
    for (const value of [least, nulls]) {
      const decoded = decodeMessage(value);
      expect(decoded).toStrictEqual({ ok: true, message: expected });
    }
  });

  it("ignores unknown keys, at the top and in the author", () => {
    const decoded = decodeMessage({
      ...plain,
      score: 3,
      author: { type: "operator", id: "x", label: "y", admin: true },
    });
    expect(decoded.ok && Object.keys(decoded.message)).toEqual([
      "sequence",
      "chatId",
      "parent",
      "author",
      "content",
      "at",
      "sourceId",
    ]);
    expect(decoded.ok && decoded.message.author).toStrictEqual({ type: "operator" });
  });

  it("takes nothing from a prototype", () => {
    expect(reasonOf(Object.create(plain))).toMatch(/^sequence /);
    const decoded = parseMessageLine(
      '{"sequence":1,"author":{"type":"operator"},"content":"x","__proto__":{"at":"never"}}',
    );
    expect(decoded.ok && Object.getPrototypeOf(decoded.message)).toBe(Object.prototype);
    expect(decoded.ok && "at" in decoded.message).toBe(false);
  });

  it.each([
    ["message", null],
    ["message", []],
    ["message", "text"],
    ["sequence", { ...plain, sequence: undefined }],
    ["sequence", { ...plain, sequence: -1 }],
    ["sequence", { ...plain, sequence: 1.5 }],
    ["sequence", { ...plain, sequence: "7" }],
    ["sequence", { ...plain, sequence: 2 ** 53 }],
    ["sequence", { ...plain, sequence: Number.NaN }],
    ["parent", { ...plain, parent: 2 ** 53 }],
    ["parent", { ...plain, parent: "3" }],
    ["parent", { ...plain, parent: false }],
    ["chat_id", { ...plain, chat_id: {} }],
    ["chat_id", { ...plain, chat_id: 1.5 }],
    ["author", { ...plain, author: undefined }],
    ["author", { ...plain, author: ["person"] }],
    ["author.type", { ...plain, author: {} }],
    ["author.type", { ...plain, author: { type: "Person", id: "a", label: "b" } }],
    ["author.id", { ...plain, author: { type: "agent", label: "b" } }],
    ["author.label", { ...plain, author: { type: "person", id: "a" } }],
    ["author.kind", { ...plain, author: { type: "system", label: "b" } }],
    ["author.label", { ...plain, author: { type: "system", kind: "join", label: 1 } }],
    ["content", { ...plain, content: null }],
    ["content", { ...plain, content: 5 }],
    ["at", { ...plain, at: true }],
    ["source_id", { ...plain, source_id: [] }],
  ])("names %s in its reason (case %#)", (field, value) => {
    expect(reasonOf(value).split(" ")[0]).toBe(field);
  });
});

describe("parseMessageLine", () => {
  it("keeps ids above 2^53 digit by digit", () => {
    const decoded = decodedLine(
      '{"sequence":5,"chat_id":9223372036854775807,"content":"x","source_id":-9007199254740993,' +
        '"author":{"type":"person","id":18446744073709551616,"label":"L"}}',
    );
    expect(decoded).toEqual({
      sequence: 5,
      chatId: "9223372036854775807",
      parent: null,
      author: { type: "person", id: "18446744073709551616", label: "L" },
      content: "x",
      sourceId: "-9007199254740993",
    });
  });

  it.each(["9007199254740991", "9007199254740992", "9007199254740993", "12", "0"])(
    "reads the id %s as text",
    (digits) => {
      expect(decodedLine(line(`"source_id":${digits}`))).toMatchObject({ sourceId: digits });
    },
  );

  it.each(["9007199254740992", "9007199254740993", "1.0000000000000000001", "1e300"])(
    "refuses %s as a sequence or a parent instead of rounding it",
    (number) => {
      const one = '"author":{"type":"operator"},"content":"x"';
      expect(decodedLine(`{"sequence":${number},${one}}`)).toMatch(/^sequence .*2\^53-1/);
      expect(decodedLine(line(`"parent":${number}`))).toMatch(/^parent .*2\^53-1/);
    },
  );

  it("takes the greatest safe sequence, and -0 as 0", () => {
    const one = '"author":{"type":"operator"},"content":"x"';
    expect(decodedLine(`{"sequence":9007199254740991,${one}}`)).toMatchObject({
      sequence: Number.MAX_SAFE_INTEGER,
    });
    expect(
      Object.is((decodedLine(`{"sequence":-0,${one}}`) as { sequence: number }).sequence, 0),
    ).toBe(true);
  });

  it("notices a long id wherever it stands in the line", () => {
    for (let pad = 0; pad <= 32; pad++) {
      const padded = line(`"pad":"${" ".repeat(pad)}","source_id":9007199254740993`);
      expect(decodedLine(padded)).toMatchObject({ sourceId: "9007199254740993" });
    }
  });

  it("leaves digits inside strings alone, whatever escapes stand around them", () => {
    const content = String.raw`a\\\" 99999999999999999999 \\`;
    const json = `{"content":"${content}","source_id":99999999999999999999,"sequence":1,"author":{"type":"operator"}}`;
    expect(decodedLine(json)).toMatchObject({
      content: String.raw`a\" 99999999999999999999 ` + "\\",
      sourceId: "99999999999999999999",
    });
  });

  it("says what is not JSON without quoting it", () => {
    expect(decodedLine('{"sequence":1')).toBe("line is not valid JSON");
    expect(decodedLine("")).toBe("line is not valid JSON");
    expect(decodedLine("12345678901234567890")).toBe("message must be an object");
  });
});

describe("encodeMessage", () => {
  it("is undone by decodeMessage, and a line by parseMessageLine", () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(decodeMessage(encodeMessage(message))).toStrictEqual({ ok: true, message });
        const line = formatMessageLine(message);
        expect(line).not.toMatch(/[\n\r]/);
        expect(parseMessageLine(line)).toStrictEqual({ ok: true, message });
      }),
      { seed: 41, numRuns: 300 },
    );
  });

  it("writes lone surrogates as escapes, so that UTF-8 keeps them", () => {
    const message = {
      sequence: 1,
      chatId: null,
      parent: null,
      author: { type: "operator" as const },
      content: "a\ud800b",
    };
    const bytes = new TextEncoder().encode(formatMessageLine(message));
    expect(parseMessageLine(new TextDecoder().decode(bytes))).toStrictEqual({ ok: true, message });
  });

  it("writes only its own keys", () => {
    const author = { type: "operator" as const, secret: 1 };
    const message = { sequence: 1, chatId: null, parent: null, author, content: "x", extra: 2 };
    expect(formatMessageLine(message)).toBe(
      '{"sequence":1,"chat_id":null,"parent":null,"author":{"type":"operator"},"content":"x"}',
    );
  });
});
