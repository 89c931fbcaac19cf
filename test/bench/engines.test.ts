import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactEngine } from "../../bench/engines/exact.mjs";
import { sweepEngine } from "../../bench/engines/sweep.mjs";
import { messageTexts, messagesOf, syntheticChat } from "../../bench/corpora/rows.mjs";
import { collapse } from "../../bench/lib/exact.mjs";
import { searchLog } from "../../bench/lib/exact-rows.mjs";
import { collapseWhiteSpace, isBlank } from "../../dist/core/white-space.js";
import { arrayLog, createCore, createRecall } from "../../dist/index.js";

const core = await createCore({ kind: "reference" });
const recall = createRecall({ core });
const settings = { seed: 20_261_129, numRuns: 400 };

/** Short texts of few characters, those that are hard among them, so that they meet each other. */
const text = fc
  .array(fc.constantFrom(..."aabbcAB -_İßΣσς😀é\u0301\u00a0\u2003\n\t\u0085²日".normalize("NFC")), {
    maxLength: 14,
  })
  .map((characters) => characters.join(""));

describe("the exact engine in JavaScript", () => {
  it("ranks as the twin does", () => {
    const candidate = fc.record({ id: text, label: text, detail: fc.option(text) });
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 12 }), text, (candidates, query) => {
        const engine = exactEngine();
        engine.prepare(candidates);
        expect(engine.query(query, 5)).toEqual(core.rank(query, candidates, 5));
      }),
      settings,
    );
  });

  it("collapses white space as we do", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(collapse(given).line).toBe(collapseWhiteSpace(given));
      }),
      settings,
    );
  });

  it("searches rows as we do, excerpts and coverage included", async () => {
    const row = fc.tuple(text, fc.nat(12)).map(([part, times]) => part.repeat(times + 1));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        text,
        async (rows, query) => {
          fc.pre(!isBlank(query));
          const log = arrayLog(messagesOf(rows));
          const ours = await recall.searchMessages(log, { pattern: { type: "text", query } });
          expect(await searchLog(log, query)).toEqual(ours);
        },
      ),
      settings,
    );
  });
});

describe("the sweep", () => {
  it("reads every byte of the packed text", async () => {
    const engine = await sweepEngine();
    const candidates = Array.from({ length: 3_000 }, (_, i) => ({
      id: `id-${i}`,
      label: ` Label É ${i} `,
      detail: i % 3 === 0 ? "Some detail" : null,
    }));
    engine.prepare(candidates);
    const packed = Buffer.from(
      candidates
        .flatMap(({ label, id, detail }) => [label.trim(), id, detail ?? ""])
        .join("")
        .toLowerCase(),
    );
    const words = new BigUint64Array(Math.ceil(packed.length / 8));
    new Uint8Array(words.buffer).set(packed);
    const sum = words.reduce((total, word) => BigInt.asUintN(64, total + word), 0n);
    expect(BigInt.asUintN(64, engine.query("", 1))).toBe(sum);
    expect(engine.bytes?.()).toBe(packed.length);
  });
});

describe("rows", () => {
  it("have the length asked for and are the same each time", () => {
    const texts = messageTexts(200, 330, "synthetic");
    expect(texts.every(({ length }) => length === 330)).toBe(true);
    expect(texts.some((each) => each.includes("\n"))).toBe(true);
    expect(messageTexts(200, 330, "synthetic")).toEqual(texts);
  });

  it("of chat hold code in one of nine", () => {
    const texts = syntheticChat(900);
    const code = texts.filter((each) => /[`~]/.test(each));
    expect(code.length).toBeGreaterThan(60);
    expect(code.length).toBeLessThan(160);
    expect(syntheticChat(900)).toEqual(texts);
  });
});
