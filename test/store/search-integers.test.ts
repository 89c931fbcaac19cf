import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  averageLength,
  idf,
  LENGTH_SCALE,
  MAX_AVERAGE,
  SHARE,
} from "../../dist/store/search/bm25.js";
import { microLog } from "../../dist/store/search/natural-log.js";

/** e^(n / 2,000,000) between two fixed-point integers, by the plain series: another way than ours. */
const SCALE = 10n ** 60n;

function expOfHalfMicros(halfMicros: bigint): bigint {
  const x = (halfMicros * SCALE) / 2_000_000n;
  let term = SCALE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = (term * x) / (n * SCALE);
  }
  return sum;
}

/** Whether `micros` is the logarithm of a ratio, rounded: e^(m - ½) <= ratio <= e^(m + ½). */
function isRoundedLog(micros: bigint, top: bigint, bottom: bigint): boolean {
  const ratio = (top * SCALE) / bottom;
  const slack = 10n ** 20n;
  return (
    expOfHalfMicros(2n * micros - 1n) <= ratio + slack &&
    ratio - slack <= expOfHalfMicros(2n * micros + 1n)
  );
}

describe("integer logarithms", () => {
  it("are the nearest millionth", () => {
    const part = fc.bigInt({ min: 1n, max: 2n ** 40n });
    fc.assert(
      fc.property(part, part, (a, b) => {
        const [top, bottom] = a >= b ? [a, b] : [b, a];
        return isRoundedLog(microLog(top, bottom), top, bottom);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it("have known values", () => {
    expect(microLog(1n, 1n)).toBe(0n);
    expect(microLog(2n, 1n)).toBe(693_147n);
    expect(microLog(1n, 2n)).toBe(-693_147n);
    expect(microLog(10n, 1n)).toBe(2_302_585n);
    expect(microLog(10n ** 300n, 1n)).toBe(690_775_528n);
    expect(() => microLog(0n, 1n)).toThrow(RangeError);
  });

  it("give a rarer word more, and a word of all rows something", () => {
    expect(idf(1000, 1)).toBe(6_503_290);
    expect(idf(1000, 1000)).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2 ** 31 }), fc.nat(), (documents, at) => {
        const frequency = 1 + (at % (documents - 1));
        return idf(documents, frequency) >= idf(documents, frequency + 1);
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

describe("shares", () => {
  it("never leave 64 bits before the division, nor 32 after it", () => {
    const most = BigInt(idf(2 ** 31 - 1, 1)) * 55n * BigInt(MAX_AVERAGE) * 32_767n;
    expect(most < 2n ** 63n).toBe(true);
    expect((BigInt(idf(2 ** 31 - 1, 1)) * 22n) / 10n < 2n ** 31n).toBe(true);
  });

  it("are BM25 with k1 = 1.2 and b = 0.3, to the millionth", () => {
    const whole = fc.integer({ min: 1, max: 255 });
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 5000 }), (tf, words, documents) => {
        const average = averageLength({ documents, length: documents * 12 });
        const weight = idf(documents, 1);
        const share = Math.floor(
          (weight * SHARE.numerator * average * tf) /
            (SHARE.frequency * average * tf +
              SHARE.constant * average +
              SHARE.length * LENGTH_SCALE * words),
        );
        const real = (weight * tf * 2.2) / (tf + 1.2 * (0.7 + (0.3 * words) / 12));
        return Math.abs(share - real) <= 1;
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it("bound the average length", () => {
    expect(averageLength({ documents: 0, length: 0 })).toBe(LENGTH_SCALE);
    expect(averageLength({ documents: 1, length: 10 ** 9 })).toBe(MAX_AVERAGE);
    expect(averageLength({ documents: 10, length: 0 })).toBe(1);
  });
});
