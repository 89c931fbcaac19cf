import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashedEmbedder } from "../../dist/store/embedder/hashed.js";
import {
  encodeVector,
  innerProduct,
  NORM,
  quantise,
  SELF_PRODUCT,
} from "../../dist/store/embedder/quantise.js";
import { leastProduct, likeness } from "../../dist/store/semantic/likeness.js";

const SEED = { seed: 20_261_130, numRuns: 300 };
const number = fc.float({ noNaN: true, noDefaultInfinity: true });
const pair = fc
  .integer({ min: 1, max: 64 })
  .chain((length) =>
    fc.tuple(
      fc.array(number, { minLength: length, maxLength: length }),
      fc.array(number, { minLength: length, maxLength: length }),
    ),
  );

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

describe("quantised vectors", () => {
  it("keep direction, whatever their length was", () => {
    expect([...quantise([3, 4])!]).toEqual([2_400, 3_200]);
    expect(quantise([3e-38, 4e-38])).toEqual(quantise([3e38, 4e38]));
    expect([...quantise([0, 0])!]).toEqual([0, 0]);
  });

  it("refuse what is no number", () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      for (const place of [0, 1, 2])
        expect(quantise([0, 1, 2].map((value) => (value === place ? bad : value)))).toBeNull();
  });

  it("multiply to the same integer in 32-bit floats, forwards and backwards", () => {
    fc.assert(
      fc.property(pair, ([left, right]) => {
        const a = quantise(left)!;
        const b = quantise(right)!;
        const exact = [...a].reduce((sum, value, at) => sum + value * (b.at(at) ?? Number.NaN), 0);
        const inFloats = (order: readonly number[]): number =>
          order.reduce(
            (sum, at) => Math.fround(sum + Math.fround((a.at(at) ?? Number.NaN) * (b.at(at) ?? 0))),
            0,
          );
        const places = [...a.keys()];
        expect(Math.abs(exact)).toBeLessThan(2 ** 24);
        expect(inFloats(places)).toBe(exact);
        expect(inFloats(places.toReversed())).toBe(exact);
        expect(innerProduct(a, bytesOf(encodeVector(b)))).toBe(exact);
      }),
      SEED,
    );
  });

  it("stay below 2^24 at the most numbers that a vector may have", () => {
    const longest = quantise(Float32Array.from({ length: 16_000 }, (_, at) => (at % 2) * 2 - 1))!;
    expect(innerProduct(longest, bytesOf(encodeVector(longest)))).toBeLessThan(2 ** 24);
    expect(NORM * NORM).toBe(SELF_PRODUCT);
  });
});

describe("what likeness is worth", () => {
  it("is 0 up to the cosine of unrelated texts, and 4,000,000 for the same text", () => {
    expect(likeness(0.25 * SELF_PRODUCT, 250)).toBe(0);
    expect(likeness(-SELF_PRODUCT, 0)).toBe(0);
    expect(likeness(SELF_PRODUCT, 250)).toBe(4_000_000);
    expect(likeness(SELF_PRODUCT + 40_000, 250)).toBe(4_000_000);
    expect(likeness(0.625 * SELF_PRODUCT, 250)).toBe(1_000_000);
  });

  it("is worth something from the least product on, and grows with it", () => {
    for (const unrelated of [0, 1, 250, 333, 999]) {
      const least = leastProduct(unrelated);
      expect(likeness(least, unrelated)).toBeGreaterThan(0);
      expect(likeness(least - 1, unrelated)).toBe(0);
      expect(likeness(least + 100_000, unrelated)).toBeGreaterThanOrEqual(
        likeness(least, unrelated),
      );
    }
  });
});

describe("the hashed embedder", () => {
  const cosine = async (left: string, right: string): Promise<number> => {
    const vectors = await hashedEmbedder().embed([left, right], {});
    const [a, b] = vectors.map((vector) => quantise(vector) ?? new Int16Array());
    if (a === undefined || b === undefined) throw new Error("a text has no vector");
    return innerProduct(a, bytesOf(encodeVector(b))) / SELF_PRODUCT;
  };

  it("gives these very integers, everywhere", async () => {
    const [vector] = await hashedEmbedder({ dimensions: 8 }).embed(["Straße Ⱥ naïve 東京"], {});
    expect([...(vector ?? [])]).toMatchInlineSnapshot(`
      [
        0,
        0,
        -2,
        3,
        -1,
        0,
        -2,
        3,
      ]
    `);
  });

  it("finds inflections and misspellings alike, and other words not", async () => {
    expect(await cosine("migrating databases", "database migrations")).toBeGreaterThan(0.25);
    expect(await cosine("authorization error", "authorisation errors")).toBeGreaterThan(0.25);
    expect(await cosine("the deployment failed", "lunch is late today")).toBeLessThan(0.15);
    expect(await cosine("東京の天気", "東京は晴れ")).toBeGreaterThan(0.1);
    expect(await cosine("UPPER case", "upper   CASE")).toBeCloseTo(1, 3);
  });

  it("has a vector of noughts for a text without words", async () => {
    const [vector] = await hashedEmbedder({ dimensions: 16 }).embed(["?! … 🙂"], {});
    expect([...(vector ?? [])]).toEqual(Array.from({ length: 16 }, () => 0));
  });

  it.each([0, 1.5, 16_001])("refuses %d dimensions", (dimensions) => {
    expect(() => hashedEmbedder({ dimensions })).toThrow("dimensions");
  });
});
