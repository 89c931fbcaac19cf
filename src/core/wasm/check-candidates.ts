import { CANDIDATE_FIELD_BYTES, CANDIDATE_LIMIT } from "../../model/bounds.js";
import { CandidateTooLargeError, TooManyCandidatesError } from "../../model/errors.js";
import type { Candidate, MatchField } from "../../model/match.js";
import { utf8Length } from "./instance.js";

/**
 * Throws unless the candidates, and `held` others before them, fit the order key; returns the UTF-16
 * units of all their fields.
 */
export function checkCandidates(candidates: readonly Candidate[], held = 0): number {
  const count = held + candidates.length;
  if (count > CANDIDATE_LIMIT) {
    const message = `${count} candidates; at most ${CANDIDATE_LIMIT} can be ranked`;
    throw new TooManyCandidatesError(message, { count, limit: CANDIDATE_LIMIT });
  }
  let units = 0;
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index];
    if (candidate === undefined) continue;
    units += checkField(index, "label", candidate.label);
    units += checkField(index, "id", candidate.id);
    units += checkField(index, "detail", candidate.detail ?? "");
  }
  return units;
}

function checkField(index: number, field: MatchField, text: string): number {
  if (text.length * 3 <= CANDIDATE_FIELD_BYTES) return text.length;
  const bytes = utf8Length(text);
  if (bytes <= CANDIDATE_FIELD_BYTES) return text.length;
  throw new CandidateTooLargeError(
    `${field} of candidate ${index} is ${bytes} bytes; at most ${CANDIDATE_FIELD_BYTES} can be ranked`,
    { index, field, bytes, limit: CANDIDATE_FIELD_BYTES },
  );
}
