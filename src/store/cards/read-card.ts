import { actorId as actorIdOf } from "../../speakers/actor-id.js";
import { CARD_KINDS, type CardEntry } from "../../speakers/card/card.js";
import { MAX_CARD_ENTRIES } from "../bounds.js";
import { isAmbiguous } from "../ingest/actor-of.js";
import type { IdScope } from "../ingest-port.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { allowedSets, type Binding } from "../view/binding.js";
import { EligibleSql } from "../view/eligible.js";
import { Parameters } from "../view/parameters.js";
import { CONFIDENCE_UNIT } from "./gather.js";

/** Entries of a card, the most certain first, and the message ids that each stands on. */
export interface SourcedCard {
  readonly entries: readonly CardEntry[];
  readonly sources: readonly (readonly string[])[];
}

const NONE: SourcedCard = { entries: [], sources: [] };

/** The requester's own card; no read at all where cards are off or nobody is asking. */
export function readRequesterCard(scope: Scope, binding: Binding): Promise<SourcedCard> {
  const { tools, requester } = binding;
  if (tools.cards !== true || requester === null) return Promise.resolve(NONE);
  return reading(scope, async (session) => {
    const actor = await requesterActor(session, binding);
    return actor === "" ? NONE : readCard(session, binding, actor);
  });
}

/** Empty for ids that may be somebody else's: those of one import alone, or of no named workspace. */
async function requesterActor(
  session: BoundSession,
  { requester, options }: Binding,
): Promise<string> {
  if (requester === null) return "";
  const [row] = await session.query<{ readonly ids: IdScope }>(
    `select ids from backread.connectors where perspective_id = $1 and id = $2`,
    [session.perspectiveId, requester.connectorId],
  );
  if (row === undefined || row.ids === "session" || isAmbiguous(requester.id, row)) return "";
  return actorIdOf(options.destination.conversation.connector, requester.id);
}

interface EntryRecord {
  readonly kind: string;
  readonly body: string;
  readonly confidence: number;
  readonly sources: readonly string[];
}

/** What of somebody's cards may be told at a destination: see `View.card`. */
export async function readCard(
  session: BoundSession,
  binding: Binding,
  actorId: string,
): Promise<SourcedCard> {
  const sets = await allowedSets(session, binding);
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const text = readSql(parameters, sql, actorId);
  return toCard(await session.query<EntryRecord>(text, parameters.values));
}

/**
 * An entry is there where every row that it stands on is, by the predicate of rows as they are now,
 * with the text and in the life of its conversation in which it was read; its card's own set can
 * only narrow that. An entry that stands on nothing is nowhere. Of accounts that count as one each has
 * cards of its own, and they are told together. When a card was built has no part in
 * the order: what is built elsewhere could be seen in it. Places are counted among the entries that
 * are told, so that one which is not moves none.
 */
function readSql(parameters: Parameters, sql: EligibleSql, actorId: string): string {
  return `
with shown as materialized (
  select e.id, e.card_id, e.kind, e.body, e.confidence, c.actor_id
  from backread.cards c join backread.card_entries e
    on e.perspective_id = c.perspective_id and e.card_id = c.id
  where c.perspective_id = ${sql.perspective} and c.actor_id <> ''
    and c.actor_id = any(backread.actors_of(${sql.perspective}, ${parameters.add(actorId)}::text)) and c.set_id = any(${sql.sets}) and not c.invalid
), cited as materialized (
  select s.entry_id, m.id as row_id, m.lineage as row_lineage, m.message_id as read_in,
    w.id as source_row, w.lineage as source_lineage, w.message_id,
    m.id is not null and w.id is not null and (s.fact = 0 or exists (
      select from backread.facts f where f.perspective_id = s.perspective_id and f.id = s.fact
        and f.set_id = any(${sql.sets}))) as stands
  from shown e
  join backread.card_sources s on s.perspective_id = ${sql.perspective} and s.entry_id = e.id
  left join backread.messages m on m.id = s.row_id and ${sql.row("m")}
  left join backread.messages w on w.id = s.source_row and ${sql.row("w")}
    and w.actor_id = e.actor_id and w.author_type = 'person' and w.lineage_epoch = s.row_epoch
    and exists (select from backread.conversations o where o.perspective_id = w.perspective_id
      and o.id = w.origin_conversation_id and o.epoch = s.epoch)
), borne as materialized (
  select id from backread.lineage_allows(${sql.perspective}, (
    select array_agg(distinct id) from (
      select row_id as id from cited where row_lineage = 'known' union
      select source_row from cited where source_lineage = 'known') r), ${sql.sets}) as id
), standing as (
  select entry_id, array_agg(distinct read_in::text) || array_agg(distinct message_id::text) as sources
  from cited group by entry_id
  having bool_and(stands and (row_lineage <> 'known' or row_id in (select id from borne))
    and (source_lineage <> 'known' or source_row in (select id from borne)))
)
select e.kind, e.body, e.confidence, s.sources from (
  select t.*, row_number() over (partition by t.card_id order by t.id) as place
  from shown t where t.id in (select entry_id from standing)) e
join standing s on s.entry_id = e.id
order by e.confidence desc, e.place, e.body collate "C", e.kind limit ${parameters.add(MAX_CARD_ENTRIES)}::int`;
}

/** What was learnt from two audiences in the same words is told once. */
function toCard(records: readonly EntryRecord[]): SourcedCard {
  const told = new Set<string>();
  const entries: CardEntry[] = [];
  const sources: (readonly string[])[] = [];
  for (const { kind: name, body, confidence, sources: ids } of records) {
    const kind = CARD_KINDS.find((known) => known === name);
    const key = JSON.stringify([name, body]);
    if (kind === undefined || told.has(key)) continue;
    told.add(key);
    entries.push(Object.freeze({ kind, body, confidence: confidence / CONFIDENCE_UNIT }));
    sources.push([...new Set(ids)]);
  }
  return { entries, sources };
}

/** Kind by kind, the most certain first in each. */
export function byKind(entries: readonly CardEntry[]): readonly CardEntry[] {
  return CARD_KINDS.flatMap((kind) => entries.filter((entry) => entry.kind === kind));
}
