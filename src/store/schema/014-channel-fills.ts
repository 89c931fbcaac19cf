import { fence } from "./003-security.js";

/**
 * Names of channels that an operator had filled in from another row of the channel. As with labels of
 * people: such a name goes when the row that said it goes, or when that row may be read by fewer.
 */
export const CHANNEL_FILLS: string = `
-- row_id = the row whose channel was given a name; source_row = the one that said it.
create table backread.channel_fills (
  perspective_id int not null,
  row_id bigint not null,
  source_row bigint not null,
  primary key (perspective_id, row_id)
);
create index channel_fills_source on backread.channel_fills (perspective_id, source_row);
${fence("channel_fills")}
create function backread.recall_channels() returns trigger language plpgsql as $$
declare
  filled bigint[];
begin
  if not exists (select from backread.channel_fills where perspective_id = new.perspective_id) then
    return null;
  end if;
  with gone as (
    delete from backread.channel_fills
    where perspective_id = new.perspective_id and source_row = new.id returning row_id
  )
  select array_agg(row_id) into filled from gone;
  if new.state <> 'live' then
    delete from backread.channel_fills
    where perspective_id = new.perspective_id and row_id = new.id;
  end if;
  if filled is not null then
    update backread.messages set channel_label = ''
    where perspective_id = new.perspective_id and id = any(filled);
  end if;
  return null;
end $$;
create trigger messages_channels after update of state, set_id, channel_key, channel_label
  on backread.messages for each row
  when (old.state = 'live' and new.state <> 'live' or old.set_id is distinct from new.set_id
    or old.channel_key <> '' and old.channel_key <> new.channel_key
    or old.channel_label <> '' and old.channel_label <> new.channel_label)
  execute function backread.recall_channels();
`;
