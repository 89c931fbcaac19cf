import { fence } from "./003-security.js";

/**
 * Facts that a model read in rows, off until a perspective has a model for it. Who says a fact comes
 * from the row that it was read in. A fact is shown by the rows that it stands on, never by itself.
 */
export const FACTS: string = `
-- facts_model: null = off. facts_swept = how far the rows were queued that were there when it was
-- turned on, facts_mark = the newest of them.
alter table backread.perspectives
  add column facts_model text,
  add column facts_swept bigint not null default 0,
  add column facts_mark bigint not null default 0;

-- source_row = whose words they are: the row itself, or the one that it quotes.
-- epoch = the row's lineage epoch when it was read.
create table backread.facts (
  perspective_id int not null,
  id bigint generated always as identity,
  fact_id uuid not null default gen_random_uuid(),
  row_id bigint not null,
  source_row bigint not null,
  epoch int not null,
  set_id int not null,
  role text not null check (role in ('requester', 'subject', 'assistant')),
  author_actor_id text not null default '',
  content text not null,
  model text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (perspective_id, id),
  unique (perspective_id, fact_id),
  check (role <> 'assistant' or author_actor_id = ''),
  check ((role = 'subject') = (source_row <> row_id))
);
create index facts_row on backread.facts (perspective_id, row_id);
create index facts_source on backread.facts (perspective_id, source_row);

-- Rows to read. failures = answers that could not be used; given up: not_before is infinite.
create table backread.fact_queue (
  perspective_id int not null,
  row_id bigint not null,
  version int not null default 0,
  attempts int not null default 0,
  failures int not null default 0,
  not_before timestamptz not null default '-infinity',
  primary key (perspective_id, row_id)
);
create index fact_queue_due on backread.fact_queue (perspective_id, attempts, row_id);

create function backread.queue_facts() returns trigger language plpgsql as $$
begin
  insert into backread.fact_queue (perspective_id, row_id)
    select c.perspective_id, c.id from come c join backread.perspectives p
      on p.id = c.perspective_id and p.facts_model is not null
    where c.set_id is not null
  on conflict (perspective_id, row_id) do nothing;
  return null;
end $$;
create trigger messages_queue_facts after insert on backread.messages
  referencing new table as come for each statement execute function backread.queue_facts();

-- Whatever changed what a row says or quotes: its facts go at once, and it is read anew. An answer
-- that comes for an earlier version is dropped.
create function backread.renew_facts() returns trigger language plpgsql as $$
begin
  delete from backread.facts where perspective_id = new.perspective_id and row_id = new.id;
  if new.state = 'live' and new.set_id is not null then
    insert into backread.fact_queue (perspective_id, row_id)
      select p.id, new.id from backread.perspectives p
      where p.id = new.perspective_id and p.facts_model is not null
    on conflict (perspective_id, row_id) do update set version = fact_queue.version + 1,
      attempts = 0, failures = 0, not_before = '-infinity';
  else
    delete from backread.fact_queue where perspective_id = new.perspective_id and row_id = new.id;
  end if;
  return null;
end $$;
create trigger messages_renew_facts after update on backread.messages for each row
  when (old.content is distinct from new.content or old.state is distinct from new.state
    or old.quoted is distinct from new.quoted or old.quoted_row is distinct from new.quoted_row
    or old.actor_id is distinct from new.actor_id
    or (old.set_id is null) is distinct from (new.set_id is null))
  execute function backread.renew_facts();

${fence("facts")}alter table backread.fact_queue enable row level security;
alter table backread.fact_queue force row level security;
create policy perspective on backread.fact_queue
  using (perspective_id = backread.bound_perspective());
`;
