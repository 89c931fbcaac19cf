import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenJson, jsonItems, type JsonItem } from "../../dist/import/json-stream.js";
import { parseExactJson } from "../../dist/model/exact-json.js";
import { bytes, chunked, cut } from "./helpers.js";

async function items(
  source: AsyncIterable<Uint8Array>,
  paths: string[],
  limits = {},
): Promise<{ items: JsonItem[]; broken: string | null }> {
  const items: JsonItem[] = [];
  try {
    for await (const item of jsonItems(source, paths, limits)) items.push(item);
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    return { items, broken: `${error.message} @${error.at}` };
  }
  return { items, broken: null };
}

const whole = (text: string, paths: string[], limits = {}): ReturnType<typeof items> =>
  items(cut(bytes(text), text.length), paths, limits);

describe("values at paths", () => {
  const text = '\u{FEFF} {"a":{"x":[1]},"rows":[{"b":"c\\"]}"},[],"s",-1.5e3,null], "z":"end"} ';

  test("come in order with their places; what is aside is passed over", async () => {
    const { items, broken } = await whole(text, ["rows.*", "z"]);
    expect(broken).toBeNull();
    expect(items).toEqual([
      { place: ["rows", 0], ok: true, value: { b: 'c"]}' } },
      { place: ["rows", 1], ok: true, value: [] },
      { place: ["rows", 2], ok: true, value: "s" },
      { place: ["rows", 3], ok: true, value: -1500 },
      { place: ["rows", 4], ok: true, value: null },
      { place: ["z"], ok: true, value: "end" },
    ]);
  });

  test("are the same at every split and every chunk size", async () => {
    const expected = await whole(text, ["rows.*", "z"]);
    const data = bytes(text);
    for (let at = 0; at <= data.length; at++)
      expect(await items(cut(data, at), ["rows.*", "z"])).toEqual(expected);
    for (const size of [1, 2, 3, 7])
      expect(await items(chunked(data, size), ["rows.*", "z"])).toEqual(expected);
  });

  test("equal the parser of whole texts on any document in any chunks", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 4 })),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1, "\t"),
      async (rows, size, indent) => {
        const text = JSON.stringify(rows, null, indent);
        const read = await items(chunked(bytes(text), size), ["*"]);
        expect(read.broken).toBeNull();
        expect(read.items.map((item) => item.ok && item.value)).toEqual(parseExactJson(text));
      },
    );
    await fc.assert(property, { seed: 7, numRuns: 300 });
  });

  test("keep U+FEFF inside strings, written or escaped, and lone surrogates", async () => {
    const { items } = await whole('["a\u{FEFF}b","\\ufeff","\\ud83d"]', ["*"]);
    expect(items.map((item) => item.ok && item.value)).toEqual([
      "a\u{FEFF}b",
      "\u{FEFF}",
      "\ud83d",
    ]);
  });

  test("numbers that a double rounds are texts", async () => {
    const { items } = await whole("[9007199254740991,9007199254740993,1518127246.000400]", ["*"]);
    const values = items.map((item) => item.ok && item.value);
    expect(values).toEqual([9007199254740991, "9007199254740993", "1518127246.000400"]);
  });
});

describe("damage", () => {
  test("a row that is no JSON is one bad item; its neighbours stand", async () => {
    const { items, broken } = await whole('[1,{"a":nope},{"b":[1,,2]},2]', ["*"]);
    expect(items.map((item) => (item.ok ? item.value : item.code))).toEqual([
      1,
      "malformed",
      "malformed",
      2,
    ]);
    expect(broken).toBeNull();
  });

  test("a row that is not UTF-8 is one bad item", async () => {
    const data = Uint8Array.of(...bytes('["'), 0xff, ...bytes('","ok"]'));
    const { items: read } = await items(cut(data, 3), ["*"]);
    expect(read.map((item) => (item.ok ? item.value : item.code))).toEqual(["invalid_utf8", "ok"]);
  });

  test.each([
    ["", "the document is cut short @0"],
    ["[1", "the document is cut short @2"],
    ['[1,"a', "the document is cut short @5"],
    ["[1] x", "the JSON is damaged @4"],
    ["[1 2]", "the JSON is damaged @3"],
    ["[1,]", "the JSON is damaged @3"],
    ["[,1]", "the JSON is damaged @1"],
    ['{"a" 1}', "the JSON is damaged @5"],
    ['{"a":1,}', "the JSON is damaged @7"],
    ["{1:2}", "the JSON is damaged @1"],
    ["}", "the JSON is damaged @0"],
    ["[1}", "the JSON is damaged @2"],
    ['{"\\x":1}', "a name is no JSON string, or longer than a row may be @0"],
  ])("%s → %s", async (text, broken) => {
    expect((await whole(text, ["*"])).broken).toBe(broken);
  });

  test("what stands before a cut is read, at every cut", async () => {
    const data = bytes('[{"a":1},{"b":"é"},3]');
    for (let end = 0; end < data.length; end++) {
      const read = await items(cut(data.subarray(0, end), end), ["*"]);
      expect(read.broken).toContain("cut short");
      expect(read.items.length).toBe(end < 8 ? 0 : end < 19 ? 1 : end < 20 ? 2 : 2);
    }
  });
});

describe("bounds", () => {
  test("a row that is too long is one bad item, whatever the chunks", async () => {
    const data = bytes(`[1,"${"x".repeat(100)}",{"k":"${"y".repeat(40)}"},2]`);
    for (const size of [1, 13, 500]) {
      const read = await items(chunked(data, size), ["*"], { maxRowBytes: 60 });
      expect(read.items.map((item) => (item.ok ? 1 : item.code))).toEqual([1, "too_large", 1, 1]);
    }
  });

  test("a row that is too deep is one bad item, a deep one aside is passed over", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const { items } = await whole(`{"x":${deep},"rows":[${deep},7]}`, ["rows.*"]);
    expect(items.map((item) => (item.ok ? item.value : item.code))).toEqual(["too_large", 7]);
  });

  test("nesting that never closes ends with the source", async () => {
    const { broken } = await whole("[".repeat(100_000), ["*"]);
    expect(broken).toContain("cut short");
  });
});
