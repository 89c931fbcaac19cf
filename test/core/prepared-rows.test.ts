import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClosedError, createCore } from "../../dist/index.js";
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
