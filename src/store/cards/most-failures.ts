import { CARD_FAILURES, CARD_OUTAGES } from "../bounds.js";

/** That nobody answers says little of the evidence: a day of it is waited out. */
export function mostFailures(outcome: string | null): number {
  return outcome === "model_error" ? CARD_OUTAGES : CARD_FAILURES;
}
