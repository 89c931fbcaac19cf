import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClosedError, createCore, type RowMatch } from "../../dist/index.js";
import { CORE_KINDS } from "../support/rows.js";

const unit = fc.constantFrom(
  "a",
  "b",
  "A",
  " ",
  "\n",
  "İ",
  "Σ",
  "é",
  "🎉",
  "\ud83d",
  "\u0085",
  "-",
);
const text = fc.string({ unit, maxLength: 24 });

describe.each(CORE_KINDS)("prepareRows, %s core", (kind) => {
  test("scans what was appended, however it was divided, as scanRows does", async () => {
    const core = await createCore({ kind });
    const divided = fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 4 });
    fc.assert(
      fc.property(divided, fc.array(text, { minLength: 1, maxLength: 3 }), (parts, queries) => {
        const rows = core.prepareRows();
        for (const part of parts) rows.append(part);
        expect(rows.size).toBe(parts.flat().length);
        for (const query of queries)
          expect(rows.scan(query)).toEqual(core.scanRows(query, parts.flat()));
        rows.close();
      }),
      { seed: 20261129, numRuns: 300 },
    );
  });

  test("is of no use once closed", async () => {
    const rows = (await createCore({ kind })).prepareRows();
    rows.append(["a"]);
    rows.close();
    for (const use of [() => rows.size, () => rows.scan("a"), () => rows.append(["b"])])
      expect(use).toThrow(ClosedError);
  });
});

/** By score, the earlier row of equals first. */
function bestOf(matches: readonly RowMatch[], limit: number): RowMatch[] {
  return matches.toSorted((a, b) => b.score - a.score || a.row - b.row).slice(0, limit);
}

describe("a limit", () => {
  test("leaves out only what cannot be among the best, on both cores", async () => {
    const cores = await Promise.all(CORE_KINDS.map((kind) => createCore({ kind })));
    const twin = await createCore({ kind: "reference" });
    const property = fc.property(
      fc.array(text, { maxLength: 40 }),
      fc.string({ unit, minLength: 1, maxLength: 3 }),
      fc.nat(12),
      (contents, query, limit) => {
        const all = twin.scanRows(query, contents);
        const best = bestOf(all, limit);
        for (const core of cores) {
          const rows = core.prepareRows();
          rows.append(contents);
          for (const given of [core.scanRows(query, contents, limit), rows.scan(query, limit)]) {
            expect(bestOf(given, limit)).toEqual(best);
            for (const match of given) expect(all).toContainEqual(match);
          }
          rows.close();
        }
      },
    );
    fc.assert(property, { seed: 20261130, numRuns: 500 });
  });

  test("of a large scan costs few matches", async () => {
    const core = await createCore({ kind: "wasm" });
    const rows = Array.from({ length: 2048 }, (_, i) => `${"x".repeat(i % 300)}needle`);
    expect(core.scanRows("needle", rows).length).toBe(2048);
    expect(core.scanRows("needle", rows, 10).length).toBeLessThan(300);
  });
});
