import { InvalidArgumentError } from "../model/errors.js";
import type { Candidate, Hit, MatchField, TextMatch } from "../model/match.js";

/** A candidate whose fields are in whatever form the matcher takes; label, id, detail in this order. */
export interface RankedCandidate<Field> {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly (readonly [MatchField, Field])[];
  /** Characters of the label as given, untrimmed. */
  readonly labelLength: number;
}

/** How much less a match in the detail counts: half, rounded down, after scoring. */
const DETAIL_DIVISOR = 2;

/**
 * The `limit` best candidates. Of a candidate's fields the strongest counts, the earlier one on a
 * tie; candidates go by score, earlier match, shorter label, then the order given.
 */
export function rankCandidates<Field>(
  candidates: Iterable<RankedCandidate<Field>>,
  match: (field: Field) => TextMatch | null,
  limit: number,
): Hit[] {
  const ranked: { readonly hit: Hit; readonly labelLength: number }[] = [];
  for (const candidate of candidates) {
    const hit = bestField(candidate, match);
    if (hit !== null) ranked.push({ hit, labelLength: candidate.labelLength });
  }
  ranked.sort(
    (a, b) =>
      b.hit.score - a.hit.score || a.hit.offset - b.hit.offset || a.labelLength - b.labelLength,
  );
  return ranked.slice(0, limit).map(({ hit }) => hit);
}

/** A candidate's texts, in the order in which ties between them go. */
export function fieldsOf({ id, label, detail }: Candidate): (readonly [MatchField, string])[] {
  const fields: (readonly [MatchField, string])[] = [
    ["label", label],
    ["id", id],
  ];
  if (detail !== undefined && detail !== null) fields.push(["detail", detail]);
  return fields;
}

/** Throws unless the limit is a whole number >= 0, or Infinity. */
export function checkLimit(limit: number): void {
  if (limit === Infinity || (Number.isInteger(limit) && limit >= 0)) return;
  throw InvalidArgumentError.of("limit", "must be a whole number of at least 0, or Infinity");
}

function bestField<Field>(
  { id, label, fields }: RankedCandidate<Field>,
  match: (field: Field) => TextMatch | null,
): Hit | null {
  let best: Hit | null = null;
  for (const [field, text] of fields) {
    const found = match(text);
    if (found === null) continue;
    const { kind, offset } = found;
    const score = field === "detail" ? Math.floor(found.score / DETAIL_DIVISOR) : found.score;
    if (best === null || score > best.score) best = { id, label, field, kind, score, offset };
  }
  return best;
}
