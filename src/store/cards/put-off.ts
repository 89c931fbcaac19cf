import type { CardOutcome } from "../../model/card-reports.js";
import { CARD_BACKOFF_MOST_SECONDS, CARD_BACKOFF_SECONDS } from "../bounds.js";
import { writing, type Scope } from "../scope.js";
import type { CardKey } from "./gather.js";
import { failuresWith, mostFailures } from "./most-failures.js";
import type { Work } from "./take.js";

// Of a builder that lost the card meanwhile: who has it now, or had it since, says what became of it.
const LOST = `
update backread.cards set outcome = 'superseded', attempted_at = clock_timestamp()
where perspective_id = $1 and id = $2 and marker is null and dirty`;

/** More was said, or something changed, while the models worked: it stays due, and nothing failed. */
export async function noteLoss(scope: Scope, { id }: CardKey): Promise<void> {
  await writing(scope, (session) => session.query(LOST, [session.perspectiveId, id]));
}

const PUT_OFF = `
update backread.cards set marker = null, claimed_until = '-infinity', input_hash = $4,
  failure_count = $5, outcome = $6, attempted_at = clock_timestamp(), source_count = $7,
  accepted_count = 0, rejected = $8::text::jsonb,
  next_try_at = case when $5::int >= $10::int then 'infinity'
    else clock_timestamp() + $9::int * interval '1 second' end
where perspective_id = $1 and id = $2 and marker = $3::text::uuid returning id`;

export interface Failure {
  readonly outcome: CardOutcome;
  readonly rejected: Readonly<Record<string, number>>;
}

/**
 * After a failure the card that is there stays, and the next try waits twice as long as the last
 * one. False where the card was lost meanwhile: then it is no failure.
 */
export async function putOffCard(
  scope: Scope,
  { card, work }: { readonly card: CardKey; readonly work: Work },
  { outcome, rejected }: Failure,
): Promise<boolean> {
  const { marker, hash, gathered } = work;
  const failures = failuresWith(outcome, work);
  const rows = await writing(scope, (session) =>
    session.query(PUT_OFF, [
      session.perspectiveId,
      card.id,
      marker,
      hash,
      failures,
      outcome,
      gathered.sources.size,
      JSON.stringify(rejected),
      secondsAfter(failures),
      mostFailures(outcome),
    ]),
  );
  return rows.length > 0;
}

function secondsAfter(failures: number): number {
  return Math.min(CARD_BACKOFF_MOST_SECONDS, CARD_BACKOFF_SECONDS * 2 ** (failures - 1));
}
