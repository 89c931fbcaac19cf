import { describe, expect, it } from "vitest";
import { CoreInstance } from "../../dist/core/wasm/instance.js";
import { ReferenceCore } from "../../dist/core/reference/reference-core.js";
import { findRanges } from "../../dist/core/wasm/code-ranges.js";
import type { Candidate } from "../../dist/model/match.js";
import { wasmBytes, wasmCore } from "./wasm-modules.js";

const core = wasmCore("release");

/** What finding the code of a text took, in lines, cursor moves and inline stops. */
function steps(body: string): number {
  const instance = new CoreInstance(new WebAssembly.Module(wasmBytes("release")));
  findRanges(instance, body, "utf16", true);
  return instance.exports.codeSteps();
}

/** Runs of 1 to `most` backticks, each length once: no run has a partner. */
function growing(most: number): string {
  return Array.from({ length: most }, (_, index) => `${"`".repeat(index + 1)}a`).join("");
}

describe("B09: code is found in work that grows with the text", () => {
  it.each<[string, (scale: number) => string]>([
    ["escaped backticks", (scale) => "\\``".repeat(40_000 * scale)],
    ["backticks and backslashes", (scale) => "``\\".repeat(40_000 * scale)],
    ["runs of all lengths, over and over", (scale) => growing(800).repeat(scale)],
    ["runs of all lengths, down and up", (scale) => `${growing(400)}b`.repeat(2 * scale)],
    ["two lengths that close each other late", (scale) => "` `` ".repeat(20_000 * scale) + "```"],
    ["fences", (scale) => "```\na\n```\n".repeat(10_000 * scale)],
    ["openers of fences", (scale) => "~~~\n".repeat(10_000 * scale)],
    ["one long run", (scale) => "~".repeat(100_000 * scale)],
    ["segments", (scale) => "`a\n\n".repeat(20_000 * scale)],
  ])("%s", (_, body) => {
    const once = steps(body(1));
    expect(once).toBeGreaterThan(0);
    expect(steps(body(2))).toBeLessThanOrEqual(2.1 * once + 10);
    expect(once).toBeLessThanOrEqual(body(1).length + 10);
  });
});

// A search that compares over and over would take 10^10 steps here, far beyond the test's timeout.
describe("texts that repeat themselves are scored in one pass", () => {
  const most = 400_000;

  it("where the query is found everywhere, but never at the start of a word", () => {
    const match = core.score("a".repeat(50_000), `x${"a".repeat(most)}`);
    expect(match).toEqual({ kind: "substring", score: 412, offset: 1 });
  });

  it("where it is found at the start of a word at last", () => {
    const query = "a".repeat(50_000);
    const match = core.score(query, `x${"a".repeat(most)} ${query}`);
    expect(match).toEqual({ kind: "word_prefix", score: 611, offset: most + 2 });
  });

  it("where it is nearly found everywhere", () => {
    const half = "a".repeat(25_000);
    expect(core.score(`${half}b${half}`, `b${"a".repeat(most)}b`)).toBeNull();
    expect(core.score(`${half}b${half}`, `b${"a".repeat(most)}b${half}`)).toMatchObject({
      kind: "substring",
      offset: 1 + most - 25_000,
    });
  });

  it("where the characters lie scattered", () => {
    expect(core.score("ab".repeat(50_000), "axb".repeat(100_000))).toMatchObject({
      kind: "subsequence",
    });
  });

  it("where sigmas and ignorables alternate", () => {
    expect(core.lowercase(`Α${"Σ\u{301}".repeat(most)}`).slice(-4)).toBe("σ\u{301}ς\u{301}");
    expect(core.lowercase(`ΑΣ${"\u{301}".repeat(most)}Σ`).at(-1)).toBe("ς");
  });
});

// Compared at every place, these would take 10^10 steps as well.
describe("candidates that repeat themselves are searched in work that grows with their texts", () => {
  const twin = new ReferenceCore();
  const nearly = (pairs: number): string => `${"ab".repeat(pairs)}ac`;
  const list = (count: number, pairs: number, times: number): Candidate[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${index}`,
      label: `x${nearly(pairs).repeat(times)}`,
      detail: index % 9 === 4 ? `${"ab".repeat(pairs + index)} c` : `b${"ab".repeat(pairs)}`,
    }));

  it("with the answers of the twin", () => {
    for (const pairs of [3, 20, 40]) {
      const candidates = list(120, pairs, 6);
      const snapshot = core.prepareCandidates(candidates);
      for (const query of ["ab".repeat(pairs + 1), "ba".repeat(pairs), `${"ab".repeat(pairs)} c`]) {
        expect(snapshot.query(query, 50)).toEqual(twin.rank(query, candidates, 50));
      }
    }
  });

  it("in time", () => {
    const snapshot = core.prepareCandidates(list(500, 8000, 4));
    expect(snapshot.query("ab".repeat(8001), 999).length).toBeGreaterThan(400);
    expect(snapshot.query(`${"ab".repeat(8001)}c`, 999).length).toBeGreaterThan(400);
  });
});
