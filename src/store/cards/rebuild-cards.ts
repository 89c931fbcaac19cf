import { InvalidArgumentError } from "../../model/errors.js";
import type { CardName, RebuildReport, RebuiltCard } from "../../model/card-reports.js";
import { checkActor } from "../actors/check-operation.js";
import { CARD_REBUILD, STATEMENT_TIMEOUT_MS } from "../bounds.js";
import { checkCount } from "../check-count.js";
import { requirePlace } from "../routes.js";
import { reading, writing, type BoundSession, type Scope } from "../scope.js";
import { buildTaken } from "./build-taken.js";
import { findMissing, makeMissing } from "./missing-cards.js";
import type { RebuildOptions } from "./options.js";
import { abortedBy } from "../driver/stop.js";
import { takeNamed } from "./take.js";
import type { CardWorker } from "./worker.js";

/**
 * Builds cards anew and names each, whether cards are on or not. Without `force` those alone that are
 * due. Errors: `InvalidArgumentError`, without models too: then each card that was meant has the
 * outcome `admission_error`; `UnknownConversationError`; `AbortedError`.
 */
export async function rebuildCards(
  scope: Scope,
  worker: CardWorker | undefined,
  options: RebuildOptions = {},
): Promise<RebuildReport> {
  const { force = false, dryRun = false, limit = CARD_REBUILD, signal } = options;
  checkCount("limit", limit, { most: CARD_REBUILD });
  if (options.actor !== undefined) checkActor("actor", options.actor);
  if (options.actor !== undefined && options.conversation !== undefined)
    throw InvalidArgumentError.of("actor", "and a conversation cannot both be named");
  if (dryRun) {
    const foreseen = await foreseeCards(scope, options, force);
    const cards = foreseen.slice(0, limit).map((card) => toReport(card));
    return { cards, left: foreseen.length - cards.length, dryRun };
  }
  const found = await findCards(scope, options, force);
  const meant = found.slice(0, limit);
  const left = found.length - meant.length;
  if (worker === undefined) return refuse(scope, meant);
  const cards: RebuiltCard[] = [];
  for (const card of meant) {
    if (signal?.aborted === true) throw abortedBy(signal);
    cards.push(await rebuild(scope, worker, { card, force }));
  }
  return { cards, left, dryRun };
}

interface FoundCard extends CardName {
  readonly id: number;
}

async function rebuild(
  scope: Scope,
  worker: CardWorker,
  { card, force }: { readonly card: FoundCard; readonly force: boolean },
): Promise<RebuiltCard> {
  const taken = await takeNamed(scope, worker, { id: card.id, force });
  if (taken === undefined || taken.work === null) return toReport(card);
  const { outcome, entries } = await buildTaken(scope, worker, {
    card: taken.card,
    work: taken.work,
  });
  return { ...toReport(card), outcome, written: entries };
}

function toReport({ actorId, audience }: CardName): RebuiltCard {
  return { actorId, audience, outcome: null, written: 0 };
}

async function refuse(scope: Scope, meant: readonly FoundCard[]): Promise<never> {
  await writing(scope, (session) =>
    session.query(
      `update backread.cards set dirty = true, outcome = 'admission_error',
         attempted_at = clock_timestamp()
       where perspective_id = $1 and id = any($2::bigint[])`,
      [session.perspectiveId, meant.map(({ id }) => id)],
    ),
  );
  throw InvalidArgumentError.of("models.admission", "is needed to build cards");
}

/**
 * What people said that no card is of: cards were off. By the index of routes and persons, of those
 * who are named; of a whole perspective it would be one look at every row.
 */
const MISSING = `
select $1::int, n.actor_id, n.set_id from (
  select m.actor_id, m.set_id from backread.routes r
  join backread.connectors k on k.perspective_id = r.perspective_id and k.id = r.connector_id
    and k.ids <> 'session'
  join backread.messages m on m.perspective_id = r.perspective_id and m.route_id = r.id
    and ($2::text is null or m.actor_id = $2::text) and m.actor_id <> ''
    and m.author_type = 'person' and m.set_id is not null and backread.row_is_live(m)
  where r.perspective_id = $1
  union
  select f.author_actor_id, f.set_id from backread.facts f
  join backread.messages w on w.perspective_id = f.perspective_id and w.id = f.source_row
  join backread.connectors k on k.perspective_id = f.perspective_id and k.id = w.connector_id
    and k.ids <> 'session'
  where f.perspective_id = $1 and f.author_actor_id <> ''
    and ($2::text is null or f.author_actor_id = $2::text)
) n
where ($3::int is null or n.actor_id in (
    select s.actor_id from backread.messages s
    where s.perspective_id = $1 and s.conversation_id = $3::int and s.actor_id <> ''))
  and not exists (select from backread.cards c where c.perspective_id = $1
    and c.actor_id = n.actor_id and c.set_id = n.set_id)
order by 2, 3`;

const MAKE = `
insert into backread.cards (perspective_id, actor_id, set_id) ${MISSING}
on conflict (perspective_id, actor_id, set_id) do nothing`;

const FIND = `
select c.id, c.actor_id as "actorId", c.set_id as audience from backread.cards c
where c.perspective_id = $1 and ($2::text is null or c.actor_id = $2::text)
  and ($3::int is null or c.actor_id in (
    select s.actor_id from backread.messages s
    where s.perspective_id = $1 and s.conversation_id = $3::int and s.actor_id <> ''))
  and ($4 or c.dirty and c.next_try_at <= clock_timestamp()
    and c.claimed_until <= clock_timestamp())
order by c.actor_id collate "C", c.set_id`;

/** The cards that are meant; those that are missing are made. */
async function findCards(
  scope: Scope,
  options: RebuildOptions,
  force: boolean,
): Promise<readonly FoundCard[]> {
  const { signal } = options;
  if (isWhole(options)) await makeMissing(scope, { signal });
  return writing(
    scope,
    async (session) => {
      const key = await keyOf(session, options);
      if (!isWhole(options)) await session.query(MAKE, key);
      return session.query<FoundCard>(FIND, [...key, force]);
    },
    { signal },
  );
}

function isWhole({ actor, conversation }: RebuildOptions): boolean {
  return actor === undefined && conversation === undefined;
}

/** The same, changing nothing. */
async function foreseeCards(
  scope: Scope,
  options: RebuildOptions,
  force: boolean,
): Promise<readonly CardName[]> {
  const { signal } = options;
  const named = await reading(
    scope,
    async (session) => {
      const key = await keyOf(session, options);
      const found = await session.query<FoundCard>(FIND, [...key, force]);
      if (isWhole(options)) return found;
      const missing = await session.query<CardName>(
        `select n.actor_id as "actorId", n.set_id as audience from (${MISSING}) n`,
        key,
      );
      return [...found, ...missing];
    },
    // It looks at as many rows as making them does.
    { signal, timeoutMs: STATEMENT_TIMEOUT_MS },
  );
  return isWhole(options) ? [...named, ...(await findMissing(scope, { signal }))] : named;
}

async function keyOf(
  session: BoundSession,
  { actor, conversation }: RebuildOptions,
): Promise<readonly (string | number | null)[]> {
  const place = conversation === undefined ? null : await requirePlace(session, conversation);
  return [session.perspectiveId, actor ?? null, place?.conversationId ?? null];
}
