import { closed, isOneOf, openAnswer, readCoverage, unusable, type Unusable } from "./answer.js";
import type { Candidate } from "./candidates.js";
import { ADMISSION_REASONS, type AdmissionReason, type CardReject } from "./reasons.js";

export const ADMISSION_KEYS = ["substantive", "coverage_reason", "decisions"] as const;
export const DECISION_KEYS = ["candidate_id", "admit", "reason"] as const;

/** What the judge let in, in the order of the candidates, and unchanged. */
export interface Admission {
  readonly ok: true;
  readonly admitted: readonly Candidate[];
  readonly rejected: readonly CardReject[];
  readonly substantive: boolean;
}

type Judged = Pick<Admission, "admitted" | "rejected">;

/**
 * Reads `{substantive, coverage_reason, decisions}`: exactly one decision for each candidate, in
 * any order, and `durable` if and only if it is admitted.
 */
export function readAdmission(
  answer: string,
  candidates: readonly Candidate[],
): Admission | Unusable {
  const opened = openAnswer(answer, ADMISSION_KEYS);
  if (!opened.ok) return opened;
  const coverage = readCoverage(opened.fields);
  if (!coverage.ok) return coverage;
  const { decisions } = opened.fields;
  if (!Array.isArray(decisions)) return unusable("`decisions` is no list");
  const reasons = new Map<string, AdmissionReason>();
  for (const decision of decisions) {
    const problem = decide(reasons, decision);
    if (problem !== null) return unusable(problem);
  }
  if (reasons.size !== candidates.length || !candidates.every(({ id }) => reasons.has(id)))
    return unusable("there is not exactly one decision for each candidate");
  const judged = judge(candidates, reasons);
  if (!agrees(coverage.substantive, judged))
    return unusable("`substantive` is not true exactly where a candidate is admitted");
  return { ok: true, ...judged, substantive: coverage.substantive };
}

/** Notes one decision; tells what is wrong with it. */
function decide(reasons: Map<string, AdmissionReason>, value: unknown): string | null {
  const decision = closed(value, DECISION_KEYS);
  if (decision === null) return "a decision is not an object of exactly its keys";
  const { candidate_id, admit, reason } = decision;
  if (typeof candidate_id !== "string" || typeof admit !== "boolean")
    return "a decision has a field of another type";
  if (!isOneOf(ADMISSION_REASONS, reason)) return "a decision has a reason that is not listed";
  if (admit !== (reason === "durable"))
    return "a decision does not have the reason `durable` exactly where it admits";
  if (reasons.has(candidate_id)) return "a candidate is decided twice";
  reasons.set(candidate_id, reason);
  return null;
}

function judge(
  candidates: readonly Candidate[],
  reasons: ReadonlyMap<string, AdmissionReason>,
): Judged {
  const admitted: Candidate[] = [];
  const rejected: CardReject[] = [];
  for (const candidate of candidates) {
    const reason = reasons.get(candidate.id);
    if (reason === "durable") admitted.push(candidate);
    else if (reason !== undefined) rejected.push(`semantic_${reason}`);
  }
  return { admitted, rejected };
}

/** What somebody asked to be kept off his card may well have been of substance. */
function agrees(substantive: boolean, { admitted, rejected }: Judged): boolean {
  if (admitted.length > 0) return substantive;
  return !substantive || rejected.every((reason) => reason === "semantic_explicit_privacy_request");
}
