/**
 * Semantic candidates, off until a perspective has a model. Vectors are compared by an exact scan over
 * rows that may be read, with pgvector's arithmetic where the database lets us install it. There is no
 * approximate index: one graph over all rows answers differently when rows are added that the reader
 * may not see, and one that is filtered afterwards loses what the nearer hidden rows push out.
 */
export const SEMANTIC: string = `
-- semantic_model: null = off. While the index is built, rows are queued in passes: semantic_swept is
-- how far this one came, semantic_since the transaction that began the first, semantic_mark the newest
-- row of when the model was chosen.
alter table backread.perspectives
  add column semantic_model text,
  add column semantic_building boolean not null default false,
  add column semantic_since xid8,
  add column semantic_mark bigint not null default 0,
  add column semantic_swept bigint not null default 0;

create index outbox_due on backread.outbox (perspective_id, attempts, row_id);

create function backread.queue_embeddings() returns trigger language plpgsql as $$
begin
  insert into backread.outbox (perspective_id, row_id)
    select c.perspective_id, c.row_id from come c join backread.perspectives p
      on p.id = c.perspective_id and p.semantic_model is not null
  on conflict (perspective_id, row_id) do update set attempts = 0, not_before = '-infinity';
  return null;
end $$;
create trigger documents_queue after insert on backread.documents
  referencing new table as come for each statement execute function backread.queue_embeddings();

do $$
declare
  home text;
begin
  begin
    create extension if not exists vector;
  exception when others then
    raise notice 'backread does without vector: %', sqlerrm;
  end;
  select quote_ident(n.nspname) into home from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector';
  insert into backread.capabilities values ('vector', home is not null);
  if home is null then return; end if;
  execute format('alter table backread.embeddings add column near %s.vector', home);
  execute format('create function backread.to_vector(numbers real[]) returns %1$s.vector
    language sql immutable parallel safe as ''select numbers::%1$s.vector''', home);
  -- Integers that stay below 2^24, so the sum of 32-bit floats is exact.
  execute format('create function backread.inner_product(a %1$s.vector, b %1$s.vector) returns int
    language sql immutable parallel safe as ''select (-(a operator(%1$s.<#>) b))::int''', home);
end $$;
`;
