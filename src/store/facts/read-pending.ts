import { ModelError } from "../../model/store-errors.js";
import type { FactsReport } from "../../model/stored.js";
import { FACT_UNUSABLE_RUN, MAINTAIN_LIMIT } from "../bounds.js";
import { checkCount } from "../check-count.js";
import type { ModelPort } from "../model-port/model-port.js";
import type { Scope } from "../scope.js";
import { askLanes, type LaneFacts } from "./ask-lanes.js";
import { countGivenUp, lease, putOff, type LeasedRow } from "./lease.js";
import { settle } from "./settle.js";
import { sweepFacts } from "./sweep.js";

type Counts = Omit<FactsReport, "givenUp">;

/**
 * Reads facts in rows that wait for it, one row at a time, each of which is written whole or not at
 * all. An answer that cannot be used puts off its own row; an outage ends the work. It can be killed,
 * run again and run by several at once: a row is one reader's until its lease ends, and no
 * transaction is open while the model works. Errors: `InvalidArgumentError`, those of
 * the database; none of the model's, which are reported.
 */
export async function readFacts(
  scope: Scope,
  model: ModelPort,
  { limit = MAINTAIN_LIMIT }: { readonly limit?: number } = {},
): Promise<FactsReport> {
  checkCount("limit", limit);
  let counts: Counts = { read: 0, written: 0, dropped: 0, failed: 0, failure: null };
  // A row that failed is not asked about again in one call, however soon it would be due.
  const failed: number[] = [];
  let unusable = 0;
  for (let taken = 0; taken < limit && counts.failure === null;) {
    const row = await lease(scope, failed);
    if (row === undefined) {
      if (await sweepFacts(scope)) continue;
      break;
    }
    taken++;
    if (row.epoch === null) continue;
    const outcome = await readRow(scope, model, row);
    if (outcome !== null && typeof outcome === "object") failed.push(row.row_id);
    counts = added(counts, outcome);
    unusable = isUnusable(outcome) ? unusable + 1 : 0;
    if (unusable === FACT_UNUSABLE_RUN) counts = { ...counts, failure: "unusable" };
  }
  return { ...counts, givenUp: await countGivenUp(scope) };
}

function added(counts: Counts, outcome: Outcome): Counts {
  if (outcome === null) return { ...counts, dropped: counts.dropped + 1 };
  if (typeof outcome === "object")
    return { ...counts, failed: counts.failed + 1, failure: outcome.failure };
  return { ...counts, read: counts.read + 1, written: counts.written + outcome };
}

function isUnusable(outcome: Outcome): boolean {
  return outcome !== null && typeof outcome === "object" && outcome.failure === null;
}

/** Facts written; null where the row changed meanwhile. */
type Outcome = number | null | Failed;

interface Failed {
  /** Null where it was this row's answer alone. */
  readonly failure: Counts["failure"];
}

async function readRow(scope: Scope, model: ModelPort, row: LeasedRow): Promise<Outcome> {
  let lanes: readonly LaneFacts[];
  try {
    lanes = await askLanes(model, row);
  } catch (error) {
    const failure = outageOf(error);
    await putOff(scope, row, { counts: failure === null });
    return { failure };
  }
  return settle(scope, row, { model: model.model, lanes });
}

/** Null for an answer that cannot be used: the next row's may be better. */
function outageOf(error: unknown): Counts["failure"] {
  if (!(error instanceof ModelError)) return "unknown";
  const { failure } = error.data;
  return failure === "malformed" || failure === "refused" || failure === "truncated"
    ? null
    : failure;
}
