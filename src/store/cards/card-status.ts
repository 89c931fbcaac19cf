import type { CardOutcome, CardStatus } from "../../model/card-reports.js";
import { checkActor } from "../actors/check-operation.js";
import { MAX_CARD_STATUS } from "../bounds.js";
import { checkCount } from "../check-count.js";
import { reading, type Scope } from "../scope.js";
import { instantSql, shortInstant } from "../view/instant.js";
import type { CardStatusOptions } from "./options.js";

interface StatusRecord {
  readonly actor_id: string;
  readonly set_id: number;
  readonly dirty: boolean;
  readonly invalid: boolean;
  readonly due: boolean;
  readonly outcome: CardOutcome | null;
  readonly attempted_at: string | null;
  readonly built_at: string | null;
  readonly retry_at: string | null;
  readonly failure_count: number;
  readonly source_count: number;
  readonly accepted_count: number;
  readonly rejected: Readonly<Record<string, number>>;
  readonly written: number;
}

const READ = `
select c.actor_id, c.set_id, c.dirty, c.invalid, c.outcome, c.failure_count, c.source_count,
  c.accepted_count, c.rejected, ${instantSql("c.attempted_at")} as attempted_at,
  ${instantSql("c.built_at")} as built_at,
  c.dirty and c.next_try_at <= clock_timestamp() and c.claimed_until <= clock_timestamp() as due,
  case when c.dirty and isfinite(c.next_try_at) then ${instantSql("c.next_try_at")} end as retry_at,
  (select count(*)::int from backread.card_entries e
    where e.perspective_id = c.perspective_id and e.card_id = c.id) as written
from backread.cards c
where c.perspective_id = $1 and ($2::text is null or c.actor_id = $2::text)
order by c.actor_id collate "C", c.set_id limit $3::int`;

/**
 * What became of each card, by person and set of audiences. For whoever runs the store: it names
 * actors, and has no text of anybody. Errors: `InvalidArgumentError`.
 */
export async function cardStatus(
  scope: Scope,
  { actor, limit = MAX_CARD_STATUS }: CardStatusOptions = {},
): Promise<readonly CardStatus[]> {
  checkCount("limit", limit, { most: MAX_CARD_STATUS });
  if (actor !== undefined) checkActor("actor", actor);
  return reading(scope, async (session) => {
    const values = [session.perspectiveId, actor ?? null, limit];
    return (await session.query<StatusRecord>(READ, values)).map((record) => toStatus(record));
  });
}

function toStatus(record: StatusRecord): CardStatus {
  const { actor_id, set_id, dirty, invalid, due, outcome, rejected, written } = record;
  return Object.freeze({
    actorId: actor_id,
    audience: set_id,
    dirty,
    invalid,
    due,
    outcome,
    attemptedAt: instantOf(record.attempted_at),
    builtAt: instantOf(record.built_at),
    retryAt: instantOf(record.retry_at),
    failures: record.failure_count,
    sources: record.source_count,
    accepted: record.accepted_count,
    rejected,
    written,
  });
}

function instantOf(text: string | null): string | null {
  return text === null ? null : shortInstant(text);
}
