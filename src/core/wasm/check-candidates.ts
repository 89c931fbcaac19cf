import { CANDIDATE_FIELD_BYTES, CANDIDATE_LIMIT } from "../../model/bounds.js";
import { CandidateTooLargeError, TooManyCandidatesError } from "../../model/errors.js";
import type { Candidate, MatchField } from "../../model/match.js";
import { utf8Length } from "./instance.js";

/** UTF-8 bytes that one UTF-16 unit may take. */
export const UNIT_BYTES = 3;

/** Throws unless so many candidates fit the order key. */
export function checkCount(count: number): void {
  if (count <= CANDIDATE_LIMIT) return;
  const message = `${count} candidates; at most ${CANDIDATE_LIMIT} can be ranked`;
  throw new TooManyCandidatesError(message, { count, limit: CANDIDATE_LIMIT });
}

/** Throws unless the texts of each candidate can be ranked; packing checks them by itself. */
export function checkCandidates(candidates: readonly Candidate[]): void {
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index];
    if (candidate !== undefined) checkFields(index, candidate);
  }
}

/** Throws unless the texts of a candidate, by its index among those given, can be ranked. */
export function checkFields(index: number, { label, id, detail }: Candidate): void {
  checkField(index, "label", label);
  checkField(index, "id", id);
  checkField(index, "detail", detail ?? "");
}

function checkField(index: number, field: MatchField, text: string): void {
  if (text.length * UNIT_BYTES <= CANDIDATE_FIELD_BYTES) return;
  const bytes = utf8Length(text);
  if (bytes <= CANDIDATE_FIELD_BYTES) return;
  throw new CandidateTooLargeError(
    `${field} of candidate ${index} is ${bytes} bytes; at most ${CANDIDATE_FIELD_BYTES} can be ranked`,
    { index, field, bytes, limit: CANDIDATE_FIELD_BYTES },
  );
}
