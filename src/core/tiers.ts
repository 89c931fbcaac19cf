import type { MatchKind, TextMatch } from "../model/match.js";

/**
 * Tier bases. They stand 200 apart and density adds at most 99 below `exact`, so a denser match of a
 * weaker tier never passes a stronger one: "ship" in "Airship" (457) stays under any word prefix.
 */
export const TIER_BASE: Readonly<Record<MatchKind, number>> = {
  exact: 1000,
  prefix: 800,
  word_prefix: 600,
  substring: 400,
  subsequence: 200,
};

/** What the matched share of a text adds, in hundredths, rounded down. */
export const DENSITY_SCALE = 100;

/** A match of `matched` characters in a text of `total`, at `offset`. */
export function tierMatch(
  kind: MatchKind,
  offset: number,
  matched: number,
  total: number,
): TextMatch {
  const density = total === 0 ? 0 : Math.floor((DENSITY_SCALE * matched) / total);
  return { kind, score: TIER_BASE[kind] + density, offset };
}
