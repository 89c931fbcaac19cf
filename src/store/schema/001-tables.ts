import { PARTITIONS } from "../bounds.js";

/** Tables that grow with the transcript. */
export const PARTITIONED: readonly string[] = [
  "messages",
  "evidence",
  "lineage",
  "audit",
  "documents",
  "postings",
  "corpus_counts",
  "embeddings",
];

/**
 * Tables. Every key leads with the perspective, and the tables that grow with the transcript are
 * hash partitions on it, so that a query which names its perspective touches one partition.
 *
 * There are no foreign keys between tables that grow: each row would be checked once more on the
 * way in, and what deletion has to remove is one function (`forget`), not a cascade.
 */
export const TABLES: string = `
create schema if not exists backread;

create table backread.perspectives (
  id int generated always as identity primary key,
  tenant text not null,
  agent text not null,
  search_config regconfig not null,
  unique (tenant, agent)
);

create table backread.connectors (
  perspective_id int not null,
  id int generated always as identity,
  type text not null,
  name text not null,
  ids text not null check (ids in ('global', 'workspace', 'session')),
  agent_ids text[] not null default '{}',
  trusted boolean not null default false,
  joiners_see_history boolean not null default false,
  primary key (perspective_id, id),
  unique (perspective_id, type, name)
);

-- numbering: fixed by the first row, 'time' = microseconds, 'source' = the source's own numbers,
-- 'order' = 1, 2, 3 ...
create table backread.conversations (
  perspective_id int not null,
  id int generated always as identity,
  connector_id int not null,
  kind text not null check (kind in ('dm', 'group_dm', 'group', 'channel', 'guild')),
  key text not null,
  public_key uuid not null default gen_random_uuid(),
  epoch int not null default 1,
  numbering text check (numbering in ('time', 'source', 'order')),
  last_sequence bigint not null default 0,
  merged_into int,
  primary key (perspective_id, id),
  unique (perspective_id, connector_id, kind, key)
);

-- A route is a key that messages arrive on. It leads to another route (an alias), or to its own
-- conversation.
create table backread.routes (
  perspective_id int not null,
  id int generated always as identity,
  connector_id int not null,
  kind text not null,
  key text not null,
  conversation_id int,
  alias_of int,
  primary key (perspective_id, id),
  unique (perspective_id, connector_id, kind, key),
  check ((conversation_id is null) <> (alias_of is null))
);

-- One version of who may read what was said in one conversation and channel. Departures and
-- restrictions narrow the readers in place: that is how they act on rows that are already there.
-- generation = membership events recorded for the place when the version was made.
create table backread.audiences (
  perspective_id int not null,
  id int generated always as identity,
  kind text not null check (kind in ('public', 'workspace', 'members')),
  connector_id int not null,
  conversation_id int not null,
  channel_key text not null,
  readers text[] not null default '{}',
  direct boolean not null default false,
  external boolean not null default false,
  conversation_only boolean not null default false,
  generation int not null default 0,
  digest bytea not null,
  primary key (perspective_id, id),
  unique (perspective_id, digest)
);
create index audiences_place on backread.audiences (perspective_id, conversation_id, channel_key);

-- The set of all audiences that a row stands on: its own, an edit's, and those of its sources.
create table backread.audience_sets (
  perspective_id int not null,
  id int generated always as identity,
  digest bytea not null,
  primary key (perspective_id, id),
  unique (perspective_id, digest)
);
create table backread.audience_set_members (
  perspective_id int not null,
  set_id int not null,
  audience_id int not null,
  primary key (perspective_id, set_id, audience_id)
);
create index audience_set_members_audience
  on backread.audience_set_members (perspective_id, audience_id, set_id);

create table backread.membership_events (
  perspective_id int not null,
  id bigint generated always as identity,
  conversation_id int not null,
  channel_key text,
  kind text not null check (kind in ('leave', 'restrict', 'join')),
  readers text[] not null,
  sees_history boolean not null default false,
  happened_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (perspective_id, id)
);
create index membership_events_place
  on backread.membership_events (perspective_id, conversation_id, happened_at);

create sequence backread.row_ids;

-- state: 'live'; 'withdrawn' = a reply whose source is gone; 'deleted' = a tombstone without text.
-- lineage: 'none' = somebody's own words; 'known' = delivered here; 'unknown' = an imported reply.
create table backread.messages (
  perspective_id int not null,
  id bigint not null default nextval('backread.row_ids'),
  message_id uuid not null default gen_random_uuid(),
  conversation_id int not null,
  origin_conversation_id int not null,
  connector_id int not null,
  route_id int not null,
  route_kind text not null,
  sequence bigint not null,
  source_id text not null,
  parent_source_id text not null default '',
  reply_target_source_id text not null default '',
  reply_subject_actor_id text not null default '',
  reply_subject_label text not null default '',
  reply_attribution_version smallint not null default 0,
  channel_key text not null default '',
  channel_label text not null default '',
  thread_key text not null default '',
  guild_key text not null default '',
  author_type text not null check (author_type in ('operator', 'person', 'agent', 'system')),
  author_id text not null default '',
  author_label text not null default '',
  actor_id text not null default '',
  content text not null,
  quoted text not null default '',
  quoted_source_id text not null default '',
  quoted_label text not null default '',
  quoted_row bigint,
  quoted_set_id int,
  source_time text,
  sent_at timestamptz,
  edited_at timestamptz,
  set_id int,
  lineage text not null default 'none' check (lineage in ('none', 'known', 'unknown')),
  lineage_epoch int not null default 0,
  turn_id text,
  state text not null default 'live' check (state in ('live', 'withdrawn', 'deleted')),
  index_status text not null,
  primary key (perspective_id, id),
  unique (perspective_id, message_id),
  unique (perspective_id, conversation_id, sequence),
  unique (perspective_id, origin_conversation_id, source_id)
) partition by hash (perspective_id);
create index messages_newest
  on backread.messages (perspective_id, sent_at desc nulls last, conversation_id, sequence);
create index messages_actor
  on backread.messages (perspective_id, connector_id, author_id, conversation_id);
create index messages_without_evidence on backread.messages (perspective_id, id)
  where set_id is null;
create index messages_quoted on backread.messages (perspective_id, quoted_row)
  where quoted_row is not null;
create index messages_quoted_source
  on backread.messages (perspective_id, origin_conversation_id, quoted_source_id)
  where quoted_source_id <> '';
create index messages_reply_target
  on backread.messages (perspective_id, origin_conversation_id, reply_target_source_id)
  where reply_target_source_id <> '';
create index messages_edited on backread.messages (perspective_id, conversation_id, edited_at)
  where edited_at is not null;

-- What each row's audience stands on, as it was recorded.
create table backread.evidence (
  perspective_id int not null,
  row_id bigint not null,
  audience_id int not null,
  source text not null check (source in ('sent', 'edited', 'delivered')),
  primary key (perspective_id, row_id, audience_id, source)
) partition by hash (perspective_id);

-- The direct sources of a reply. source_epoch = the source's lineage epoch when it was verified.
create table backread.lineage (
  perspective_id int not null,
  row_id bigint not null,
  source_row bigint not null,
  source_epoch int not null,
  primary key (perspective_id, row_id, source_row)
) partition by hash (perspective_id);
create index lineage_source on backread.lineage (perspective_id, source_row);

-- Edits and deletions that came before their original.
create table backread.waiting_events (
  perspective_id int not null,
  conversation_id int not null,
  source_id text not null,
  position bigint generated always as identity,
  event jsonb not null,
  primary key (perspective_id, conversation_id, source_id, position)
);

create table backread.turns (
  perspective_id int not null,
  turn_id text not null,
  run_id text,
  destination jsonb not null,
  ledger uuid[] not null default '{}',
  reply_row bigint,
  delivered_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (perspective_id, turn_id)
);

create table backread.memories (
  perspective_id int not null,
  id bigint not null default nextval('backread.row_ids'),
  memory_id uuid not null default gen_random_uuid(),
  turn_id text not null,
  content text not null,
  set_id int,
  state text not null default 'live' check (state in ('live', 'withdrawn')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (perspective_id, id),
  unique (perspective_id, memory_id)
);
create index memories_newest on backread.memories (perspective_id, created_at desc, memory_id);
create table backread.memory_sources (
  perspective_id int not null,
  memory_row bigint not null,
  source_row bigint not null,
  primary key (perspective_id, memory_row, source_row)
);
create index memory_sources_source on backread.memory_sources (perspective_id, source_row);

create table backread.people (
  perspective_id int not null,
  id int generated always as identity,
  primary key (perspective_id, id)
);
-- A proof that lives: linked while it is neither revoked nor expired.
create table backread.identity_links (
  perspective_id int not null,
  id int generated always as identity,
  person_id int not null,
  connector_id int not null,
  external_id text not null,
  proof_row bigint not null,
  proved_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (perspective_id, id)
);
create index identity_links_account
  on backread.identity_links (perspective_id, connector_id, external_id);
create table backread.link_codes (
  perspective_id int not null,
  pair uuid not null,
  connector_id int not null,
  external_id text not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  proof_row bigint,
  primary key (perspective_id, pair, connector_id, external_id)
);

create table backread.audit (
  perspective_id int not null,
  audit_id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  turn_id text,
  run_id text,
  tool_call_id text,
  query_digest text not null,
  filters jsonb not null,
  destination jsonb not null,
  outcome text not null,
  selected jsonb not null,
  degraded text[] not null,
  excluded jsonb not null,
  primary key (perspective_id, audit_id)
) partition by hash (perspective_id);
create index audit_newest on backread.audit (perspective_id, at);
create index audit_turn on backread.audit (perspective_id, turn_id) where turn_id is not null;

-- An index is disposable: what is quoted always comes from messages.
-- lexemes = what has to be removed from postings with the row; literal = folded text.
create table backread.documents (
  perspective_id int not null,
  row_id bigint not null,
  set_id int not null,
  length int not null,
  lexemes tsvector not null,
  literal text not null,
  primary key (perspective_id, row_id)
) partition by hash (perspective_id);

create table backread.postings (
  perspective_id int not null,
  lexeme text collate "C" not null,
  row_id bigint not null,
  set_id int not null,
  frequency smallint not null,
  length int not null
) partition by hash (perspective_id);
create unique index postings_key on backread.postings (perspective_id, lexeme, row_id)
  include (set_id, frequency, length);

-- Deltas, folded later: a counter that is updated in place is quadratic in a long transaction.
create table backread.corpus_counts (
  perspective_id int not null,
  set_id int not null,
  documents bigint not null,
  length bigint not null
) partition by hash (perspective_id);
create index corpus_counts_set on backread.corpus_counts (perspective_id, set_id)
  include (documents, length);

create table backread.outbox (
  perspective_id int not null,
  row_id bigint not null,
  attempts int not null default 0,
  not_before timestamptz not null default '-infinity',
  primary key (perspective_id, row_id)
);
-- model = name and length of the space that the vector is of; no vector = the embedder has none for
-- this text. 006 adds a column of pgvector's own type where the extension is there.
create table backread.embeddings (
  perspective_id int not null,
  row_id bigint not null,
  model text not null,
  set_id int not null,
  vector bytea,
  primary key (perspective_id, row_id)
) partition by hash (perspective_id);
${PARTITIONED.map((table) => partitionsOf(table)).join("")}`;

function partitionsOf(table: string): string {
  return Array.from(
    { length: PARTITIONS },
    (_, remainder) =>
      `create table backread.${table}_${remainder} partition of backread.${table}` +
      ` for values with (modulus ${PARTITIONS}, remainder ${remainder});\n`,
  ).join("");
}
