import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCore, type Candidate } from "../../dist/index.js";
import { CandidateList } from "../../dist/picker/candidate-list.js";
import type { OptionList, PickerOption } from "../../dist/picker/option.js";
import { CORE_KINDS } from "../support/rows.js";

function all(options: OptionList): PickerOption[] {
  return Array.from({ length: options.length }, (_, index) => options.at(index)!);
}

describe.each(CORE_KINDS)("a list of candidates, %s core", (kind) => {
  test("ranks as `rank` does and finds the candidate of each hit, equal ids and labels included", async () => {
    const core = await createCore({ kind });
    const field = fc.string({ unit: fc.constantFrom("a", "b", " ", "é"), maxLength: 4 });
    const candidate: fc.Arbitrary<Candidate> = fc.record({
      id: fc.constantFrom("a", "b", "x"),
      label: field,
      detail: fc.oneof(fc.constant(null), field),
    });
    fc.assert(
      fc.property(
        fc.array(candidate, { maxLength: 12 }),
        field,
        fc.nat(6),
        (list, query, limit) => {
          const held = new CandidateList(list);
          const { options, more } = held.rank(core, query, limit);
          const found = all(options);
          expect(found.map(({ hit }) => hit)).toEqual(core.rank(query, list, limit));
          expect(more).toBe(core.rank(query, list, Infinity).length > limit);
          for (const { item, hit, id, occurrence } of found) {
            expect(core.rank(query, [item], 1)).toEqual([hit]);
            const sameId = list.filter((each) => each.id === id);
            expect(sameId[occurrence]).toBe(item);
          }
          // Each is another candidate, and those that tie stand in the order given.
          expect(new Set(found.map(({ item }) => item)).size).toBe(found.length);
          held.close();
        },
      ),
      { seed: 20261129, numRuns: kind === "wasm" ? 1000 : 300 },
    );
  });
});

describe("listing", () => {
  const list = new CandidateList([
    { id: "1", label: "one" },
    { id: "2", label: "same" },
    { id: "2", label: "same" },
  ]);

  test("is the caller's own objects in the caller's order, found again by id", () => {
    const options = list.listing();
    expect(all(options).map(({ item }) => item)).toEqual(list.candidates);
    expect(options.at(0)?.item).toBe(list.candidates[0]);
    for (let index = 0; index < 3; index++) expect(options.indexOf(options.at(index)!)).toBe(index);
    expect(options.indexOf({ id: "2", occurrence: 2 })).toBe(-1);
    expect(options.at(3)).toBeNull();
  });

  test("says which labels are not alone", () => {
    expect(all(list.listing()).map(({ ambiguous }) => ambiguous)).toEqual([false, true, true]);
  });
});

test("packs once for a core, and anew for another", async () => {
  const core = await createCore();
  const other = await createCore({ kind: "reference" });
  const list = new CandidateList([{ id: "1", label: "one" }]);
  const packed = list.prepare(core);
  expect(list.prepare(core)).toBe(packed);
  expect(list.prepare(other)).not.toBe(packed);
  expect(() => packed.query("one", 1)).toThrow(/closed/);
});
