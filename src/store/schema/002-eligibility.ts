import { MAX_LINEAGE_NODES } from "../bounds.js";

/**
 * Who may read what, as SQL. Each rule is a function of its own, so that a test can put `true` in
 * its place, one at a time, and see which leak follows. `speakers/audience.ts` says the same.
 */
export const ELIGIBILITY: string = `
create type backread.destination as (
  perspective_id int,
  connector_id int,
  conversation_id int,
  kind text,
  readers text[],
  direct boolean,
  external boolean
);

create function backread.destination_has_readers(d backread.destination) returns boolean
language sql immutable parallel safe as $$
  select d.kind <> 'members' or cardinality(d.readers) > 0
$$;

-- A merged conversation is the one that it was merged into.
create function backread.conversation_allows(o backread.audiences, d backread.destination)
returns boolean language sql stable parallel safe as $$
  select not o.conversation_only or d.conversation_id = coalesce((
    select c.merged_into from backread.conversations c
    where c.perspective_id = o.perspective_id and c.id = o.conversation_id), o.conversation_id)
$$;

create function backread.namespace_allows(o backread.audiences, d backread.destination)
returns boolean language sql immutable parallel safe as $$
  select o.connector_id = d.connector_id
$$;

create function backread.insiders_allow(d backread.destination) returns boolean
language sql immutable parallel safe as $$ select d.kind <> 'public' and not d.external $$;

create function backread.readers_allow(o backread.audiences, d backread.destination)
returns boolean language sql immutable parallel safe as $$
  select d.kind = 'members' and d.readers <@ o.readers
$$;

create function backread.link_is_live(l backread.identity_links) returns boolean
language sql stable parallel safe as $$
  select l.revoked_at is null and l.expires_at > now()
$$;

create function backread.same_person(p int, c1 int, id1 text, c2 int, id2 text)
returns boolean language sql stable parallel safe as $$
  select exists (
    select from backread.identity_links a join backread.identity_links b
      on b.perspective_id = a.perspective_id and b.person_id = a.person_id
    where a.perspective_id = p and a.connector_id = c1 and a.external_id = id1
      and b.connector_id = c2 and b.external_id = id2
      and backread.link_is_live(a) and backread.link_is_live(b))
$$;

create function backread.link_allows(o backread.audiences, d backread.destination)
returns boolean language sql stable parallel safe as $$
  select o.direct and d.direct and d.kind = 'members' and not o.conversation_only
    and o.connector_id <> d.connector_id
    and cardinality(o.readers) = 1 and cardinality(d.readers) = 1
    and backread.same_person(
      o.perspective_id, o.connector_id, o.readers[1], d.connector_id, d.readers[1])
$$;

create function backread.audience_allows(o backread.audiences, d backread.destination)
returns boolean language sql stable parallel safe as $$
  select backread.destination_has_readers(d) and backread.conversation_allows(o, d)
    and case o.kind
      when 'public' then true
      when 'workspace' then backread.namespace_allows(o, d) and backread.insiders_allow(d)
      else backread.namespace_allows(o, d) and backread.readers_allow(o, d)
        or backread.link_allows(o, d)
    end
$$;

-- The sets of which every audience is allowed. Computed anew in each transaction, so that a
-- departure or a revocation holds from the next one on.
create function backread.allowed_sets(d backread.destination) returns int[]
language sql stable parallel safe as $$
  with allowed as materialized (
    select a.id from backread.audiences a
    where a.perspective_id = d.perspective_id and backread.audience_allows(a, d)
  ), sets as (
    select m.set_id from backread.audience_set_members m
      left join allowed a on a.id = m.audience_id
    where m.perspective_id = d.perspective_id
    group by m.set_id having bool_and(a.id is not null)
  )
  select coalesce(array_agg(set_id order by set_id), '{}') from sets
$$;

create function backread.row_is_live(m backread.messages) returns boolean
language sql immutable parallel safe as $$ select m.state = 'live' $$;

create function backread.memory_is_live(m backread.memories) returns boolean
language sql immutable parallel safe as $$ select m.state = 'live' $$;

-- Of some rows, those whose recorded sources bear them out. Only replies that were delivered here
-- have sources; other rows pass. A source whose epoch is still the one that was verified is not
-- looked into again, nor is one that is gone: its set stays and says what stood below it. So the
-- walk is one step deep but for sources that changed. Sources that are met twice are common (two
-- replies saw one message) and no cycle: a cycle is a path with more steps than there are nodes.
create function backread.lineage_allows(p int, rows bigint[], sets int[]) returns setof bigint
language plpgsql stable parallel safe as $$
declare
  root bigint;
  recorded boolean;
  nodes bigint[];
  expanded bigint[];
  frontier bigint[];
  met bigint[];
  bad boolean;
  steps int;
begin
  for root, recorded in select m.id, m.lineage = 'known' from backread.messages m
    where m.perspective_id = p and m.id = any(rows)
  loop
    if not recorded then
      return next root;
      continue;
    end if;
    nodes := array[root];
    expanded := '{}';
    frontier := array[root];
    bad := false;
    steps := 0;
    while cardinality(frontier) > 0 and not bad loop
      expanded := expanded || frontier;
      -- Not true, rather than false: neither an unknown id nor a row without evidence has a set.
      select coalesce(bool_or((s.set_id = any(sets)) is not true), false),
             coalesce(array_agg(distinct l.source_row) filter (
               where s.lineage = 'known' and s.state = 'live'
                 and (s.lineage_epoch <> l.source_epoch or s.id = any(expanded))), '{}'),
             coalesce(array_agg(distinct l.source_row), '{}')
        into bad, frontier, met
        -- Each source by its key: without statistics a join would read the whole room for each reply.
        from backread.lineage l left join lateral (
          select m.id, m.set_id, m.lineage, m.state, m.lineage_epoch from backread.messages m
          where m.perspective_id = p and m.id = l.source_row limit 1) s on true
        where l.perspective_id = p and l.row_id = any(frontier);
      nodes := array(select unnest(nodes) union select unnest(met));
      steps := steps + 1;
      bad := bad or cardinality(nodes) > ${MAX_LINEAGE_NODES} + 1
        or cardinality(frontier) > 0 and steps >= cardinality(nodes);
    end loop;
    if not bad then return next root; end if;
  end loop;
end $$;
`;
