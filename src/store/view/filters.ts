import { InvalidArgumentError } from "../../model/errors.js";
import { AliasError } from "../../model/store-errors.js";
import type { Namespace } from "../../speakers/audience.js";
import type { ConversationRef, SearchFilters } from "../port.js";
import { groupsOfAccounts } from "../actors/groups.js";
import { findPlace } from "../routes.js";
import type { BoundSession } from "../scope.js";
import { speakerSql, type SpeakerFilter } from "../search/speaker/speaker-sql.js";
import { storable } from "../text.js";
import type { AccountId, Binding } from "./binding.js";
import { readInstant } from "./instant.js";
import { Parameters } from "./parameters.js";

/** Filters whose names were looked up. They choose rows; no statistic is taken after them. */
export interface RowFilter {
  /** A name among them is not known here: no row passes, as if none were eligible. */
  readonly impossible: boolean;
  readonly conversationId: number | null;
  readonly connectorId: number | null;
  readonly accounts: readonly AccountId[] | null;
  /** Actors that count as one with any of these; empty where operators merged none of them. */
  readonly actors: readonly string[];
  /** Rows of the agent itself. */
  readonly own: boolean;
  /** Keys of channels. */
  readonly channels: readonly string[] | null;
  readonly after: string | null;
  readonly before: string | null;
  /** Filters where it is strict alone. */
  readonly speaker: SpeakerFilter | null;
}

const NO_FILTER: RowFilter = {
  impossible: false,
  conversationId: null,
  connectorId: null,
  accounts: null,
  actors: [],
  own: false,
  channels: null,
  after: null,
  before: null,
  speaker: null,
};

/** Errors: `InvalidArgumentError` for what cannot be read; nothing is known yet of what exists. */
export function checkFilters({ after, before, actor, ...named }: SearchFilters): void {
  const { connector, channels = [] } = named;
  if (after !== undefined) readInstant("filters.after", after);
  if (before !== undefined) readInstant("filters.before", before);
  if (typeof actor === "string" && actor !== "requester" && actor !== "you")
    throw InvalidArgumentError.of("filters.actor", "must be an id, `requester` or `you`");
  if (connector !== undefined && (connector.type === "" || connector.name === ""))
    throw InvalidArgumentError.of("filters.connector", "must have a type and a name");
  if (!Array.isArray(channels) || !channels.every((id) => typeof id === "string"))
    throw InvalidArgumentError.of("filters.channels", "must be a list of ids");
}

/**
 * Looks the names of filters up. A name that is not known narrows to nothing, never widens. `merged`
 * is whether operators merged any actors here: an account then brings those that count as one with it.
 */
export async function resolveFilters(
  session: BoundSession,
  binding: Binding,
  filters: SearchFilters,
  merged: boolean,
): Promise<RowFilter> {
  const { conversation, connector, actor, channels: listed = [] } = filters;
  const channels = listed.length === 0 ? null : listed.filter((id) => isStorable(id));
  const after = filters.after === undefined ? null : readInstant("filters.after", filters.after);
  const before =
    filters.before === undefined ? null : readInstant("filters.before", filters.before);
  const conversationId =
    conversation === undefined ? null : await findConversation(session, conversation);
  const connectorId = connector === undefined ? null : await findConnector(session, connector);
  const accounts =
    actor === undefined || actor === "you" ? null : await findAccounts(session, binding, actor);
  const actors = merged ? await groupsOfAccounts(session, accounts ?? []) : [];
  const impossible =
    (conversation !== undefined && conversationId === null) ||
    (connector !== undefined && connectorId === null) ||
    accounts?.length === 0;
  const own = actor === "you";
  const named = { conversationId, connectorId, accounts, actors, own, channels };
  return { ...NO_FILTER, ...named, impossible, after, before };
}

/** Every account that is linked, now, to the requester's person; his own alone where none is. */
export async function requesterAccounts(
  session: BoundSession,
  { requester }: Binding,
): Promise<readonly AccountId[]> {
  if (requester === null) return [];
  const parameters = new Parameters();
  const perspective = `${parameters.add(session.perspectiveId)}::int`;
  const rows = await session.query<AccountRecord>(
    accountsOfSql(parameters, perspective, requester),
    parameters.values,
  );
  return rows.map((row) => toAccount(row));
}

export interface AccountRecord {
  readonly connector_id: number;
  readonly external_id: string;
}

export function toAccount({ connector_id, external_id }: AccountRecord): AccountId {
  return { connectorId: connector_id, id: external_id };
}

