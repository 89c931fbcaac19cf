import type { CardDraft } from "../../speakers/card/card.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { CONFIDENCE_UNIT, type CardKey, type Source } from "./gather.js";
import type { Work } from "./take.js";

/** What came of a build that its models were content with. */
export interface Built {
  readonly entries: readonly CardDraft[];
  readonly rejected: Readonly<Record<string, number>>;
}

export type Settled = "written" | "partial" | "clean_empty" | "clean_empty_filtered";

/** Why nothing was written. */
export type Unsettled = "superseded" | "stale_write";

/**
 * Puts a card in place of the one that was there, in one transaction that looks at every citation
 * again: the row is there, with the text that was read, his, of that set, in that life of its
 * conversation; the fact too. Where anything is off nothing is written, and the card that was there
 * stays.
 */
export function settleCard(
  scope: Scope,
  { card, work }: { readonly card: CardKey; readonly work: Work },
  built: Built,
): Promise<Settled | Unsettled> {
  return writing(
    scope,
    async (session) => {
      const cited = citationsOf(built.entries, work.gathered.sources);
      const stands = cited !== null && (await holdSources(session, card, cited.flat()));
      if (!(await holdMarker(session, card, work))) return "superseded";
      if (!stands) return "stale_write";
      return replace(session, { card, work, built, cited });
    },
    { retry: true },
  );
}

/** The sources of each entry; null where an entry cites what was not shown, or nothing. */
function citationsOf(
  entries: readonly CardDraft[],
  sources: ReadonlyMap<string, Source>,
): readonly (readonly Source[])[] | null {
  const cited = entries.map(({ citations }) =>
    [...new Set(citations)].map((label) => sources.get(label)),
  );
  const known = cited.map((list) => list.filter((source) => source !== undefined));
  const whole = known.every(
    (list, index) => list.length > 0 && list.length === cited[index]?.length,
  );
  return whole ? known : null;
}

// Rows before facts, facts before the card, each in the order of its ids, as deletion takes them.
const HOLD_ROWS = `
select m.id, m.actor_id, m.author_type = 'person' as person, m.set_id, m.lineage_epoch as row_epoch,
  (select o.epoch from backread.conversations o
    where o.perspective_id = m.perspective_id and o.id = m.origin_conversation_id) as epoch
from backread.messages m
where m.perspective_id = $1 and m.id = any($2::bigint[]) and backread.row_is_live(m)
order by m.id for share of m`;

const HOLD_FACTS = `
select f.id, f.row_id, f.source_row from backread.facts f
where f.perspective_id = $1 and f.id = any($2::bigint[]) and f.author_actor_id = $3
  and f.set_id = $4 order by f.id for share of f`;

interface HeldRow {
  readonly id: number;
  readonly actor_id: string;
  readonly person: boolean;
  readonly set_id: number | null;
  readonly row_epoch: number;
  readonly epoch: number;
}

interface HeldFact {
  readonly id: number;
  readonly row_id: number;
  readonly source_row: number;
}

/** Locks what is cited until the commit; whether all of it is as it was read. */
async function holdSources(
  session: BoundSession,
  { actorId, setId }: CardKey,
  sources: readonly Source[],
): Promise<boolean> {
  const ids = [...new Set(sources.flatMap(({ rowId, sourceRow }) => [rowId, sourceRow]))];
  const held = await session.query<HeldRow>(HOLD_ROWS, [session.perspectiveId, ids]);
  const factIds = [...new Set(sources.flatMap(({ fact }) => (fact === 0 ? [] : [fact])))];
  const values = [session.perspectiveId, factIds, actorId, setId];
  const heldFacts = factIds.length === 0 ? [] : await session.query<HeldFact>(HOLD_FACTS, values);
  const rows = new Map(held.map((row) => [row.id, row]));
  const facts = new Map(heldFacts.map((fact) => [fact.id, fact]));
  return sources.every((source) => {
    const own = rows.get(source.sourceRow);
    if (own === undefined || !rows.has(source.rowId)) return false;
    if (own.actor_id !== actorId || !own.person) return false;
    if (own.row_epoch !== source.rowEpoch || own.epoch !== source.epoch) return false;
    if (source.fact === 0) return own.set_id === setId;
    const fact = facts.get(source.fact);
    return fact?.row_id === source.rowId && fact.source_row === source.sourceRow;
  });
}

async function holdMarker(
  session: BoundSession,
  { id }: CardKey,
  { marker }: Work,
): Promise<boolean> {
  const rows = await session.query(
    `select from backread.cards where perspective_id = $1 and id = $2 and marker = $3::text::uuid
     for update`,
    [session.perspectiveId, id, marker],
  );
  return rows.length > 0;
}

const CLEAR = `
with gone as (
  delete from backread.card_entries where perspective_id = $1 and card_id = $2 returning id
)
delete from backread.card_sources where perspective_id = $1 and entry_id in (select id from gone)`;

const DONE = `
update backread.cards set dirty = false, invalid = false, marker = null, claimed_until = '-infinity',
  next_try_at = '-infinity', failure_count = 0, input_hash = $3, outcome = $4,
  attempted_at = clock_timestamp(), built_at = clock_timestamp(), source_count = $5,
  accepted_count = $6, written_count = $6, rejected = $7::text::jsonb
where perspective_id = $1 and id = $2`;

async function replace(
  session: BoundSession,
  {
    card,
    work,
    built,
    cited,
  }: {
    readonly card: CardKey;
    readonly work: Work;
    readonly built: Built;
    readonly cited: readonly (readonly Source[])[];
  },
): Promise<Settled> {
  await session.query(CLEAR, [session.perspectiveId, card.id]);
  for (const [index, entry] of built.entries.entries())
    await insertEntry(session, card, entry, cited[index] ?? []);
  const outcome = outcomeOf(built);
  await session.query(DONE, [
    session.perspectiveId,
    card.id,
    work.hash,
    outcome,
    work.gathered.sources.size,
    built.entries.length,
    JSON.stringify(built.rejected),
  ]);
  return outcome;
}

function outcomeOf({ entries, rejected }: Built): Settled {
  const filtered = Object.values(rejected).some((count) => count > 0);
  if (entries.length > 0) return filtered ? "partial" : "written";
  return filtered ? "clean_empty_filtered" : "clean_empty";
}

const INSERT = `
with entry as (
  insert into backread.card_entries (perspective_id, card_id, kind, body, confidence)
  values ($1, $2, $3, $4, $5) returning id
)
insert into backread.card_sources
  (perspective_id, entry_id, row_id, source_row, fact, set_id, row_epoch, epoch)
select $1, entry.id, s.row_id, s.source_row, s.fact, $6, s.row_epoch, s.epoch
from entry, unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::int[], $11::int[])
  as s (row_id, source_row, fact, row_epoch, epoch)`;

async function insertEntry(
  session: BoundSession,
  { id, setId }: CardKey,
  { kind, body, confidence }: CardDraft,
  sources: readonly Source[],
): Promise<void> {
  await session.query(INSERT, [
    session.perspectiveId,
    id,
    kind,
    body,
    Math.round(confidence * CONFIDENCE_UNIT),
    setId,
    sources.map(({ rowId }) => rowId),
    sources.map(({ sourceRow }) => sourceRow),
    sources.map(({ fact }) => fact),
    sources.map(({ rowEpoch }) => rowEpoch),
    sources.map(({ epoch }) => epoch),
  ]);
}
