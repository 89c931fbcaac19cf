import type { MatchField, MatchKind } from "../../model/match.js";

const FIELDS = ["label", "id", "detail"] as const satisfies readonly MatchField[];
const KINDS = ["subsequence", "substring", "word_prefix", "prefix"] as const;
const TIER = 200;
const EXACT = 1100;

/** The field that the module calls by a number. */
export function fieldOf(index: number): MatchField {
  return FIELDS[index] ?? "label";
}

/** The tier that a score of a whole field stands in: tiers are 200 apart and do not overlap. */
export function kindOf(score: number): MatchKind {
  return score === EXACT ? "exact" : (KINDS[Math.floor(score / TIER) - 1] ?? "subsequence");
}

/** The same for a hit; a detail's score is halved. */
export function hitKindOf(score: number, field: MatchField): MatchKind {
  return kindOf(field === "detail" ? score * 2 : score);
}
