/** A text no longer than this makes no `tsvector` that is too large, whatever its words are. */
const SURE_BYTES = 65_536;

/** A text that does not fit at this length never will. */
const LEAST_BYTES = 1_024;

/** Counters follow documents by statement, whatever wrote them. */
export const INDEX: string = `
-- The longest of a text, its half, its quarter ... whose tsvector the database takes; null when
-- none is. Only a long text is tried, because trying opens a subtransaction.
create function backread.fitting_text(config regconfig, body text) returns text
language plpgsql immutable parallel restricted as $$
declare
  part text := body;
begin
  if octet_length(body) <= ${SURE_BYTES} then return body; end if;
  loop
    begin
      perform to_tsvector(config, part);
      return part;
    exception when program_limit_exceeded then
      if octet_length(part) <= ${LEAST_BYTES} then return null; end if;
      part := left(part, length(part) / 2);
    end;
  end loop;
end $$;

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
