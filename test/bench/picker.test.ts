import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { QUERIES, SERIES, corpusName, expectedAnswers } from "../../bench/cases/picker.mjs";
import { candidatesOf } from "../../bench/corpora/candidates.mjs";
import { KNOWN } from "../../bench/groups/picker/check.mjs";
import {
  closestRival,
  geometricMeanRatio,
  perKey,
  pickerFigures,
  worst,
} from "../../bench/groups/picker/figures.mjs";
import type { EngineRun } from "../../bench/types.js";
import { readCandidates } from "../conformance/ranking.mjs";

const PACKAGES = fileURLToPath(new URL("../../../shared/data/packages.tsv.gz", import.meta.url));

function figures(ms: (at: number) => number, found: (at: number) => number = () => 20) {
  const point = (median: number) => ({ median, p10: median, p90: median, samples: 1 });
  return {
    name: "any",
    kind: "other" as const,
    about: "",
    prepare: point(ms(0) * 10),
    bytes: ms(0) * 1000,
    queries: QUERIES.map((_, at) => point(ms(at))),
    found: QUERIES.map((_, at) => found(at)),
  };
}

describe("the query set", () => {
  it("types each text from its first character, and pastes seven", () => {
    expect(SERIES[1]?.queries.slice(4, 8)).toEqual(["types", "types ", "types n", "types no"]);
    expect(QUERIES.filter(({ kind }) => kind === "typed")).toHaveLength(5);
    expect(QUERIES).toHaveLength(32);
  });

  it("has a known answer for each query and list", () => {
    const expected = expectedAnswers();
    expect(Object.keys(expected)).toEqual(KNOWN.map(corpusName));
    for (const answers of Object.values(expected)) {
      expect(answers).toHaveLength(QUERIES.length);
      for (const { hits } of answers) expect(hits).toBeLessThanOrEqual(20);
    }
    expect(new Set(expected["synthetic 20000"]?.map(({ digest }) => digest)).size).toBeGreaterThan(
      25,
    );
  });
});

describe("lists", () => {
  it.each(["synthetic", "long labels"] as const)("%s ones are the same each time", (source) => {
    const list = candidatesOf({ source, count: 500 });
    expect(candidatesOf({ source, count: 500 })).toEqual(list);
    expect(candidatesOf({ source, count: 400 })).toEqual(list.slice(0, 400));
  });

  it.skipIf(!existsSync(PACKAGES))("real ones are those of the published ranking", () => {
    const list = candidatesOf({ source: "packages", count: 100_000 });
    expect(list).toEqual(readCandidates(PACKAGES, 100_000));
  });

  it.skipIf(!existsSync(PACKAGES))("splices real rows where there are not enough", () => {
    const list = candidatesOf({ source: "packages", count: 300_000 });
    expect(new Set(list.map(({ id }) => id)).size).toBeGreaterThan(299_000);
  });
});

describe("figures", () => {
  const ours = figures(() => 2);

  it("takes the mean of one kind and the slowest of all", () => {
    const rising = figures((at) => at + 1);
    expect(perKey(rising, "typed")).toBe(3);
    expect(worst(rising)).toEqual({ ms: 32, at: 31 });
  });

  it("compares over all queries by the geometric mean", () => {
    expect(
      geometricMeanRatio(
        figures((at) => (at % 2 === 0 ? 2 : 8)),
        ours,
      ),
    ).toBeCloseTo(2, 12);
  });

  it("counts a rival only where it finds something or we find nothing", () => {
    const quickAtFour = figures(
      (at) => (at === 4 ? 1 : 10),
      (at) => (at === 4 ? 0 : 20),
    );
    const slow = figures(() => 40);
    expect(closestRival([quickAtFour, slow], ours)).toEqual({ ratio: 5, at: 0 });
    const noneOfUs = figures(
      () => 2,
      (at) => (at === 4 ? 0 : 20),
    );
    expect(closestRival([quickAtFour, slow], noneOfUs)).toEqual({ ratio: 0.5, at: 4 });
    expect(
      closestRival(
        [
          figures(
            () => 1,
            () => 0,
          ),
        ],
        ours,
      ),
    ).toBeNull();
  });

  it("yields every goal of the picker", () => {
    const stage = new Map([
      ["ours", ours],
      ["fuzzysort", figures(() => 20)],
      ["ufuzzy", figures(() => 12)],
      ["sweep", figures(() => 8)],
    ] as const);
    expect(pickerFigures({ small: stage, large: stage, huge: stage })).toEqual({
      "picker.100k.typed.fuzzysort": 10,
      "picker.100k.typed.ufuzzy": 6,
      "picker.100k.geomean.fuzzysort": expect.closeTo(10, 12),
      "picker.100k.slowest.rival": 6,
      "picker.100k.sweep": 0.25,
      "picker.1m.worst.sweep": 0.25,
      "picker.prepare.time": 10,
      "picker.prepare.bytes": 10,
      "picker.1k.geomean.fuzzysort": expect.closeTo(10, 12),
    });
  });
});

describe("an engine's process", () => {
  it("answers as known and reads a time for each query and pass", () => {
    const corpus = { source: "synthetic", count: 1_000 } as const;
    const spec = { engine: "ours", corpus, effort: { rounds: 1, passes: 2, budgetMs: 0 } };
    const script = fileURLToPath(new URL("../../bench/lib/engine-process.mjs", import.meta.url));
    const output = execFileSync(process.execPath, ["--expose-gc", script, JSON.stringify(spec)]);
    const run = JSON.parse(output.toString()) as EngineRun;
    expect(run.found).toEqual(expectedAnswers()[corpusName(corpus)]?.map(({ hits }) => hits));
    expect(run.samples.map((each) => each.length)).toEqual(QUERIES.map(() => 2));
    expect(run.bytes).toBeGreaterThan(100_000);
  });
});
