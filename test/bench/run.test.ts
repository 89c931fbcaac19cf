import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const RUN = fileURLToPath(new URL("../../bench/run.mjs", import.meta.url));

/** The group `size` reads no time. */
function bench(...args: string[]) {
  return spawnSync(process.execPath, [RUN, ...args], { encoding: "utf8" });
}

describe("the command", () => {
  it("checks answers and ends with their count", () => {
    const { status, stdout } = bench("size", "--check");
    expect(stdout).toMatch(/^\d+ passed, 0 failed, 0 skipped\n$/);
    expect(status).toBe(0);
  });

  it("prints only JSON when asked to", () => {
    const { status, stdout } = bench("size", "--json", "--gate");
    const { commit, machine, ratios, tables } = JSON.parse(stdout);
    expect(commit === null || /^[0-9a-f]{40}(\+changes)?$/.test(commit)).toBe(true);
    expect(machine.cores).toBeGreaterThan(0);
    expect(ratios["size.core.wasm"]).toEqual({
      value: expect.any(Number),
      must: 20_480,
      after: 12_288,
      direction: "lower",
    });
    expect(tables[0].rows).toHaveLength(3);
    expect(status).toBe(0);
  });

  it("prints a table for people otherwise", () => {
    expect(bench("size").stdout).toMatch(/^size\.core\.loader +\d+ +≤ 6144 +≤ 4096/m);
  });

  it("ends with 2 on what it does not know", () => {
    const { status, stdout, stderr } = bench("speed");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^bench: there is no group "speed"/);
  });
});
