import { InvalidArgumentError } from "../../model/errors.js";
import type { SpeakerScope } from "../../speakers/config/speaker-config.js";
import { DIRECT_KINDS } from "../../speakers/route-kind.js";
import type { EligibleSql } from "../view/eligible.js";
import type { Parameters } from "../view/parameters.js";

/** Where speakers are looked for: the route that a request arrived on. */
export interface SpeakerPlace {
  readonly routeId: number;
  readonly isGuild: boolean;
  /** Empty where the destination names no channel. */
  readonly channelKey: string;
  readonly scope: SpeakerScope;
}

/** Errors: `InvalidArgumentError` for a scope that is none. */
export function checkScope(scope: SpeakerScope): void {
  if (scope !== "channel" && scope !== "conversation")
    throw InvalidArgumentError.of("scope", "must be `channel` or `conversation`");
}

/** SQL of what makes a row somebody's own words: a person of a known account, who said something. */
export function spokenSql(alias: string): string {
  return `${alias}.actor_id <> '' and ${alias}.author_type = 'person' and ${alias}.content ~ '[^[:space:]]'`;
}

/**
 * SQL of the rows among which a speaker is known, within what the destination may read: those that
 * arrived on its own route and, by `channel`, in its channel. A guild is many channels, so there a
 * destination without one has the rows without one, and over its channels none; and what an adapter
 * calls a direct message is not of a guild. Elsewhere it has the route's. Whoever is told of here can
 * be searched for here: see `resolveSpeaker`.
 */
export class SpeakerSql {
  readonly #eligible: EligibleSql;
  readonly #route: string;
  /** What a row's channel has to be, after its name. */
  readonly #channel: string | null;
  /** The direct kinds, where rows of them are left out. */
  readonly #direct: string | null;

  constructor(parameters: Parameters, eligible: EligibleSql, place: SpeakerPlace) {
    this.#eligible = eligible;
    this.#route = `${parameters.add(place.routeId)}::int`;
    this.#channel = channelSql(parameters, place);
    this.#direct = place.isGuild ? directKindsSql(parameters) : null;
  }

  /** The row arrived on the route; whether it may be read is not asked. */
  onRoute(alias: string): string {
    return (
      `${alias}.perspective_id = ${this.#eligible.perspective} and ${alias}.route_id = ${this.#route}` +
      ` and ${alias}.actor_id <> '' and ${alias}.author_type = 'person'`
    );
  }

  row(alias: string): string {
    const channel = this.#channel === null ? "" : ` and ${alias}.channel_key ${this.#channel}`;
    const open = this.#direct === null ? "" : ` and ${openSql(alias, this.#direct)}`;
    return (
      `${this.onRoute(alias)} and ${spokenSql(alias)}${channel}${open}` +
      ` and ${this.#eligible.verified(alias)}`
    );
  }
}

export function directKindsSql(parameters: Parameters): string {
  return `${parameters.add(DIRECT_KINDS)}::text[]`;
}

/** SQL of a row that is no direct message, or is of a route that has no others, by its own key. */
export function openSql(alias: string, direct: string): string {
  return (
    `(${alias}.route_kind <> all(${direct}) or exists (select from backread.routes k` +
    ` where k.perspective_id = ${alias}.perspective_id and k.id = ${alias}.route_id` +
    ` and k.kind = any(${direct})))`
  );
}

function channelSql(
  parameters: Parameters,
  { isGuild, channelKey, scope }: SpeakerPlace,
): string | null {
  if (scope === "channel")
    return isGuild || channelKey !== "" ? `= ${parameters.add(channelKey)}::text` : null;
  if (!isGuild) return null;
  return channelKey === "" ? "is null" : "<> ''";
}

/** Of rows of one route, whose numbers never tie. */
export function newestSpoken(alias: string): string {
  return `${alias}.sent_at desc nulls last, ${alias}.sequence desc`;
}
