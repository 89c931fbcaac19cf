/**
 * The literal lane. Whether the trigram index is there depends on what the database lets us install;
 * without it the same function answers, more slowly.
 */
export const LITERAL: string = `
create table backread.capabilities (name text primary key, present boolean not null);
grant select on backread.capabilities to backread_reader;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['pg_trgm', 'btree_gin'] loop
    begin
      execute format('create extension if not exists %I', wanted);
    exception when others then
      raise notice 'backread does without %: %', wanted, sqlerrm;
    end;
    insert into backread.capabilities
      values (wanted, exists (select from pg_extension where extname = wanted));
  end loop;
end $$;

do $$
declare
  columns text;
begin
  select format('literal %I.gin_trgm_ops', n.nspname) into columns from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if columns is null then return; end if;
  -- With the perspective in it, what others wrote costs nothing.
  if exists (select from pg_extension where extname = 'btree_gin') then
    columns := 'perspective_id, ' || columns;
  end if;
  execute format('create index documents_literal on backread.documents using gin (%s)', columns);
end $$;

grant select on backread.messages, backread.conversations to backread_literal;
create policy literal on backread.messages for select to backread_literal using (true);
create policy literal on backread.conversations for select to backread_literal using (true);

-- The newest of the rows of some sets whose folded text holds a folded text. LIKE is not leakproof,
-- so that under row security the planner would not use the index: this function looks in as a role
-- that is held by no policy, and so has to hold to the perspective and the sets itself.
create function backread.literal_rows(p int, sets int[], pattern text, most int)
returns setof bigint
language plpgsql stable security definer set search_path = backread, pg_temp as $$
declare
  escaped text := '%' || regexp_replace(pattern, '([\\\\%_])', '\\\\\\1', 'g') || '%';
begin
  if p is distinct from backread.bound_perspective() then return; end if;
  return query
    select d.row_id from backread.documents d
      join backread.messages m on m.perspective_id = p and m.id = d.row_id
      join backread.conversations c on c.perspective_id = p and c.id = m.conversation_id
    where d.perspective_id = p and d.set_id = any(sets) and d.literal like escaped
      and backread.row_is_live(m)
    order by m.sent_at desc nulls last, c.public_key desc, m.sequence desc
    limit most;
end $$;
revoke all on function backread.literal_rows(int, int[], text, int) from public;
grant execute on function backread.literal_rows(int, int[], text, int) to backread_reader;
grant create on schema backread to backread_literal;
alter function backread.literal_rows(int, int[], text, int) owner to backread_literal;
revoke create on schema backread from backread_literal;
`;
