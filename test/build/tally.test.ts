import { describe, expect, it } from "vitest";
import { countsOf, formatCounts, sumCounts } from "../../build/tally.mjs";

const line = (passed: number, failed: number, skipped: number) =>
  `${JSON.stringify({ passed, failed, skipped })}\n`;

describe("what a runner's end means", () => {
  it.each([
    ["all passed", 0, line(3, 0, 1), "3 passed, 0 failed, 1 skipped"],
    ["some failed", 1, line(3, 2, 0), "3 passed, 2 failed, 0 skipped"],
    ["two reports", 0, line(1, 0, 0) + line(2, 0, 3), "3 passed, 0 failed, 3 skipped"],
    ["a crash before any report", 1, "", "0 passed, 1 failed, 0 skipped"],
    ["silence that looks well", 0, "", "0 passed, 1 failed, 0 skipped"],
    ["a crash after a good report", 134, line(3, 0, 0), "3 passed, 1 failed, 0 skipped"],
    ["a report cut short", 0, line(3, 0, 0).slice(0, 9), "0 passed, 1 failed, 0 skipped"],
    ["a report of something else", 0, '{"passed":"3"}\n', "0 passed, 1 failed, 0 skipped"],
    ["a failed case and a clean exit", 0, line(3, 1, 0), "3 passed, 1 failed, 0 skipped"],
  ])("%s", (_, code, reported, counts) => {
    expect(formatCounts(countsOf(code, reported))).toBe(counts);
  });

  it("sums over runners", () => {
    const all = [
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ];
    expect(sumCounts(all)).toEqual({ passed: 11, failed: 22, skipped: 33 });
    expect(sumCounts([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
