import { describe, expect, it } from "vitest";
import { interleave, interleaveApart } from "../../bench/lib/interleave.mjs";
import { geometricMean, mean, spread, sum } from "../../bench/lib/statistics.mjs";
import { digits, formatTable } from "../../bench/lib/table.mjs";

describe("statistics", () => {
  it("takes the middle, and the tenths at both ends, of samples in any order", () => {
    const samples = Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
    expect(spread(samples)).toEqual({ median: 50, p10: 10, p90: 90, samples: 101 });
  });

  it("takes the mean of the two middle ones of an even number", () => {
    expect(spread([4, 1, 3, 2]).median).toBe(2.5);
  });

  it("has nothing to say about no samples", () => {
    expect(() => spread([])).toThrow("no samples");
  });

  it("knows two means", () => {
    expect(sum([1, 2, 3])).toBe(6);
    expect(mean([1, 2, 6])).toBe(3);
    expect(geometricMean([1, 10, 100])).toBeCloseTo(10, 12);
  });
});

describe("interleaving", () => {
  const effort = { rounds: 3, passes: 2, budgetMs: 0 };

  it("gives each task one turn a round, another one first each time, after one warm turn", async () => {
    const turns: string[] = [];
    const task = (name: string) => ({ name, run: () => turns.push(name) });
    const spreads = await interleave([task("a"), task("b"), task("c")], effort);
    expect(turns.join("")).toBe("abcabcbcacababcbcacab");
    expect([...spreads.values()].map(({ samples }) => samples)).toEqual([6, 6, 6]);
  });

  it("waits for a task that takes its time", async () => {
    const run = () => new Promise((resolve) => void setTimeout(resolve, 5));
    const spreads = await interleave([{ name: "slow", run }], { ...effort, passes: 1 });
    expect(spreads.get("slow")?.median).toBeGreaterThan(3);
  });

  it("times a slow task apart", async () => {
    const turns: string[] = [];
    const task = (name: string) => ({ name, run: () => turns.push(name) });
    const spreads = await interleaveApart([task("slow"), task("a")], "slow", effort);
    expect(turns.join(" ")).toBe("a a a a a a a slow slow slow");
    expect([...spreads.keys()]).toEqual(["a", "slow"]);
  });
});

describe("tables", () => {
  it.each([
    [0, "0"],
    [0.000123, "0.00012"],
    [0.04567, "0.0457"],
    [4.56789, "4.57"],
    [52.6, "52.6"],
    [1234.5, "1235"],
    [Infinity, "Infinity"],
  ])("writes %d as %s", (value, text) => expect(digits(value)).toBe(text));

  it("lines columns up", () => {
    const table = {
      title: "T",
      columns: ["name", "ms", "as"],
      rows: [
        ["a", "10", "b"],
        ["long", "–", ""],
      ],
      notes: ["n"],
    };
    expect(formatTable(table).split("\n")).toEqual([
      "T",
      "name  ms  as",
      "----  --  --",
      "a     10  b",
      "long   –",
      "n",
      "",
    ]);
  });
});
