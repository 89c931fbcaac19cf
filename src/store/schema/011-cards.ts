import { MAX_CARD_BODY } from "../../speakers/card/bounds.js";
import { CARD_KINDS } from "../../speakers/card/card.js";
import { fence } from "./003-security.js";

/** What may be cited: rows of persons whose ids mean the same person tomorrow. */
const LASTING = `join backread.perspectives p
      on p.id = c.perspective_id and p.cards_models is not null
    join backread.connectors k
      on k.perspective_id = c.perspective_id and k.id = c.connector_id and k.ids <> 'session'
    where c.set_id is not null and c.actor_id <> '' and c.author_type = 'person'
      and c.state = 'live'`;

/** More was said: the last good card serves on, and a build that did not see it is in vain. */
const SOIL = `dirty = true, marker = null, claimed_until = '-infinity', next_try_at = '-infinity'`;

/** What it stands on is not so any more. A digest of what was said is gone with it. */
const SPOIL = `${SOIL}, invalid = true, input_hash = null`;

const ON_REPEAT = `on conflict (perspective_id, actor_id, set_id) do update set ${SOIL}
    where not cards.dirty or cards.marker is not null or cards.next_try_at > '-infinity'`;

/**
 * Cards of persons, off until a perspective has models for them. A card is of one person and one set
 * of audiences, so that what is said elsewhere neither builds, spoils nor delays it. An entry stands
 * on rows and is shown by them; it goes in the transaction in which one of them changes.
 */
