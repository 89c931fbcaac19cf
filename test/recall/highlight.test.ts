import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePattern } from "../../dist/index.js";
import { CORE_KINDS, recallOver } from "../support/rows.js";

describe.each(CORE_KINDS)("highlight, %s core", (kind) => {
  test.each([
    ["valve", "valve", ["valve"]],
    ["valve", "  Valve shut", ["Valve"]],
    ["shut", "the valve shut", ["shut"]],
    ["alv", "valve", ["alv"]],
    ["vsh", "valve shut", ["v", "sh"]],
    ["🎉x", "a 🎉X b", ["🎉X"]],
    ["i\u0307s", "bu İŞ, İS", ["İS"]],
    ["σας", "ΠΕΣ ΣΑΣ", ["ΣΑΣ"]],
    ["/v.l/", "  bivalves", ["val"]],
    ["/🤡\\d+/", "x 🤡42", ["🤡42"]],
    ["/^$/", "abc", []],
    ["nothing", "abc", []],
    [" ", "abc", []],
  ])("%s in %s", async (query, text, expected) => {
    const recall = await recallOver(kind);
    const ranges = recall.highlight(parsePattern(query), text);
    expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(expected);
  });

  test("is empty exactly when nothing matches; its ranges ascend and divide no pair", async () => {
    const recall = await recallOver(kind);
    const alphabet = ["a", "B", "b", " ", "İ", "Σ", "ς", "🎉", "é", "e\u0301", "\ud83d", "-"];
    const unit = fc.constantFrom(...alphabet);
    const texts = fc.tuple(fc.string({ unit, maxLength: 4 }), fc.string({ unit, maxLength: 16 }));
    fc.assert(
      fc.property(texts, ([query, text]) => {
        const ranges = recall.highlight({ type: "text", query }, text);
        const match = recall.score(query, text);
        expect(ranges.length > 0).toBe(match !== null);
        let last = -1;
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          for (const edge of [start, end])
            expect(
              /[\ud800-\udbff]$/.test(text.slice(0, edge)) &&
                /^[\udc00-\udfff]/.test(text.slice(edge)),
            ).toBe(false);
          last = end;
        }
        if (match !== null && match.kind !== "subsequence") expect(ranges).toHaveLength(1);
      }),
      { seed: 20261129, numRuns: 2000 },
    );
  });
});
