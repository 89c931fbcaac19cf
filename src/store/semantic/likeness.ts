import { SELF_PRODUCT } from "../embedder/quantise.js";

/**
 * What likeness is worth, in the unit of the other parts of a score: four times the square of the
 * thousandths by which a cosine exceeds that of unrelated texts. A faint likeness (200) is worth
 * 160,000, less than any word; a strong one (800) 2,560,000, about a word that a tenth of the rows
 * hold; the same text again 4,000,000, half of a word that one row in a thousand holds.
 */
export const LIKENESS_WEIGHT = 4;
const THOUSAND = 1_000;

/** The part of a score for an inner product of two quantised vectors; 0 for unrelated texts. */
export function likeness(product: number, unrelated: number): number {
  const above = THOUSAND * product - unrelated * SELF_PRODUCT;
  if (above <= 0) return 0;
  const thousandths = Math.floor((THOUSAND * above) / ((THOUSAND - unrelated) * SELF_PRODUCT));
  return LIKENESS_WEIGHT * Math.min(thousandths, THOUSAND) ** 2;
}

/** The least inner product that is worth anything. */
export function leastProduct(unrelated: number): number {
  const perThousandth = ((THOUSAND - unrelated) * SELF_PRODUCT) / THOUSAND;
  return Math.ceil((unrelated * SELF_PRODUCT + perThousandth) / THOUSAND);
}
