import { DIRECT_KINDS } from "../../../speakers/route-kind.js";
import { directKindsSql, openSql } from "../../roster/speaker-rows.js";
import type { AccountId } from "../../view/binding.js";
import type { Parameters } from "../../view/parameters.js";

/** Whose rows are meant, once looked up. */
export type Target =
  | {
      readonly actorId: string;
      /** All that count as one with him, where operators merged him with some. */
      readonly group?: readonly string[];
    }
  | {
      readonly accounts: readonly AccountId[];
      /** All that count as one with any of them, where operators merged some. */
      readonly group?: readonly string[];
    }
  /** The agent itself. */
  | "own";

/** Which rows of the destination a speaker may be looked for in; never wider than eligibility. */
export interface SpeakerScope {
  readonly conversationId: number;
  readonly isGuild: boolean;
  /** Null: the conversation over its channels. A null channel: the route whatever the channel. */
  readonly place: { readonly routeId: number; readonly channelKey: string | null } | null;
}

export interface SpeakerFilter {
  readonly target: Target;
  readonly scope: SpeakerScope;
  /** Rows of others do not pass; without it his only come first among exact ties. */
  readonly only: boolean;
}

/** Rows `alias` of the target, as its own speech. */
export function targetSql(parameters: Parameters, target: Target, alias: string): string {
  const own = `${alias}.author_type = 'agent' and ${alias}.lineage <> 'none'`;
  if (target === "own") return `(${own})`;
  const speaks = `${alias}.author_type in ('person', 'agent')`;
  const { group = [] } = target;
  const merged =
    group.length === 0 ? null : `${alias}.actor_id = any(${parameters.add(group)}::text[])`;
  if ("actorId" in target)
    return `(${speaks} and ${
      merged ?? `${alias}.actor_id = ${parameters.add(target.actorId)}::text`
    })`;
  const connectors = parameters.add(target.accounts.map(({ connectorId }) => connectorId));
  const ids = parameters.add(target.accounts.map(({ id }) => id));
  const theirs = `(${alias}.connector_id, ${alias}.author_id) in
    (select * from unnest(${connectors}::int[], ${ids}::text[]))`;
  return `(${speaks} and ${merged === null ? theirs : `(${merged} or ${theirs})`})`;
}

/** Rows `alias` in which the speaker may be looked for. */
export function scopeSql(
  parameters: Parameters,
  { conversationId, isGuild, place }: SpeakerScope,
  alias: string,
): string {
  const here = `${alias}.conversation_id = ${parameters.add(conversationId)}::int`;
  if (place === null && !isGuild) return `(${here})`;
  if (place === null)
    return `(${here} and ${alias}.channel_key <> ''
      and ${alias}.route_kind <> all(${parameters.add(DIRECT_KINDS)}::text[]))`;
  const { routeId, channelKey } = place;
  const channel =
    channelKey === null ? "" : ` and ${alias}.channel_key = ${parameters.add(channelKey)}::text`;
  const open = isGuild ? ` and ${openSql(alias, directKindsSql(parameters))}` : "";
  return `(${here} and ${alias}.route_id = ${parameters.add(routeId)}::int${channel}${open})`;
}

/** Rows that a strict filter leaves, and that come first among ties without one. */
export function speakerSql(parameters: Parameters, filter: SpeakerFilter, alias: string): string {
  const target = targetSql(parameters, filter.target, alias);
  return `${target} and ${scopeSql(parameters, filter.scope, alias)}`;
}
