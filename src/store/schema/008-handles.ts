import { MAX_HANDLE_LENGTH, RESERVED_HANDLES } from "../../speakers/handle/handle.js";
import { fence } from "./003-security.js";

/**
 * Names by which a model calls participants. A handle is made of a label, so it is told only where
 * the row that had the label may be read, or where another label that may be read gives the same;
 * elsewhere its actor gets another. It goes with that row.
 */
export const HANDLES: string = `
alter table backread.routes add column public_key uuid not null default gen_random_uuid();

create table backread.speaker_handles (
  perspective_id int not null,
  route_id int not null,
  epoch int not null,
  handle text collate "C" not null,
  base text collate "C" not null,
  actor_id text not null,
  source_row bigint not null,
  position bigint generated always as identity,
  primary key (perspective_id, route_id, epoch, handle),
  unique (perspective_id, route_id, epoch, actor_id, base),
  check (handle ~ '^[a-z][a-z0-9_]*([.][0-9]+)?$' and length(handle) <= ${MAX_HANDLE_LENGTH}
    and handle not in (${RESERVED_HANDLES.map((word) => `'${word}'`).join(", ")}))
);
create index speaker_handles_source on backread.speaker_handles (perspective_id, source_row);

create function backread.forget_handles() returns trigger language plpgsql as $$
begin
  delete from backread.speaker_handles
    where perspective_id = new.perspective_id and source_row = new.id;
  return null;
end $$;
create trigger messages_handles after update of state on backread.messages
  for each row when (old.state = 'live' and new.state <> 'live')
  execute function backread.forget_handles();
${fence("speaker_handles")}`;
