import { fence } from "./003-security.js";

/**
 * What operators say of accounts: that several are one person's. Rows keep their own actor. It decides
 * under which name words are told and nobody's rights: no rule of eligibility asks these tables.
 */
export const ACTORS: string = `
-- One level: nobody is merged into an actor that is merged itself. handle_mark = where the handles of
-- later begin: what one was called before comes after what the group was called by then.
create table backread.actor_merges (
  perspective_id int not null,
  actor_id text not null,
  into_actor_id text not null,
  handle_mark bigint not null,
  merged_at timestamptz not null default clock_timestamp(),
  primary key (perspective_id, actor_id),
  check (actor_id <> into_actor_id)
);
create index actor_merges_into on backread.actor_merges (perspective_id, into_actor_id);

-- forget: an account was deleted, and with it what was said of it. An empty id was such a one's.
create table backread.actor_audit (
  perspective_id int not null,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  action text not null check (action in ('merge', 'split', 'forget')),
  operator text not null,
  reason text not null default '',
  actor_id text not null,
  into_actor_id text not null,
  primary key (perspective_id, id)
);

-- Only what names somebody who was deleted may go, and never an entry.
create function backread.keep_actor_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.perspective_id, new.id, new.at, new.action, new.operator)
      = (old.perspective_id, old.id, old.at, old.action, old.operator)
    and new.reason in (old.reason, '') and new.actor_id in (old.actor_id, '')
    and new.into_actor_id in (old.into_actor_id, '') then
    return new;
  end if;
  raise exception 'the audit of actors is kept' using errcode = 'restrict_violation';
end $$;
create trigger actor_audit_kept before update or delete on backread.actor_audit
  for each row execute function backread.keep_actor_audit();

-- The actor that one counts as: itself, unless it was merged.
create function backread.actor_head(p int, actor text) returns text
language sql stable parallel safe as $$
  select coalesce((select g.into_actor_id from backread.actor_merges g
    where g.perspective_id = p and g.actor_id = actor), actor)
$$;

-- All that count as one with an actor, itself included; the first is the one that they count as.
create function backread.actors_of(p int, actor text) returns text[]
language sql stable parallel safe as $$
  select array[h.head] || array(select g.actor_id from backread.actor_merges g
    where g.perspective_id = p and g.into_actor_id = h.head order by g.actor_id collate "C")
  from (select backread.actor_head(p, actor) as head) h
$$;
${fence("actor_merges")}alter table backread.actor_audit enable row level security;
alter table backread.actor_audit force row level security;
create policy perspective on backread.actor_audit
  using (perspective_id = backread.bound_perspective());
`;
