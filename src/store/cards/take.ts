import { CARD_LEASE_MS } from "../bounds.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { gather, type CardKey, type Gathered } from "./gather.js";
import { inputHash } from "./input-hash.js";
import { mostFailures } from "./most-failures.js";
import type { CardWorker } from "./worker.js";

/** A card that is this builder's until its lease ends or anything under it changes. */
export interface Taken {
  readonly card: CardKey;
  /** Absent where no model is to be asked. */
  readonly work: Work | null;
  /** Nothing new was said since it was built. */
  readonly unchanged: boolean;
}

export interface Work {
  readonly marker: string;
  readonly hash: string;
  readonly gathered: Gathered;
  /** Failures so far over this very evidence. */
  readonly failures: number;
  /** What came of the last try. */
  readonly outcome: string | null;
}

interface CardRecord {
  readonly id: number;
  readonly actor_id: string;
  readonly set_id: number;
  readonly dirty: boolean;
  readonly invalid: boolean;
  readonly built: boolean;
  readonly input_hash: string | null;
  readonly failure_count: number;
  readonly outcome: string | null;
}

const COLUMNS = `id, actor_id, set_id, dirty, invalid, built_at is not null as built, input_hash,
  failure_count, outcome`;

const NEXT = `
select ${COLUMNS} from backread.cards
where perspective_id = $1 and dirty and next_try_at <= clock_timestamp()
  and claimed_until <= clock_timestamp() and id <> all($2::bigint[])
order by attempted_at nulls first, id limit 1 for update skip locked`;

const NAMED = `
select ${COLUMNS} from backread.cards
where perspective_id = $1 and id = $2 and ($3 or dirty and next_try_at <= clock_timestamp()
  and claimed_until <= clock_timestamp()) for update`;

/**
 * Takes the card that is due first and nobody's, but none of `passed`; undefined where none is. What
 * it is built from is read under its lock: whatever comes or goes afterwards ends the lease.
 */
export function takeNext(
  scope: Scope,
  worker: CardWorker,
  passed: readonly number[],
): Promise<Taken | undefined> {
  return writing(scope, async (session) => {
    const values = [session.perspectiveId, passed];
    const [record] = await session.query<CardRecord>(NEXT, values);
    return record === undefined ? undefined : takeRecord(session, worker, { record, force: false });
  });
}

/** Takes one card; with `force` whether it is due or not, and whoever has it. */
export function takeNamed(
  scope: Scope,
  worker: CardWorker,
  { id, force }: { readonly id: number; readonly force: boolean },
): Promise<Taken | undefined> {
  return writing(scope, async (session) => {
    const values = [session.perspectiveId, id, force];
    const [record] = await session.query<CardRecord>(NAMED, values);
    return record === undefined ? undefined : takeRecord(session, worker, { record, force });
  });
}

async function takeRecord(
  session: BoundSession,
  worker: CardWorker,
  { record, force }: { readonly record: CardRecord; readonly force: boolean },
): Promise<Taken> {
  const { id, actor_id: actorId, set_id: setId, failure_count, outcome } = record;
  const card = { id, actorId, setId };
  const gathered = await gather(session, card, worker.settings);
  const hash = await inputHash(gathered, worker);
  const same = hash === record.input_hash;
  const failures = same ? failure_count : 0;
  if (!force) {
    if (same && failures === 0 && record.built && !record.invalid)
      return stop(session, card, "dirty = false");
    if (failures >= mostFailures(outcome)) return stop(session, card, "next_try_at = 'infinity'");
  }
  const marker = crypto.randomUUID();
  await session.query(
    `update backread.cards set dirty = true, marker = $3::text::uuid,
       claimed_until = clock_timestamp() + $4::int * interval '1 millisecond'
     where perspective_id = $1 and id = $2`,
    [session.perspectiveId, id, marker, CARD_LEASE_MS],
  );
  return { card, work: { marker, hash, gathered, failures, outcome }, unchanged: false };
}

/** Nothing is built: the evidence is that of the card as it is, or that of its last failures. */
async function stop(
  session: BoundSession,
  card: CardKey,
  change: "dirty = false" | "next_try_at = 'infinity'",
): Promise<Taken> {
  await session.query(`update backread.cards set ${change} where perspective_id = $1 and id = $2`, [
    session.perspectiveId,
    card.id,
  ]);
  return { card, work: null, unchanged: change === "dirty = false" };
}
