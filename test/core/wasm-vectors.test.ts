import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Candidate, Hit, TextMatch } from "../../dist/model/match.js";
import { wasmCore } from "./wasm-modules.js";

const PACKAGES = new URL("../../../shared/data/packages.tsv.gz", import.meta.url);
const core = wasmCore("release");

interface Vector<Input, Output> {
  readonly id: string;
  readonly input: Input;
  readonly output: Output;
}

function unzipped(url: URL): string {
  return gunzipSync(readFileSync(url)).toString("utf8");
}

function vectors<Input, Output>(name: string): Vector<Input, Output>[] {
  const lines = unzipped(new URL(`../vectors/${name}.jsonl.gz`, import.meta.url)).split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Vector<Input, Output>);
}

/** Compares all of them at once, so that a failure names the vectors. */
function expectAll<Input, Output>(
  all: Vector<Input, Output>[],
  answer: (input: Input) => Output,
): void {
  expect(all.length).toBeGreaterThan(100);
  const given = all.map(({ id, input }) => ({ id, output: answer(input) }));
  expect(given).toEqual(all.map(({ id, output }) => ({ id, output })));
}

describe("the compiled core on the reference's vectors", () => {
  it("scores", () => {
    const all = vectors<{ query: string; text: string }, TextMatch | null>("score");
    expectAll(all, ({ query, text }) => core.score(query, text));
  });

  it("ranks", () => {
    type Input = { query?: string; candidates: Candidate[]; limit: number };
    const all = vectors<Input, Hit[]>("rank").filter(({ input }) => input.query !== undefined);
    expectAll(all, ({ query = "", candidates, limit }) => core.rank(query, candidates, limit));
    expectAll(all, ({ query = "", candidates, limit }) => {
      const snapshot = core.prepareCandidates(candidates);
      const hits = snapshot.query(query, limit);
      snapshot.close();
      return hits;
    });
  });

  it("finds code", () => {
    type Ranges = { bytes: [number, number][]; utf16: [number, number][] };
    const all = vectors<{ body: string }, { fenced: Ranges; code: Ranges }>("masking");
    const both = (find: (unit: "utf8" | "utf16") => unknown): Ranges =>
      ({ bytes: find("utf8"), utf16: find("utf16") }) as Ranges;
    expectAll(all, ({ body }) => ({
      fenced: both((unit) => core.fencedRanges(body, unit)),
      code: both((unit) => core.codeRanges(body, unit)),
    }));
  });
});

describe("the compiled core on 100,000 package names", () => {
  const missing = !existsSync(PACKAGES);
  const url = new URL("../vectors/rank-100k.json.gz", import.meta.url);
  type Ranking = { limit: number; queries: { query: string; hits: Hit[] }[] };
  const { limit, queries } = JSON.parse(unzipped(url)) as Ranking;

  it.skipIf(missing)(
    `answers ${queries.length} queries${missing ? " (skipped: no packages.tsv.gz)" : ""}`,
    () => {
      const snapshot = core.prepareCandidates(packages());
      const given = queries.map(({ query }) => ({ query, hits: snapshot.query(query, limit) }));
      expect(given).toEqual(queries);
    },
  );
});

function packages(): Candidate[] {
  const rows = unzipped(PACKAGES)
    .split("\n")
    .filter((line) => line !== "");
  return Array.from({ length: 100_000 }, (_, index) => {
    const [id = "", detail = ""] =
      rows[Math.floor((index * rows.length) / 100_000)]?.split("\t") ?? [];
    const label = id.slice(id.lastIndexOf("/") + 1);
    return detail === "" ? { id, label } : { id, label, detail };
  });
}
