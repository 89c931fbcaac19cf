/** Why there is, or is not, anything for a card in what was read. */
export const COVERAGE_REASONS = [
  "substantive",
  "greeting_only",
  "one_off_trivia",
  "bot_meta_or_test",
  "no_durable_context",
  "insufficient_evidence",
] as const;

/** How a candidate was judged: `durable` lets it in, every other keeps it out. */
export const ADMISSION_REASONS = [
  "durable",
  "temporary",
  "test_probe",
  "stopped_or_replaced",
  "completed",
  "contradicted",
  "insufficient_evidence",
  "not_durable",
  "not_person_card",
  "wrong_subject",
  "wrong_kind",
  "irrelevant_citation",
  "redundant",
  "explicit_privacy_request",
] as const;
export type AdmissionReason = (typeof ADMISSION_REASONS)[number];

/** Why a proposed entry is no candidate. */
export type EntryReject =
  | "entry_not_object"
  | "invalid_entry_shape"
  | "invalid_kind"
  | "invalid_body"
  | "invalid_confidence"
  | "invalid_fact_ids"
  | "invalid_row_ids"
  | "unknown_fact_id"
  | "unknown_row_id"
  | "missing_citations"
  | "truncated_evidence_only";

/** What is counted of a build: what was left out, and `citations_trimmed`, which is only a note. */
export type CardReject =
  | EntryReject
  | "citations_trimmed"
  | "duplicate_entry"
  | "per_kind_limit"
  /** An entry of the last card whose citations cannot be seen any more. */
  | "evidence_unavailable"
  | `semantic_${Exclude<AdmissionReason, "durable">}`
  | "curation_duplicate"
  | "curation_left_out"
  | "post_admission_per_kind_limit";

/** How often each was counted; what was not has no key. */
export function tally(rejects: readonly CardReject[]): Readonly<Record<string, number>> {
  const counts: Partial<Record<CardReject, number>> = {};
  for (const reject of rejects) counts[reject] = (counts[reject] ?? 0) + 1;
  return Object.freeze(counts);
}

/** One reason so many times. */
export function times(count: number, reject: CardReject): readonly CardReject[] {
  return Array.from({ length: count }, () => reject);
}
