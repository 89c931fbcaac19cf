import { CARD_FAILURES, CARD_OUTAGES } from "../bounds.js";

/** That nobody answers says little of the evidence: a day of it is waited out. */
export function mostFailures(outcome: string | null): number {
  return saysLittle(outcome) ? CARD_OUTAGES : CARD_FAILURES;
}

/** Failures in a row with one of this outcome: outages before an answer do not count against it. */
export function failuresWith(
  outcome: string,
  before: { readonly failures: number; readonly outcome: string | null },
): number {
  return saysLittle(before.outcome) && !saysLittle(outcome) ? 1 : before.failures + 1;
}

/** Nor does a build that was lost: what came before it is not known any more. */
function saysLittle(outcome: string | null): boolean {
  return outcome === "model_error" || outcome === "superseded";
}
