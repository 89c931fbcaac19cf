import type { PayloadPlace } from "../../speakers/guild/payload-order.js";
import { reading, type BoundSession } from "../scope.js";
import type { BoundTurn } from "../turn/bound-turn.js";
import { allowedSets } from "../view/binding.js";
import { isInChannel, readAnswered, type AnsweredRow } from "./answered-row.js";
import type { AssembleOptions } from "./context-port.js";
import { placePayload } from "./payload-rows.js";
import { readRecentRows, type RecentRows } from "./recent-rows.js";

/** What was said before the answered row in the channels of its conversation. */
export interface Recent extends RecentRows {
  readonly answered: AnsweredRow;
  readonly places: readonly PayloadPlace[];
}

/**
 * Null for a request that stands in no channel, and in a conversation that has one channel alone,
 * unless it is a guild. Nothing is kept between requests: an alias holds from the next one on.
 */
export async function readRecent(
  turn: BoundTurn,
  { payload, signal }: Pick<AssembleOptions, "payload" | "signal">,
): Promise<Recent | null> {
  if (!isInChannel(turn.binding)) return null;
  return reading(turn.scope, (session) => readOnce(session, turn, payload), { signal });
}

async function readOnce(
  session: BoundSession,
  { binding, answering }: BoundTurn,
  payload: AssembleOptions["payload"],
): Promise<Recent | null> {
  const sets = await allowedSets(session, binding);
  const answered = await readAnswered(session, binding, { sets, messageId: answering });
  if (answered === null) return null;
  const { conversationId } = binding.place;
  const { sequence: before, originConversationId, isGuild } = answered;
  const recent = await readRecentRows(session, { sets, conversationId, before });
  const isAcross = [...recent.channels].some((channel) => channel !== binding.channelKey);
  if (!isGuild && !isAcross) return null;
  const of = { sets, conversationId, originConversationId };
  return { ...recent, answered, places: await placePayload(session, payload, of) };
}
