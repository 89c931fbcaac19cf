import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitParts, totalOf } from "../../dist/store/assembly/fit-parts.js";
import { idsOf, textOf, type Kept, type Part } from "../../dist/store/assembly/part.js";
import type { BlockName } from "../../dist/store/assembly/context-port.js";

const ORDER: readonly BlockName[] = ["reference", "replay", "roster", "card", "threads", "pins"];
const countTokens = (text: string): number => text.length;
const roomy = { maxTokens: 10_000, countTokens, hasRoom: () => true };

/** A part whose entries are `name0`, `name1` …, of so many characters each. */
function part(name: BlockName, sizes: readonly number[], maxTokens = 10_000): Part {
  const entries = sizes.map((size, index) => `${name}${index}`.padEnd(size, "."));
  return {
    name,
    maxTokens,
    sources: entries.map((_, index) => [`${name}${index}`]),
    text: (kept) => `<${entries.slice(0, kept).join(" ")}>`,
    ...(name === "replay" ? { isApart: true as const } : {}),
  };
}

function shown(kept: readonly Kept[]): Readonly<Record<string, number>> {
  return Object.fromEntries(kept.map(({ part, entries }) => [part.name, entries]));
}

const ALL = ORDER.map((name) => part(name, [20, 20]));

describe("parts in the room that there is", () => {
  test("are whole where all have room", () => {
    const kept = fitParts(ALL, roomy);
    expect(shown(kept)).toEqual(Object.fromEntries(ORDER.map((name) => [name, 2])));
    expect(textOf(kept).split("\n\n")).toHaveLength(ORDER.length - 1);
  });

  test("are within their own budget first, wrapper included, the last entry first", () => {
    const one = "<".length + 20 + ">".length;
    expect(shown(fitParts([part("roster", [20, 20], one)], roomy))).toEqual({ roster: 1 });
    expect(shown(fitParts([part("roster", [20, 20], one - 1)], roomy))).toEqual({ roster: 0 });
  });

  test("go in the order stated, entry by entry", () => {
    const seen: string[] = [];
    for (let maxTokens = 300; maxTokens >= 0; maxTokens--) {
      const counts = shown(fitParts(ALL, { ...roomy, maxTokens }));
      const state = ORDER.map((name) => counts[name]).join("");
      if (seen.at(-1) !== state) seen.push(state);
    }
    expect(seen).toEqual([
      "222222",
      ...ORDER.flatMap((_, gone) =>
        [1, 0].map((left) => `${"0".repeat(gone)}${left}${"2".repeat(ORDER.length - 1 - gone)}`),
      ),
    ]);
  });

  test("go for want of room in the ledger too", () => {
    const hasRoom = (ids: readonly string[]): boolean => ids.length <= 7;
    const kept = fitParts(ALL, { ...roomy, hasRoom });
    expect(shown(kept)).toEqual({ reference: 0, replay: 0, roster: 1, card: 2, threads: 2, pins: 2 });
    expect(kept.flatMap((each) => idsOf(each))).not.toContain("roster1");
  });

  test("are never more than the cap, joined or one by one, and go only as far as is needed", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 });
    const spec = fc.tuple(...ORDER.map(() => fc.tuple(sizes, fc.integer({ min: 0, max: 90 }))));
    fc.assert(
      fc.property(spec, fc.integer({ min: 0, max: 400 }), (given, maxTokens) => {
        const parts = ORDER.map((name, index) => part(name, ...given[index]!));
        const kept = fitParts(parts, { ...roomy, maxTokens });
        const apart = kept.filter(({ part }) => part.isApart === true);
        expect(totalOf(kept)).toBeLessThanOrEqual(maxTokens);
        expect(textOf(kept).length + totalOf(apart)).toBeLessThanOrEqual(maxTokens);
        const free = fitParts(parts, roomy);
        // Whole entries from the first, and nothing of a part while one before it has anything left.
        const less = kept.findLastIndex(({ entries }, index) => entries < free[index]!.entries);
        for (const { part, entries, text } of kept) {
          expect(text).toBe(entries === 0 ? "" : part.text(entries));
          expect(idsOf({ part, entries, text, tokens: 0 })).toHaveLength(entries);
        }
        for (const { entries } of kept.slice(0, Math.max(less, 0))) expect(entries).toBe(0);
        for (const [index, { entries }] of kept.entries())
          if (index > less) expect(entries).toBe(free[index]!.entries);
      }),
    );
  });
});
