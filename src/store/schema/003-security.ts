import { PARTITIONS } from "../bounds.js";
import { PARTITIONED } from "./001-tables.js";

/** Tables that hold rows of perspectives. */
const FENCED: readonly string[] = [
  "connectors",
  "conversations",
  "routes",
  "audiences",
  "audience_sets",
  "audience_set_members",
  "membership_events",
  "waiting_events",
  "turns",
  "memories",
  "memory_sources",
  "people",
  "identity_links",
  "link_codes",
  "outbox",
  ...PARTITIONED.flatMap((table) => [
    table,
    ...Array.from({ length: PARTITIONS }, (_, remainder) => `${table}_${remainder}`),
  ]),
];

/** What the reader role has no business with. */
const UNREAD: ReadonlySet<string> = new Set(["link_codes", "waiting_events", "outbox"]);

/**
 * The second fence. Reads run as `backread_reader`, which sees the rows of the perspective that the
 * transaction named and none at all where it named none. Row security holds on the perspective
 * alone: on audiences it would keep the planner from every index whose operator is not leakproof.
 * `backread_literal` owns the one function that looks into folded text through its trigram index;
 * it may read documents and nothing else.
 */
export const SECURITY: string = `
-- Roles are of the whole server: another database of it can have made them, or be making them. Who
-- made them may grant them, but from version 16 on has not the right to become them by that alone.
do $$
declare
  wanted text;
  becoming text := case when current_setting('server_version_num')::int >= 160000
    then 'set' else 'member' end;
  -- To make things as these roles, not to read as they do: a policy holds for whoever inherits.
  terms text := case becoming when 'set' then ' with inherit false' else '' end;
begin
  foreach wanted in array array['backread_reader', 'backread_literal'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      if not pg_has_role(current_user, wanted, becoming) then
        execute format('grant %I to %I', wanted, current_user) || terms;
      end if;
    exception when unique_violation then null;
    end;
  end loop;
end $$;

create function backread.bound_perspective() returns int
language sql stable parallel safe as $$
  select nullif(current_setting('backread.perspective', true), '')::int
$$;

grant usage on schema backread to backread_reader, backread_literal;
-- Not forced: a store finds its own perspective, as the owner, before it can name it.
alter table backread.perspectives enable row level security;
create policy perspective on backread.perspectives for select to backread_reader
  using (id = backread.bound_perspective());
grant select on backread.perspectives to backread_reader;
grant insert on backread.audit to backread_reader;
grant select on backread.documents to backread_literal;
create policy literal on backread.documents for select to backread_literal using (true);
${FENCED.map((table) => fence(table)).join("")}`;

/** A table of its own perspective alone, which the reader role may read unless it is one of `UNREAD`. */
export function fence(table: string): string {
  const name = `backread.${table}`;
  const grant = UNREAD.has(table) ? "" : `grant select on ${name} to backread_reader;\n`;
  return `alter table ${name} enable row level security;
alter table ${name} force row level security;
create policy perspective on ${name} using (perspective_id = backread.bound_perspective());
${grant}`;
}
