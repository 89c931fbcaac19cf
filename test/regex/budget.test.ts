import { describe, expect, it } from "vitest";
import { ClosedError, RegexBudgetError } from "../../dist/model/errors.js";
import { boundMatcher, createRe2jsEngine, type Matcher } from "../../dist/regex/index.js";

/** A matcher of an engine that does not count. */
function uncounted(programSize: number): Matcher & { rows: number } {
  return {
    programSize,
    rows: 0,
    find() {
      this.rows++;
      return null;
    },
    close() {},
  };
}

function failure(run: () => unknown): RegexBudgetError {
  try {
    run();
  } catch (error) {
    if (error instanceof RegexBudgetError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("boundMatcher", () => {
  it("takes a find of an engine that does not count at characters × instructions", () => {
    const matcher = uncounted(10);
    const bounded = boundMatcher(matcher, 1000);
    for (let row = 0; row < 3; row++) bounded.find("x".repeat(30));
    expect(bounded).toMatchObject({ spent: 900, chars: 90, programSize: 10 });
    const { data } = failure(() => bounded.find("x".repeat(11)));
    expect(data).toEqual({ programSize: 10, chars: 101, limit: 1000, budget: "work" });
    expect(matcher.rows).toBe(3);
  });

  it("counts only what stands after `from`", () => {
    const bounded = boundMatcher(uncounted(1), 1000);
    bounded.find("x".repeat(30), 20);
    bounded.find("x", 5);
    expect(bounded).toMatchObject({ spent: 10, chars: 10 });
  });

  it("stays refused after the first refusal", () => {
    const bounded = boundMatcher(uncounted(1), 10);
    failure(() => bounded.find("x".repeat(11)));
    expect(failure(() => bounded.find("x")).data.chars).toBe(12);
    expect(bounded.spent).toBe(10);
  });

  it("names the search's budget when the engine stops inside a row", () => {
    const matcher = createRe2jsEngine().compile("(.*a){20}");
    const bounded = boundMatcher(matcher, 5000);
    const text = "ab".repeat(60);
    const { data } = failure(() => {
      for (;;) bounded.find(text);
    });
    expect(data).toMatchObject({ limit: 5000, programSize: matcher.programSize });
    expect(data.chars % text.length).toBe(0);
    expect(data.chars * data.programSize).toBeGreaterThan(5000);
  });

  it("each search has its own budget over one matcher", () => {
    const matcher = createRe2jsEngine().compile("a");
    for (let search = 0; search < 3; search++) {
      const bounded = boundMatcher(matcher, 10);
      expect(bounded.find("bbbba")).toEqual([4, 5]);
    }
  });

  it("closes its matcher", () => {
    const matcher = createRe2jsEngine().compile("a");
    boundMatcher(matcher).close();
    expect(() => matcher.find("a")).toThrow(ClosedError);
  });
});
