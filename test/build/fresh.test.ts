import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isFresh, runIfStale } from "../../build/fresh.mjs";

let base = "";
let runs = 0;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "backread-fresh-"));
  runs = 0;
  put("in/a.txt", "a");
  put("in/b/c.txt", "c");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

const STEP = {
  name: "copy",
  inputs: ["in", "no-such-file"],
  outputs: ["out"],
  run: () => {
    runs++;
    put("out/made.txt", readFileSync(join(base, "in/a.txt"), "utf8"));
  },
};

describe("a step", () => {
  it("runs once, and again for nothing but a change", async () => {
    expect(isFresh(STEP, base)).toBe(false);
    expect(await runIfStale(STEP, base)).toBe(true);
    expect(await runIfStale(STEP, base)).toBe(false);
    put("in/a.txt", "a");
    expect(await runIfStale(STEP, base)).toBe(false);
    expect(isFresh(STEP, base)).toBe(true);
    expect(runs).toBe(1);
  });

  it.each([
    ["an input's content", () => put("in/b/c.txt", "C")],
    ["a new input", () => put("in/b/d.txt", "")],
    ["an input that came", () => put("no-such-file", "")],
    ["a removed input", () => rmSync(join(base, "in/b/c.txt"))],
    [
      "bytes moved from one input to the next",
      () => (put("in/a.txt", ""), put("in/b/c.txt", "ac")),
    ],
    ["a removed output", () => rmSync(join(base, "out/made.txt"))],
    ["a removed folder of outputs", () => rmSync(join(base, "out"), { recursive: true })],
    ["an edited output", () => put("out/made.txt", "edited")],
    ["an output left over", () => put("out/left-over.txt", "")],
  ])("runs again for %s", async (_, change) => {
    await runIfStale(STEP, base);
    change();
    expect(isFresh(STEP, base)).toBe(false);
    expect(await runIfStale(STEP, base)).toBe(true);
  });

  it("takes a file that is gone once it was listed for one that is not there", async () => {
    // Another process may be making the folder anew; a link to nothing is listed and cannot be read.
    const link = join(base, "in/link.txt");
    symlinkSync(join(base, "nowhere"), link);
    expect(isFresh(STEP, base)).toBe(false);
    expect(await runIfStale(STEP, base)).toBe(true);
    expect(isFresh(STEP, base)).toBe(true);
    put("nowhere", "somewhere");
    expect(isFresh(STEP, base)).toBe(false);
  });

  it("is not fresh after a run that failed, though it was before", async () => {
    await runIfStale(STEP, base);
    put("in/a.txt", "b");
    const broken = { ...STEP, run: () => Promise.reject(new Error("no space")) };
    await expect(runIfStale(broken, base)).rejects.toThrow("no space");
    put("in/a.txt", "a");
    expect(isFresh(STEP, base)).toBe(false);
  });

  it("has to make what it says it makes", async () => {
    const idle = { ...STEP, outputs: ["out/other.txt"], run: () => {} };
    await expect(runIfStale(idle, base)).rejects.toThrow("copy made no out/other.txt");
  });
});
