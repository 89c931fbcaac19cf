import { InvalidArgumentError } from "../../../model/errors.js";
import type { SpeakerCondition } from "../../port.js";
import { findPlace, type Place } from "../../routes.js";
import type { BoundSession } from "../../scope.js";
import type { Binding } from "../../view/binding.js";
import { requesterAccounts } from "../../view/filters.js";
import type { SpeakerFilter, SpeakerScope, Target } from "./speaker-sql.js";

/** Errors: `InvalidArgumentError`. */
export function checkSpeaker({ who, only, scope, epoch }: SpeakerCondition): void {
  const known = who === "requester" || who === "you" || isActor(who);
  if (!known)
    throw InvalidArgumentError.of("speaker.who", "must be an actor, `requester` or `you`");
  if (typeof only !== "boolean") throw InvalidArgumentError.of("speaker.only", "must be a boolean");
  if (scope !== "channel" && scope !== "conversation")
    throw InvalidArgumentError.of("speaker.scope", "must be `channel` or `conversation`");
  if (epoch !== undefined && !Number.isSafeInteger(epoch))
    throw InvalidArgumentError.of("speaker.epoch", "must be a whole number");
}

function isActor(who: SpeakerCondition["who"]): boolean {
  return typeof who === "object" && typeof who.actorId === "string" && who.actorId !== "";
}

/** Null where this request cannot be conditioned so: then nothing of anybody is looked for. */
export async function resolveSpeaker(
  session: BoundSession,
  binding: Binding,
  { who, only, scope, epoch }: SpeakerCondition,
): Promise<SpeakerFilter | null> {
  const { route } = binding.options.destination;
  const arrived = route === undefined ? binding.place : await findPlace(session, route);
  if (arrived === null) return null;
  if (epoch !== undefined && epoch !== (await liveEpoch(session, arrived))) return null;
  const within = scopeOf(binding, arrived, scope);
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

/** A request without a channel has the rows of its own route; over channels it looks from one. */
function scopeOf(
  { place: { conversationId }, channelKey }: Binding,
  { routeId }: Place,
  scope: SpeakerCondition["scope"],
): SpeakerScope | null {
  if (scope === "channel") return { conversationId, place: { routeId, channelKey } };
  return channelKey === "" ? null : { conversationId, place: null };
}

/** A reset begins a new epoch: what was chosen before it does not hold any more. */
async function liveEpoch(
  session: BoundSession,
  { originConversationId }: Place,
): Promise<number | null> {
  const [row] = await session.query<{ epoch: number }>(
    "select epoch from backread.conversations where perspective_id = $1 and id = $2",
    [session.perspectiveId, originConversationId],
  );
  return row?.epoch ?? null;
}
