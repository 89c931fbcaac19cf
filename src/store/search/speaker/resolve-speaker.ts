import { InvalidArgumentError } from "../../../model/errors.js";
import type { SpeakerCondition } from "../../port.js";
import { findPlace, type Place } from "../../routes.js";
import type { BoundSession } from "../../scope.js";
import type { Binding } from "../../view/binding.js";
import { readLive, type LiveRoute } from "../../roster/read-live.js";
import { requesterAccounts } from "../../view/filters.js";
import type { SpeakerFilter, SpeakerScope, Target } from "./speaker-sql.js";

/** Errors: `InvalidArgumentError`. */
export function checkSpeaker({ who, only, scope, epoch, route }: SpeakerCondition): void {
  const known = who === "requester" || who === "you" || isActor(who);
  if (!known)
    throw InvalidArgumentError.of("speaker.who", "must be an actor, `requester` or `you`");
  if (typeof only !== "boolean") throw InvalidArgumentError.of("speaker.only", "must be a boolean");
  if (scope !== "channel" && scope !== "conversation")
    throw InvalidArgumentError.of("speaker.scope", "must be `channel` or `conversation`");
  if (epoch !== undefined && !Number.isSafeInteger(epoch))
    throw InvalidArgumentError.of("speaker.epoch", "must be a whole number");
  if (route !== undefined && typeof route !== "string")
    throw InvalidArgumentError.of("speaker.route", "must be the key of a route");
}

function isActor(who: SpeakerCondition["who"]): boolean {
  return typeof who === "object" && typeof who.actorId === "string" && who.actorId !== "";
}

/** Null where this request cannot be conditioned so: then nothing of anybody is looked for. */
export async function resolveSpeaker(
  session: BoundSession,
  binding: Binding,
  condition: SpeakerCondition,
): Promise<SpeakerFilter | null> {
  const { who, only } = condition;
  const { route } = binding.options.destination;
  const arrived = route === undefined ? binding.place : await findPlace(session, route);
  if (arrived === null) return null;
  const live = await readLive(session, arrived);
  if (live === null || !holds(condition, live)) return null;
  const within = scopeOf(binding, { ...arrived, isGuild: live.isGuild }, condition.scope);
  const target = await targetOf(session, binding, who);
  return within === null || target === null ? null : { target, scope: within, only };
}

async function targetOf(
  session: BoundSession,
  binding: Binding,
  who: SpeakerCondition["who"],
): Promise<Target | null> {
  if (who === "you") return "own";
  if (who !== "requester") return { actorId: who.actorId };
  const accounts = await requesterAccounts(session, binding);
  return accounts.length === 0 ? null : { accounts };
}

/**
 * A guild is many channels: there a request without one has the rows without one, and none over its
 * channels. Elsewhere it has those of its route, and over channels those of its conversation.
 */
function scopeOf(
  { place: { conversationId }, channelKey }: Binding,
  { routeId, isGuild }: Place & { readonly isGuild: boolean },
  scope: SpeakerCondition["scope"],
): SpeakerScope | null {
  const narrows = isGuild || channelKey !== "";
  if (scope === "channel")
    return { conversationId, isGuild, place: { routeId, channelKey: narrows ? channelKey : null } };
  return isGuild && channelKey === "" ? null : { conversationId, isGuild, place: null };
}

/** A reset begins a new epoch, and a roster is of one route: a choice holds for what it was made of. */
function holds({ epoch, route }: SpeakerCondition, live: LiveRoute): boolean {
  return (epoch ?? live.epoch) === live.epoch && (route ?? live.route) === live.route;
}
