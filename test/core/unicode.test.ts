import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { isAlphanumeric, lowercase } from "../../dist/core/reference/unicode.js";

const ENGINE_UNICODE = process.versions["unicode"] ?? "unknown";
const engineDiffers = !ENGINE_UNICODE.startsWith("17.");
const reason = engineDiffers ? ` (skipped: the engine has Unicode ${ENGINE_UNICODE})` : "";

/** Every scalar value, one string each. */
function* scalars(): Generator<[number, string]> {
  for (let c = 0; c <= 0x10ffff; c++) {
    if (c === 0xd800) c = 0xe000;
    yield [c, String.fromCodePoint(c)];
  }
}

const SIGMA_ALPHABET = [
  "Σ",
  "σ",
  "ς",
  "a",
  "İ",
  "'",
  "\u{ad}",
  "\u{301}",
  "ʰ",
  "ͅ",
  " ",
  "1",
  "ß",
  "𐐀",
];

describe("lowercase", () => {
  it.skipIf(engineDiffers)(`equals the engine's on every code point${reason}`, () => {
    const different = [];
    for (const [c, text] of scalars())
      if (lowercase(text) !== text.toLowerCase()) different.push(c);
    expect(different).toEqual([]);
  });

  it.skipIf(engineDiffers)(`equals the engine's around every code point${reason}`, () => {
    // The neighbour decides whether a sigma is final: Cased and Case_Ignorable, both sides.
    const different = [];
    for (const [c, text] of scalars()) {
      // Planes 2 to 13 hold no cased or ignorable character.
      if (c >= 0x20000 && c < 0xe0000) continue;
      const around = `${text}Σ aΣ${text} a${text}Σ aΣ${text}a`;
      if (lowercase(around) !== around.toLowerCase()) different.push(c);
    }
    expect(different).toEqual([]);
  });

  it.skipIf(engineDiffers)(`equals the engine's on mixed text${reason}`, () => {
    const text = array(constantFrom(...SIGMA_ALPHABET), { maxLength: 12 });
    const holds = property(text, (parts) => {
      expect(lowercase(parts.join(""))).toBe(parts.join("").toLowerCase());
    });
    assert(holds, { seed: 17, numRuns: 5000 });
  });

  it.each([
    ["ΑΣ", "ας"],
    ["ΑΣ Β", "ας β"],
    ["ΑΣΒ", "ασβ"],
    ["Σ", "σ"],
    ["ΑΣ\u{301}", "ας\u{301}"],
    ["ΑΣ'Β", "ασ'β"],
    ["İ", "i\u{307}"],
    ["ẞK", "ßk"],
    ["ǅ", "ǆ"],
    ["𐐀", "𐐨"],
    ["Ᲊ\u{a7dc}", "\u{1c8a}\u{19b}"],
  ])("lowers %s", (text, lowered) => {
    expect(lowercase(text)).toBe(lowered);
  });

  it("reads lone surrogates as U+FFFD, one unit each", () => {
    expect(lowercase("A\u{d800}B\u{dc00}\u{d83d}\u{d83d}\u{de00}")).toBe(
      "a\u{fffd}b\u{fffd}\u{fffd}\u{1f600}",
    );
  });

  it("takes time in proportion to the text where sigmas and ignorables alternate", () => {
    // A quadratic scan would read 10^10 characters here and never end within the test's timeout.
    const ignorable = "\u{301}".repeat(200_000);
    expect(lowercase(`Α${"Σ".repeat(200_000)}`).at(-1)).toBe("ς");
    expect(lowercase(`ΑΣ${ignorable}Σ${ignorable}`).length).toBe(400_003);
    expect(lowercase(`Α${"Σ\u{301}".repeat(200_000)}`).slice(-4)).toBe("σ\u{301}ς\u{301}");
  });
});

describe("isAlphanumeric", () => {
  it.skipIf(engineDiffers)(`equals the engine's classes on every code point${reason}`, () => {
    const wordlike = /^[\p{Alphabetic}\p{Nd}\p{Nl}\p{No}]$/u;
    const different = [];
    for (let c = 0; c <= 0x10ffff; c++)
      if (isAlphanumeric(c) !== wordlike.test(String.fromCodePoint(c))) different.push(c);
    expect(different).toEqual([]);
  });

  it.each(["a", "9", "²", "½", "①", "ʼ", "ー", "ְ", "ा", "𐐀"])(
    "takes %s as part of a word",
    (text) => {
      expect(isAlphanumeric(text.codePointAt(0)!)).toBe(true);
    },
  );

  it.each(["_", "-", "\u{301}", "😀", "\u{200d}", "’", "・", "\u{0}"])(
    "lets %j end a word",
    (text) => {
      expect(isAlphanumeric(text.codePointAt(0)!)).toBe(false);
    },
  );
});

describe("the generated tables", () => {
  it("are what their source gives, White_Space included", () => {
    const script = fileURLToPath(new URL("../../build/unicode-tables.mjs", import.meta.url));
    expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" })).toBe("");
  });
});
