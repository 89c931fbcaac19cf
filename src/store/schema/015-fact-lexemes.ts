/**
 * What a fact is found by is read in it when it is written, not at each question. It stands in the
 * fact's own row, and goes with it. Facts that were there before are `FACT_LEXEMES_FILL`'s.
 */
export const FACT_LEXEMES: string = `
-- In the perspective's language, which does not change; each once, in the order of the database.
alter table backread.facts add column lexemes text[];

create function backread.read_fact() returns trigger language plpgsql as $$
begin
  select tsvector_to_array(to_tsvector(p.search_config, new.content)) into new.lexemes
  from backread.perspectives p where p.id = new.perspective_id;
  return new;
end $$;
create trigger facts_read before insert or update of content on backread.facts
  for each row execute function backread.read_fact();
`;

/** See `Backfill`. It waits for nobody while it holds rows: who deletes facts locks them in any order. */
export const FACT_LEXEMES_FILL: string = `
with batch as (
  select id from backread.facts
  where perspective_id = $1::int and id > coalesce($3::bigint, 0) and lexemes is null
  order by id limit $2::int for update nowait
), changed as (
  update backread.facts f
  set lexemes = tsvector_to_array(to_tsvector(p.search_config, f.content))
  from batch, backread.perspectives p
  where f.perspective_id = $1::int and f.id = batch.id and p.id = $1::int
  returning f.id
)
select count(*) as touched, max(id) as cursor from changed`;
