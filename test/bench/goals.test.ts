import { describe, expect, it } from "vitest";
import { GOALS, meets, misses, ratiosOf } from "../../bench/goals.mjs";
import { readOptions } from "../../bench/lib/options.mjs";
import type { Figure } from "../../bench/types.js";

const GROUPS = ["picker", "session", "oneshot", "mask", "log", "regex", "store", "size"];

describe("goals", () => {
  it("have one key each, in groups that exist, and want more than they must", () => {
    expect(new Set(GOALS.map(({ key }) => key)).size).toBe(GOALS.length);
    for (const goal of GOALS) {
      expect(GROUPS).toContain(goal.group);
      expect(meets(goal, goal.after)).toBe(true);
      expect(meets({ ...goal, must: goal.after }, goal.must)).toBe(false);
    }
  });

  it("are met at the bound, in their direction", () => {
    expect(meets({ must: 4, direction: "higher" }, 4)).toBe(true);
    expect(meets({ must: 4, direction: "higher" }, 3.99)).toBe(false);
    expect(meets({ must: 0.35, direction: "lower" }, 0.35)).toBe(true);
    expect(meets({ must: 0.35, direction: "lower" }, 0.36)).toBe(false);
    expect(meets({ must: 4, direction: "higher" }, NaN)).toBe(false);
  });
});

describe("the gate", () => {
  const gate = (figures: Record<string, Figure>) => misses(ratiosOf(["size"], figures));
  const good = { "size.core.wasm": { value: 1 }, "size.core.loader": { value: 1 } };

  it("passes what is met, of the groups that ran only", () => {
    expect(gate(good)).toEqual([]);
    expect(Object.keys(ratiosOf(["size"], good))).toEqual(["size.core.wasm", "size.core.loader"]);
  });

  it("fails what is missed, what has a reason instead of a figure, and what nobody measured", () => {
    expect(gate({ ...good, "size.core.wasm": { value: 99_999 } })).toEqual(["size.core.wasm"]);
    const unmeasured: Figure = { value: null, reason: "not there yet" };
    expect(gate({ ...good, "size.core.wasm": unmeasured })).toEqual(["size.core.wasm"]);
    expect(gate({ "size.core.wasm": { value: 1 } })).toEqual(["size.core.loader"]);
    expect(gate({ ...good, "size.core.wasm": { value: NaN } })).toEqual(["size.core.wasm"]);
  });

  it("does not hold a made-up corpus against us", () => {
    const synthetic: Figure = { value: 99_999, corpus: "synthetic", gated: false };
    expect(gate({ ...good, "size.core.wasm": synthetic })).toEqual([]);
  });
});

describe("options", () => {
  it("runs every group unless some are named, in the order of the harness", () => {
    expect(readOptions([], GROUPS).groups).toEqual(GROUPS);
    expect(readOptions(["size", "mask", "--json", "--gate", "--quick"], GROUPS)).toEqual({
      groups: ["mask", "size"],
      json: true,
      check: false,
      gate: true,
      quick: true,
    });
  });

  it.each([
    [["speed"], /no group "speed"; there are picker,/],
    [["--fast"], /--fast/],
    [["--check", "--json"], /measures nothing/],
    [["--check", "--gate"], /measures nothing/],
  ])("refuses %j", (args, reason) => {
    expect(() => readOptions(args, GROUPS)).toThrow(TypeError);
    expect(() => readOptions(args, GROUPS)).toThrow(reason);
  });
});
