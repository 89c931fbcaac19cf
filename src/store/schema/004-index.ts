/** Counters follow documents by statement, whatever wrote them. */
export const INDEX: string = `
create function backread.count_documents() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into backread.corpus_counts (perspective_id, set_id, documents, length)
      select perspective_id, set_id, -count(*), -sum(length) from gone
      group by perspective_id, set_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into backread.corpus_counts (perspective_id, set_id, documents, length)
      select perspective_id, set_id, count(*), sum(length) from come
      group by perspective_id, set_id;
  end if;
  return null;
end $$;
create trigger documents_come after insert on backread.documents
  referencing new table as come for each statement execute function backread.count_documents();
create trigger documents_go after delete on backread.documents
  referencing old table as gone for each statement execute function backread.count_documents();
create trigger documents_change after update on backread.documents
  referencing old table as gone new table as come
  for each statement execute function backread.count_documents();
`;