export const CARDS: string = `
-- cards_models: null = off. cards_swept = how far the rows were looked through that were there when
-- it was turned on, cards_mark = the newest of them.
alter table backread.perspectives
  add column cards_models text,
  add column cards_swept bigint not null default 0,
  add column cards_mark bigint not null default 0;

-- dirty: something is to be built, from next_try_at on (never by itself: infinite). invalid: not
-- shown until it was. marker: whose build is under way, until claimed_until; any change ends it.
-- outcome and what follows are of the last try, built_at and written_count of the card as it is.
create table backread.cards (
  perspective_id int not null,
  id bigint generated always as identity,
  actor_id text not null,
  set_id int not null,
  dirty boolean not null default true,
  invalid boolean not null default false,
  marker uuid,
  claimed_until timestamptz not null default '-infinity',
  next_try_at timestamptz not null default '-infinity',
  input_hash text,
  failure_count int not null default 0,
  attempted_at timestamptz,
  outcome text,
  source_count int not null default 0,
  accepted_count int not null default 0,
  rejected jsonb not null default '{}',
  built_at timestamptz,
  written_count int not null default 0,
  primary key (perspective_id, actor_id, set_id),
  unique (perspective_id, id)
);
create index cards_due on backread.cards (perspective_id, next_try_at, id) where dirty;

-- confidence: in millionths.
create table backread.card_entries (
  perspective_id int not null,
  id bigint generated always as identity,
  card_id bigint not null,
  kind text not null check (kind in (${CARD_KINDS.map((kind) => `'${kind}'`).join(", ")})),
  body text not null check (length(body) between 1 and ${MAX_CARD_BODY}
    and body !~ '[\\u0001-\\u001f\\u007f-\\u009f\\u2028\\u2029]'),
  confidence int not null check (confidence between 0 and 1000000),
  primary key (perspective_id, id)
);
create index card_entries_card on backread.card_entries (perspective_id, card_id);

-- source_row = whose words they are; row_id = where they were read: the same row, or for a fact of
-- a quote the quoting one. fact: 0 = the row itself. set_id, row_epoch (of its text) and epoch (of
-- its conversation) are those of when it was read.
create table backread.card_sources (
  perspective_id int not null,
  entry_id bigint not null,
  row_id bigint not null,
  source_row bigint not null,
  fact bigint not null default 0,
  set_id int not null,
  row_epoch int not null,
  epoch int not null,
  primary key (perspective_id, entry_id, source_row, row_id, fact),
  check (fact <> 0 or row_id = source_row)
);
create index card_sources_row on backread.card_sources (perspective_id, row_id);
create index card_sources_source on backread.card_sources (perspective_id, source_row);
create index card_sources_fact on backread.card_sources (perspective_id, fact) where fact <> 0;
create index facts_author on backread.facts (perspective_id, author_actor_id, set_id)
  where author_actor_id <> '';

create function backread.queue_cards() returns trigger language plpgsql as $$
begin
  insert into backread.cards (perspective_id, actor_id, set_id)
    select distinct c.perspective_id, c.actor_id, c.set_id from come c
    ${LASTING}
    order by 1, 2, 3
  ${ON_REPEAT};
  return null;
end $$;
create trigger messages_queue_cards after insert on backread.messages
  referencing new table as come for each statement execute function backread.queue_cards();

-- Cards before their entries, as whoever replaces them takes them.
create function backread.drop_card_entries(p int, entries bigint[]) returns void
language plpgsql as $$
declare
  spoiled bigint[];
begin
  if entries is null then return; end if;
  spoiled := array(select c.id from backread.cards c where c.perspective_id = p and c.id in (
      select card_id from backread.card_entries where perspective_id = p and id = any(entries))
    order by c.id for update);
  update backread.cards set ${SPOIL} where perspective_id = p and id = any(spoiled);
  delete from backread.card_sources where perspective_id = p and entry_id = any(entries);
  delete from backread.card_entries where perspective_id = p and id = any(entries);
end $$;

create function backread.renew_cards() returns trigger language plpgsql as $$
begin
  -- Cards can be built for operators while they are off; where none ever was, nothing is looked for.
  if not exists (select from backread.cards where perspective_id = new.perspective_id)
    and not exists (select from backread.perspectives
      where id = new.perspective_id and cards_models is not null) then
    return null;
  end if;
  perform backread.drop_card_entries(new.perspective_id, (
    select array_agg(distinct entry_id) from backread.card_sources
    where perspective_id = new.perspective_id and (row_id = new.id or source_row = new.id)));
  update backread.cards set ${SPOIL}
    where perspective_id = old.perspective_id and actor_id = old.actor_id and set_id = old.set_id;
  insert into backread.cards (perspective_id, actor_id, set_id)
    select c.perspective_id, c.actor_id, c.set_id from (select new.*) c
    ${LASTING}
  ${ON_REPEAT};
  return null;
end $$;
create trigger messages_renew_cards after update on backread.messages for each row
  when ((old.actor_id <> '' or new.actor_id <> '') and (old.content is distinct from new.content
    or old.quoted is distinct from new.quoted or old.state is distinct from new.state
    or old.actor_id is distinct from new.actor_id or old.set_id is distinct from new.set_id))
  execute function backread.renew_cards();

create function backread.queue_fact_cards() returns trigger language plpgsql as $$
begin
  insert into backread.cards (perspective_id, actor_id, set_id)
    select distinct f.perspective_id, f.author_actor_id, f.set_id from come f
    join backread.messages c on c.perspective_id = f.perspective_id and c.id = f.source_row
    ${LASTING} and f.author_actor_id <> ''
    order by 1, 2, 3
  ${ON_REPEAT};
  return null;
end $$;
create trigger facts_queue_cards after insert on backread.facts
  referencing new table as come for each statement execute function backread.queue_fact_cards();

create function backread.renew_fact_cards() returns trigger language plpgsql as $$
begin
  perform backread.drop_card_entries(g.perspective_id, array_agg(distinct s.entry_id))
    from gone g join backread.card_sources s
      on s.perspective_id = g.perspective_id and s.fact = g.id
    group by g.perspective_id;
  update backread.cards k set ${SPOIL}
  from (select distinct perspective_id, author_actor_id, set_id from gone
    where author_actor_id <> '') g
  where k.perspective_id = g.perspective_id and k.actor_id = g.author_actor_id
    and k.set_id = g.set_id;
  return null;
end $$;
create trigger facts_renew_cards after delete on backread.facts
  referencing old table as gone for each statement execute function backread.renew_fact_cards();
${fence("cards")}${fence("card_entries")}${fence("card_sources")}`;
