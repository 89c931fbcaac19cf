import { fence } from "./003-security.js";

/**
 * Labels that an operator had filled in from another row of the same account. A filled label is that
 * row's text: it goes when the row goes, or when the row may be read by fewer.
 */
export const LABEL_FILLS: string = `
-- row_id = the row whose label was filled in; source_row = the one that said it.
create table backread.label_fills (
  perspective_id int not null,
  row_id bigint not null,
  source_row bigint not null,
  primary key (perspective_id, row_id)
);
create index label_fills_source on backread.label_fills (perspective_id, source_row);
${fence("label_fills")}
-- Whether whoever may read rows of one set may read those of another, as far as it can be told
-- now. Strict: a row without evidence covers nothing.
create function backread.set_covers(p int, wider int, narrower int) returns boolean
language sql stable strict parallel safe as $$
  select wider = narrower or not exists (
    select from backread.audience_set_members wm
      join backread.audiences w on w.perspective_id = p and w.id = wm.audience_id
    where wm.perspective_id = p and wm.set_id = wider
      and (w.kind <> 'public' or w.conversation_only)
      and not exists (
        select from backread.audience_set_members nm
          join backread.audiences n on n.perspective_id = p and n.id = nm.audience_id
        where nm.perspective_id = p and nm.set_id = narrower and (n.id = w.id
          or n.conversation_id = w.conversation_id and n.channel_key = w.channel_key
            and n.connector_id = w.connector_id and n.kind = w.kind and not n.direct
            and (n.conversation_only or not w.conversation_only)
            and (w.kind <> 'members' or n.readers <@ w.readers))))
$$;

-- What was filled in from a row that says it no more, and handles made of a label that is gone.
create function backread.recall_labels() returns trigger language plpgsql as $$
declare
  filled bigint[];
begin
  if exists (select from backread.label_fills where perspective_id = new.perspective_id) then
    with gone as (
      delete from backread.label_fills
      where perspective_id = new.perspective_id and source_row = new.id returning row_id
    )
    select array_agg(row_id) into filled from gone;
    if new.state <> 'live' then
      delete from backread.label_fills
      where perspective_id = new.perspective_id and row_id = new.id;
    end if;
  end if;
  if filled is not null then
    update backread.messages set author_label = ''
    where perspective_id = new.perspective_id and id = any(filled);
    update backread.messages r set reply_subject_label = '' from backread.messages t
    where t.perspective_id = new.perspective_id and t.id = any(filled)
      and r.perspective_id = new.perspective_id
      and r.origin_conversation_id = t.origin_conversation_id
      and r.reply_target_source_id = t.source_id and r.reply_target_source_id <> '';
  end if;
  -- Of a row that is gone messages_handles has taken them.
  if new.state = 'live' and old.author_label <> '' and new.author_label <> old.author_label then
    delete from backread.speaker_handles
    where perspective_id = new.perspective_id and source_row = new.id;
  end if;
  return null;
end $$;
create trigger messages_labels after update of state, set_id, author_label, actor_id
  on backread.messages for each row
  when (old.state = 'live' and new.state <> 'live' or old.set_id is distinct from new.set_id
    or old.actor_id <> new.actor_id
    or old.author_label <> '' and old.author_label <> new.author_label)
  execute function backread.recall_labels();
`;
