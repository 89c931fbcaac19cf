import { instantSql } from "../view/instant.js";

/** A row of the person's own, or the row that a fact of his is from, as the database gives it. */
export interface RowRecord {
  readonly id: number;
  readonly content: string;
  readonly quoted: string;
  readonly at: string | null;
  /** Of its text, and of its conversation. */
  readonly row_epoch: number;
  readonly epoch: number;
  /** The card as it is stands on it. */
  readonly cited: boolean;
}

export interface FactRecord {
  readonly id: number;
  readonly content: string;
  readonly row_id: number;
  readonly source_row: number;
  readonly at: string | null;
  readonly row_epoch: number;
  readonly epoch: number;
  readonly cited: boolean;
}

export interface ExistingRecord {
  readonly id: number;
  readonly kind: string;
  readonly body: string;
  readonly confidence: number;
  /** One after another of its sources; a fact is 0 where the row itself is the source. */
  readonly rows: readonly number[];
  readonly facts: readonly number[];
}

const OWN = `m.perspective_id = $1 and m.actor_id = $2 and m.actor_id <> '' and m.author_type = 'person'
    and m.set_id = $3 and backread.row_is_live(m) and m.content ~ '[^[:space:]]'`;

/**
 * What a person said to a set of audiences, newest first: the newest rows, and those that his card
 * stands on. There is an index by route and person; routes are few. `$1` perspective, `$2` actor,
 * `$3` set, `$4` most, `$5` card.
 */
export const ROWS: string = `
with cited as (
  select distinct s.source_row as id from backread.card_entries e join backread.card_sources s
    on s.perspective_id = e.perspective_id and s.entry_id = e.id and s.fact = 0
  where e.perspective_id = $1 and e.card_id = $5
), newest as (
  select n.id from backread.routes r cross join lateral (
    select m.id, m.sent_at, m.sequence from backread.messages m
    where m.route_id = r.id and ${OWN}
    order by m.sent_at desc nulls last, m.sequence desc limit $4::bigint) n
  where r.perspective_id = $1
  order by n.sent_at desc nulls last, n.sequence desc, n.id desc limit $4::bigint
), wanted as (select id from newest union select id from cited)
select m.id, m.content, m.quoted, ${instantSql("m.sent_at")} as at, m.lineage_epoch as row_epoch,
  o.epoch, m.id in (select id from cited) as cited
from backread.messages m join backread.conversations o
  on o.perspective_id = m.perspective_id and o.id = m.origin_conversation_id
where m.id in (select id from wanted) and ${OWN}
order by m.sent_at desc nulls last, m.sequence desc, m.id desc`;

/**
 * As `ROWS`, of facts: those that the card stands on are the first to be within the most. A fact of
 * which a row has fewer readers by now than when it was read is none of this set any more.
 */
export const FACTS: string = `
with cited as (
  select distinct s.fact as id from backread.card_entries e join backread.card_sources s
    on s.perspective_id = e.perspective_id and s.entry_id = e.id and s.fact <> 0
  where e.perspective_id = $1 and e.card_id = $5
), chosen as (
  select f.id, f.content, f.row_id, f.source_row, m.sent_at, m.lineage_epoch as row_epoch, o.epoch,
    f.id in (select id from cited) as cited
  from backread.facts f
  join backread.messages m on m.perspective_id = f.perspective_id and m.id = f.source_row
    and m.actor_id = $2 and m.author_type = 'person' and backread.row_is_live(m)
  join backread.messages r on r.perspective_id = f.perspective_id and r.id = f.row_id
    and backread.row_is_live(r)
  join backread.conversations o
    on o.perspective_id = m.perspective_id and o.id = m.origin_conversation_id
  where f.perspective_id = $1 and f.author_actor_id = $2 and f.author_actor_id <> ''
    and f.set_id = $3 and f.role in ('requester', 'subject')
    and not exists (
      select from backread.audience_set_members n where n.perspective_id = $1
        and n.set_id in (m.set_id, r.set_id) and n.audience_id not in (
          select c.audience_id from backread.audience_set_members c
          where c.perspective_id = $1 and c.set_id = $3))
    and m.set_id is not null and r.set_id is not null
  order by cited desc, m.sent_at desc nulls last, f.id desc limit $4::bigint
)
select id, content, row_id, source_row, ${instantSql("sent_at")} as at, row_epoch, epoch, cited
from chosen order by sent_at desc nulls last, id desc`;

/** Entries of a card and what they stand on. `$1` perspective, `$2` card. */
export const EXISTING = `
select e.id, e.kind, e.body, e.confidence, array_agg(s.source_row order by s.source_row, s.fact) as rows,
  array_agg(s.fact order by s.source_row, s.fact) as facts
from backread.card_entries e join backread.card_sources s
  on s.perspective_id = e.perspective_id and s.entry_id = e.id
where e.perspective_id = $1 and e.card_id = $2
group by e.id, e.kind, e.body, e.confidence order by e.id`;
