import { describe, expect, it } from "vitest";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { regexEngineSuite } from "./suite.js";

regexEngineSuite("re2js", createRe2jsEngine());

describe("re2js: metering", () => {
  const engine = createRe2jsEngine();

  function cost(pattern: string, text: string): number {
    const matcher = engine.compile(pattern);
    matcher.find(text, 0, Infinity);
    return matcher.spent ?? 0;
  }

  it("counts the backtracker's steps, not only the characters", () => {
    const text = `${"a".repeat(200)}!`;
    expect(cost("(?:a?){100}!", text)).toBeGreaterThan(text.length * 100);
  });

  it("counts the states that the automaton builds", () => {
    const built = cost("a[^c]{20}b$", "abbabaababbaabab".repeat(20));
    expect(built).toBeGreaterThan(10 * 320);
  });

  it("takes a program that is too large to count at characters × instructions", () => {
    const matcher = engine.compile("(?:.?){600}!");
    const text = `${"é".repeat(50)}!`;
    matcher.find(text);
    expect(matcher.spent).toBeGreaterThanOrEqual(text.length * matcher.programSize);
    expect(() => matcher.find(text, 0, text.length * matcher.programSize)).toThrow(/steps/);
  });
});
