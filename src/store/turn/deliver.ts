import { InvalidArgumentError } from "../../model/errors.js";
import {
  DestinationChangedError,
  InvalidDestinationError,
  StaleAudienceError,
} from "../../model/store-errors.js";
import { isWider, type Audience } from "../../speakers/audience.js";
import { normalAudience } from "../../speakers/normal-audience.js";
import { requireConnector } from "../connectors.js";
import { openRoom, type Room } from "../ingest/place.js";
import { instantOfMicros, microsOfInstant } from "../instant.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { faultOfId } from "../text.js";
import type { AudienceNow, Delivered, Reply } from "../turn-port.js";
import type { BoundReply } from "./bound-turn.js";
import { lockEvidence, verifyEvidence } from "./evidence.js";
import { withdrawn } from "./sources.js";
import { lockTurnRow } from "./turn-row.js";
import { writeReply } from "./write-reply.js";

/** See `Turn.deliver`. */
export async function deliver(
  scope: Scope,
  turn: BoundReply,
  reply: Reply,
  now: AudienceNow,
): Promise<Delivered> {
  const sentAt = checkReply(reply);
  const asOf = microsOf("audienceNow.asOf", now.asOf);
  checkExternal(now.audience);
  return writing(
    scope,
    async (session) => {
      const { ledger, delivered } = await lockTurnRow(session, turn.turnId);
      if (delivered !== null) return delivered;
      const room = await lockRoom(session, turn);
      const audience = recheckedAudience(turn, room, now.audience);
      await checkFresh(room, turn.channel, asOf);
      const destination = { place: room.place, audience };
      await lockEvidence(session, ledger, destination);
      const sources = await verifyEvidence(session, ledger, destination);
      if (sources === null) throw withdrawn(turn.turnId);
      const { agent } = scope.perspective;
      return writeReply(room, turn, { reply, sentAt, agent, audience, asOf, sources });
    },
    { retry: true },
  );
}

/** A text that says yes would be read as no, which is the wider of the two. */
function checkExternal(now: Audience): void {
  const external: unknown = now.kind === "public" ? undefined : now.external;
  if (external !== undefined && typeof external !== "boolean")
    throw InvalidArgumentError.of("audienceNow.audience.external", "must be a boolean");
}

/** Deliveries, departures and restrictions of one conversation come one after another. */
async function lockRoom(session: BoundSession, { conversation }: BoundReply): Promise<Room> {
  return openRoom(session, await requireConnector(session, conversation.connector), conversation);
}

/** Errors: `DestinationChangedError`, `InvalidDestinationError` where nobody is left to read. */
function recheckedAudience(turn: BoundReply, { connector }: Room, now: Audience): Audience {
  const { turnId } = turn;
  const audience = normalAudience(now, connector.agentIds);
  if (isWider(audience, turn.audience))
    throw new DestinationChangedError(
      "the reply would have readers that its turn did not know of",
      {
        turnId,
      },
    );
  if (audience.kind === "members" && audience.readers.length === 0)
    throw new InvalidDestinationError("nobody would read the reply", { reason: "has no readers" });
  return audience;
}

// Events are recorded for conversations as they were before any merge.
const LATER_EVENTS = `
select exists (
  select from backread.membership_events e join backread.conversations v
    on v.perspective_id = e.perspective_id and v.id = e.conversation_id
  where e.perspective_id = $1 and (v.id = any($2::int[]) or v.merged_into = any($2::int[]))
    and (e.channel_key is null or $3 = '' or e.channel_key = $3)
    and e.happened_at > $4::timestamptz) as stale`;

async function checkFresh({ session, place }: Room, channel: string, asOf: number): Promise<void> {
  const places = [place.conversationId, place.originConversationId];
  const readAt = instantOfMicros(asOf);
  const values = [session.perspectiveId, places, channel, readAt];
  const [row] = await session.query<{ readonly stale: boolean }>(LATER_EVENTS, values);
  if (row?.stale === true)
    throw new StaleAudienceError("the audience was read before its membership changed", {
      asOf: readAt,
    });
}

/** The time of sending in microseconds. */
function checkReply({ content, sourceId, sentAt }: Reply): number {
  if (content.trim() === "") throw InvalidArgumentError.of("reply.content", "must not be blank");
  const fault = sourceId === "" ? "must not be empty" : faultOfId(sourceId ?? "");
  if (fault !== null) throw InvalidArgumentError.of("reply.sourceId", fault);
  return sentAt === undefined ? Date.now() * 1_000 : microsOf("reply.sentAt", sentAt);
}

function microsOf(argument: string, text: string): number {
  const micros = microsOfInstant(text);
  if (micros !== null) return micros;
  throw InvalidArgumentError.of(argument, "must be an ISO 8601 instant with a zone");
}
