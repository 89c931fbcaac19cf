import { microLog } from "./natural-log.js";

/**
 * BM25 with k1 = 1.2 and b = 0.3, in integers. With the average length as `average / LENGTH_SCALE`,
 *
 *     tf * 2.2 / (tf + 1.2 * (0.7 + 0.3 * length / average length))
 *   = tf * 55 * average / (tf * 25 * average + 21 * average + 9 * LENGTH_SCALE * length)
 *
 * so a share is one division: `idf * 55 * average * tf / (…)`.
 */
export const SHARE = { numerator: 55, frequency: 25, constant: 21, length: 9 } as const;

/** Fractions of a word that the average length is kept in. */
export const LENGTH_SCALE = 16;

/**
 * The largest scaled average. With it, idf up to 22.2 million (2^31 documents) and tf up to 32,767
 * (a `smallint`) every product stays below 2^63, and every share below 2^31.
 */
export const MAX_AVERAGE = 200_000;

/** Of the rows that a destination may read. */
export interface CorpusSize {
  readonly documents: number;
  /** Words in all of them. */
  readonly length: number;
}

/** The average length in sixteenths of a word, at least one of them. */
export function averageLength({ documents, length }: CorpusSize): number {
  if (documents <= 0) return LENGTH_SCALE;
  const average = Math.floor((length * LENGTH_SCALE) / documents);
  return Math.min(Math.max(average, 1), MAX_AVERAGE);
}

/** ln(1 + (N - df + ½) / (df + ½)) = ln((2N + 2) / (2df + 1)), in millionths; never below 0. */
export function idf(documents: number, frequency: number): number {
  const log = microLog(2n * BigInt(documents) + 2n, 2n * BigInt(frequency) + 1n);
  return Math.max(Number(log), 0);
}
