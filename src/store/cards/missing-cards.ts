import type { StopSignal } from "../../model/signal.js";
import type { CardName } from "../../model/card-reports.js";
import { CARD_SWEEP, STATEMENT_TIMEOUT_MS } from "../bounds.js";
import { reading, writing, type BoundSession, type Scope } from "../scope.js";
import { SPOKEN, SPOKEN_COLUMNS } from "./sweep.js";

export interface Looking {
  readonly signal?: StopSignal | undefined;
  /** Rows that are looked at in one transaction; `CARD_SWEEP` when absent. */
  readonly rows?: number;
}

const MISSING = `
with old as (
  select ${SPOKEN_COLUMNS} from backread.messages m
  where m.perspective_id = $1 and m.id > $2 and m.id <= $3 order by m.id limit $4
), ${SPOKEN}, missing as (
  select distinct s.actor_id, s.set_id from spoken s join backread.connectors k
    on k.perspective_id = $1 and k.id = s.connector_id and k.ids <> 'session'
  where s.actor_id <> '' and not exists (select from backread.cards c
    where c.perspective_id = $1 and c.actor_id = s.actor_id and c.set_id = s.set_id)
)`;

const MAKE = `${MISSING}, made as (
  insert into backread.cards (perspective_id, actor_id, set_id)
  select $1::int, actor_id, set_id from missing order by 2, 3
  on conflict (perspective_id, actor_id, set_id) do nothing
)
select max(id) as last from old`;

const NAME = `${MISSING}
select (select max(id) from old) as last, m.actor_id as "actorId", m.set_id as audience
from (select) as window_of left join missing m on true`;

interface Ended {
  /** The last row that was looked at; null where none was left. */
  readonly last: number | null;
}

interface Named extends Ended {
  /** Null where the window has none. */
  readonly actorId: string | null;
  readonly audience: number | null;
}

/**
 * Makes every card of the perspective that is missing, one window of rows after another: what is
 * stored meanwhile is not waited for. Errors: `AbortedError`, after which the same goes on.
 */
export function makeMissing(scope: Scope, looking: Looking = {}): Promise<void> {
  const { signal } = looking;
  return inWindows(scope, looking, async (values) => {
    const make = (session: BoundSession): Promise<readonly Ended[]> =>
      session.query<Ended>(MAKE, values);
    const [ended] = await writing(scope, make, { signal, retry: true });
    return ended?.last ?? null;
  });
}

/** The same cards, by actor and set; none is made. Errors: `AbortedError`. */
export async function findMissing(
  scope: Scope,
  looking: Looking = {},
): Promise<readonly CardName[]> {
  const { signal } = looking;
  const found = new Map<string, CardName>();
  await inWindows(scope, looking, async (values) => {
    const name = (session: BoundSession): Promise<readonly Named[]> =>
      session.query<Named>(NAME, values);
    const named = await reading(scope, name, { signal, timeoutMs: STATEMENT_TIMEOUT_MS });
    for (const { actorId, audience } of named)
      if (actorId !== null && audience !== null)
        found.set(`${audience} ${actorId}`, { actorId, audience });
    return named[0]?.last ?? null;
  });
  return [...found.values()].toSorted(byName);
}

function byName(left: CardName, right: CardName): number {
  if (left.actorId === right.actorId) return left.audience - right.audience;
  return left.actorId < right.actorId ? -1 : 1;
}

const NEWEST =
  "select coalesce(max(id), 0) as last from backread.messages where perspective_id = $1";

function newestRow(session: BoundSession): Promise<readonly { readonly last: number }[]> {
  return session.query<{ readonly last: number }>(NEWEST, [session.perspectiveId]);
}

/** `look` answers where the window of its values ended. */
async function inWindows(
  scope: Scope,
  { signal, rows = CARD_SWEEP }: Looking,
  look: (values: readonly number[]) => Promise<number | null>,
): Promise<void> {
  const [end] = await reading(scope, newestRow, { signal });
  let after: number | null = 0;
  while (after !== null) after = await look([scope.perspectiveId, after, end?.last ?? 0, rows]);
}
