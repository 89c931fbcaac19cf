import { describe, expect, it } from "vitest";
import { HARD, ORDINARY } from "../../bench/regex-cases.mjs";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { scanPattern } from "../../dist/regex/syntax/scan.js";

describe("scanPattern", () => {
  it.each([
    ["\\u0041\\u{1F600}", "\\x{41}\\x{1f600}"],
    ["[\\u0041-\\u{5A}]", "[\\x{41}-\\x{5a}]"],
    ["\\ud83d\\ude00", "\\x{1f600}"],
    ["\\ud83dx\\ude00", "\\x{fffd}x\\x{fffd}"],
    ["\\x{D800}\\x41\\n", "\\x{fffd}\\x41\\n"],
    ["\\Q\\u0041(?<n>\\E\\u0041", "\\Q\\u0041(?<n>\\E\\x{41}"],
    ["\\\\u0041", "\\\\u0041"],
    ["(?<n>a)(?P<m>b)[(?<n>]", "(?P<n>a)(?P<m>b)[(?<n>]"],
    ["\\(?<n>", "\\(?<n>"],
    ["a\ud800[\udc00]", "a\ufffd[\ufffd]"],
    ["[[:alpha:]\\]\\pL^-]", "[[:alpha:]\\]\\pL^-]"],
    ["a{,2}b{01}", "a{,2}b{01}"],
  ])("%j becomes %j", (pattern, expected) => {
    expect(scanPattern(pattern).source).toBe(expected);
  });

  it.each([
    ...HARD,
    ...ORDINARY,
    "",
    "a|b|cd",
    "(?i)straße",
    "((a{2}){3}){4}",
    "a{0}b{3,}c{0,7}",
    "[^a]*?(?:x|yz)+",
    "\\Qabc\\E{5}",
  ])("estimates no less than re2js compiles: %s", (pattern) => {
    const { cost } = scanPattern(pattern);
    const { programSize } = createRe2jsEngine().compile(pattern);
    expect(cost.instructions).toBeGreaterThanOrEqual(programSize);
    expect(cost.instructions).toBeLessThanOrEqual(programSize * 5 + 10);
    expect(cost.bytes).toBeGreaterThanOrEqual(cost.instructions);
  });

  it("multiplies what is repeated", () => {
    const { cost } = scanPattern("(?:\\pL{20}){30}");
    expect(cost.bytes).toBeGreaterThan(600 * 1000);
  });
});
