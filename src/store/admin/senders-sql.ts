import { directSql, WINDOW } from "./direct-sql.js";

/** SQL of the rows `s` of an account `w` in one place that can give a label: never a direct one. */
function saidSql(w: string): string {
  return `s.perspective_id = $1 and s.route_id = ${w}.route_id and s.actor_id = ${w}.actor_id
      and s.actor_id <> '' and s.author_type = 'person'
      and s.origin_conversation_id = ${w}.origin and s.channel_key = ${w}.channel_key
      and s.author_label <> '' and not ${directSql("s")} and backread.row_is_live(s)
      and not exists (select from backread.label_fills f
        where f.perspective_id = $1 and f.row_id = s.id)`;
}

/** SQL of: whoever may read `w` may read `s`. */
function coveredSql(w: string): string {
  return `(s.set_id = ${w}.set_id or backread.set_covers($1, s.set_id, ${w}.set_id))`;
}

const NEWEST = "order by s.sent_at desc nulls last, s.sequence desc limit 1";

/** Named rows of people on a route, for the index that is made for them. */
const PEOPLE = "p.actor_id <> '' and p.author_type = 'person'";

/**
 * What to make of the labels of a window. Without one: the account's newest from the same place that
 * at least the same people may read. With one that another participant is called by now, between
 * rows under the name that the account has now: that name. At the beginning or the end of an
 * account's rows another name can be an old or a new one of its own, and stays.
 *
 * An account's name is looked up once for each place and set, a participant's once for a route.
 */
export const SENDERS: string = `
with recursive batch as materialized (
  select m.id, m.sequence, m.route_id, m.origin_conversation_id as origin, m.channel_key,
    m.actor_id, m.author_label, m.set_id, ${directSql("m")} as direct
  from backread.messages m
  where ${WINDOW} and m.author_type = 'person' and backread.row_is_live(m)
), nameless as materialized (
  select distinct route_id, origin, channel_key, actor_id, set_id from batch
  where author_label = '' and actor_id <> '' and set_id is not null and not direct
), names as materialized (
  select w.*, s.id as source, s.author_label as label from nameless w cross join lateral (
    select s.id, s.author_label from backread.messages s
    where ${saidSql("w")} and ${coveredSql("w")} ${NEWEST}) s
), named as materialized (
  select distinct route_id, origin, channel_key, actor_id from batch
  where author_label <> '' and actor_id <> '' and set_id is not null and not direct
), own as materialized (
  select w.*, s.author_label as label from named w cross join lateral (
    select s.author_label from backread.messages s where ${saidSql("w")} ${NEWEST}) s
), odd as materialized (
  select b.*, o.label from batch b join own o using (route_id, origin, channel_key, actor_id)
  where b.author_label <> '' and b.author_label <> o.label and b.set_id is not null and not b.direct
), actors (route_id, actor_id) as (
  select o.route_id, (select p.actor_id from backread.messages p
    where p.perspective_id = $1 and p.route_id = o.route_id and ${PEOPLE}
    order by p.actor_id limit 1)
  from (select distinct route_id from odd) o
  union all
  select a.route_id, (select p.actor_id from backread.messages p
    where p.perspective_id = $1 and p.route_id = a.route_id and ${PEOPLE}
      and p.actor_id > a.actor_id order by p.actor_id limit 1)
  from actors a where a.actor_id is not null
), called as materialized (
  select a.route_id, a.actor_id, s.author_label as label from actors a cross join lateral (
    select s.author_label from backread.messages s
    where s.perspective_id = $1 and s.route_id = a.route_id and s.actor_id = a.actor_id
      and s.actor_id <> '' and s.author_type = 'person' and s.author_label <> ''
      and not ${directSql("s")} and backread.row_is_live(s) ${NEWEST}) s
), smears as materialized (
  select w.id, w.label, s.id as source from odd w cross join lateral (
    select s.id from backread.messages s
    where ${saidSql("w")} and ${coveredSql("w")} and s.author_label = w.label
      and s.sequence > w.sequence order by s.sequence limit 1) s
  cross join lateral (select from backread.messages s
    where ${saidSql("w")} and s.author_label = w.label and s.sequence < w.sequence limit 1) earlier
  where exists (select from called c where c.route_id = w.route_id
    and c.actor_id <> w.actor_id and c.label = w.author_label)
)
select b.id as row_id, b.author_label as has_label, coalesce(n.source, r.source) as source,
  coalesce(n.label, r.label, '') as label, case
    when r.id is not null then 'repaired'
    when b.author_label <> '' then 'existing'
    when b.direct then 'direct'
    when b.actor_id = '' then 'no_actor'
    when n.source is null then 'no_label' else 'filled' end as verdict
from batch b
left join names n on b.author_label = '' and not b.direct and n.route_id = b.route_id
  and n.origin = b.origin and n.channel_key = b.channel_key and n.actor_id = b.actor_id
  and n.set_id = b.set_id
left join smears r on r.id = b.id
order by b.sequence`;