/** SQL of an account and of all that are linked to its person, while both proofs live. */
export function accountsOfSql(
  parameters: Parameters,
  perspective: string,
  { connectorId, id }: AccountId,
): string {
  const connector = `${parameters.add(connectorId)}::int`;
  const external = `${parameters.add(id)}::text`;
  return `select ${connector} as connector_id, ${external} as external_id union
    select b.connector_id, b.external_id
    from backread.identity_links a join backread.identity_links b
      on b.perspective_id = a.perspective_id and b.person_id = a.person_id
    where a.perspective_id = ${perspective} and a.connector_id = ${connector}
      and a.external_id = ${external}
      and backread.link_is_live(a) and backread.link_is_live(b)`;
}

async function findAccounts(
  session: BoundSession,
  binding: Binding,
  actor: "requester" | { readonly id: string; readonly namespace?: Namespace },
): Promise<readonly AccountId[]> {
  if (actor === "requester") return requesterAccounts(session, binding);
  if (actor.id === "" || !isStorable(actor.id)) return [];
  const { namespace } = actor;
  const connectorId =
    namespace === undefined ? binding.place.connectorId : await findConnector(session, namespace);
  return connectorId === null ? [] : [{ connectorId, id: actor.id }];
}

async function findConversation(
  session: BoundSession,
  ref: ConversationRef,
): Promise<number | null> {
  if (![ref.connector.type, ref.connector.name, ref.id].every((part) => isStorable(part)))
    return null;
  try {
    return (await findPlace(session, ref))?.conversationId ?? null;
  } catch (error) {
    if (error instanceof AliasError) return null;
    throw error;
  }
}

async function findConnector(
  session: BoundSession,
  { type, name }: Namespace,
): Promise<number | null> {
  if (!isStorable(type) || !isStorable(name)) return null;
  const [row] = await session.query<{ id: number }>(
    `select id from backread.connectors where perspective_id = $1 and type = $2 and name = $3`,
    [session.perspectiveId, type, name],
  );
  return row?.id ?? null;
}

/** No row can have a name that the database cannot hold; sent as it is, it could become another. */
export function isStorable(name: string): boolean {
  return storable(name) === name;
}

/** Whether the filter chooses among rows at all. */
export function isFiltering(filter: RowFilter): boolean {
  const { impossible, own, accounts, conversationId, connectorId, ...more } = filter;
  const given = [accounts, conversationId, connectorId, more.channels, more.after, more.before];
  const strict = filter.speaker?.only === true;
  return impossible || own || strict || given.some((value) => value !== null);
}

/** The filter as SQL over an alias of `backread.messages`; begins with `and` unless empty. */
export function filterSql(parameters: Parameters, filter: RowFilter, alias: string): string {
  const parts: string[] = [];
  if (filter.impossible) parts.push("false");
  if (filter.conversationId !== null)
    parts.push(`${alias}.conversation_id = ${parameters.add(filter.conversationId)}::int`);
  if (filter.connectorId !== null)
    parts.push(`${alias}.connector_id = ${parameters.add(filter.connectorId)}::int`);
  if (filter.accounts !== null)
    parts.push(
      `${alias}.author_type in ('person', 'agent')`,
      accountsSql(parameters, filter.accounts, alias, filter.actors),
    );
  if (filter.own) parts.push(`${alias}.author_type = 'agent' and ${alias}.lineage <> 'none'`);
  if (filter.channels !== null)
    parts.push(`${alias}.channel_key = any(${parameters.add(filter.channels)}::text[])`);
  if (filter.after !== null)
    parts.push(`${alias}.sent_at > ${parameters.add(filter.after)}::timestamptz`);
  if (filter.before !== null)
    parts.push(`${alias}.sent_at < ${parameters.add(filter.before)}::timestamptz`);
  if (filter.speaker?.only === true) parts.push(speakerSql(parameters, filter.speaker, alias));
  return parts.map((part) => ` and ${part}`).join("");
}

/** Rows that one of the accounts wrote, or one of the actors that count as one with them. */
export function accountsSql(
  parameters: Parameters,
  accounts: readonly AccountId[],
  alias: string,
  actors: readonly string[],
): string {
  const connectors = parameters.add(accounts.map(({ connectorId }) => connectorId));
  const ids = parameters.add(accounts.map(({ id }) => id));
  const theirs =
    `(${alias}.connector_id, ${alias}.author_id) in` +
    ` (select * from unnest(${connectors}::int[], ${ids}::text[]))`;
  if (actors.length === 0) return theirs;
  return `(${theirs} or ${alias}.actor_id = any(${parameters.add(actors)}::text[]))`;
}
