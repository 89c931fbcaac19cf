import { InvalidArgumentError } from "../../model/errors.js";
import { DestinationChangedError, StaleAudienceError } from "../../model/store-errors.js";
import { isWider, type Audience } from "../../speakers/audience.js";
import type { Place } from "../routes.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import type { AudienceNow, Delivered, Reply } from "../turn-port.js";
import { lockEvidence, verifyEvidence, type DestinationRow } from "./evidence.js";
import { lockTurnRow } from "./turn-row.js";
import { withdrawn } from "./sources.js";
import { writeReply } from "./write-reply.js";

/** Where a turn answers, as it was bound. */
export interface TurnBinding {
  readonly turnId: string;
  readonly place: Place;
  readonly channel: string;
  /** As bound, without the agent's own ids. */
  readonly audience: Audience;
  /** External ids of the agent in the destination's namespace. */
  readonly agentIds: readonly string[];
  /** Message id of the row that is answered. */
  readonly answering: string;
}

/** See `Turn.deliver`. */
export async function deliver(
  scope: Scope,
  turn: TurnBinding,
  reply: Reply,
  now: AudienceNow,
): Promise<Delivered> {
  checkReply(reply);
  const audience = withoutAgent(now.audience, turn.agentIds);
  const asOf = instant("audienceNow.asOf", now.asOf);
  return writing(
    scope,
    (session) => deliverLocked(session, turn, { reply, audience, asOf, scope }),
    { retry: true },
  );
}

interface Delivery {
  readonly scope: Scope;
  readonly reply: Reply;
  readonly audience: Audience;
  readonly asOf: string;
}

async function deliverLocked(
  session: BoundSession,
  turn: TurnBinding,
  delivery: Delivery,
): Promise<Delivered> {
  const { turnId, place } = turn;
  const { audience, asOf } = delivery;
  const { ledger, delivered } = await lockTurnRow(session, turnId);
  if (delivered !== null) return delivered;
  await lockConversation(session, place);
  if (isWider(audience, turn.audience))
    throw new DestinationChangedError(
      "the reply would have readers that its turn did not know of",
      {
        turnId,
      },
    );
  await checkFresh(session, turn, asOf);
  const destination = destinationRow(place, audience);
  await lockEvidence(session, ledger, destination);
  const sources = await verifyEvidence(session, ledger, destination);
  if (sources === null) throw withdrawn(turnId);
  return writeReply(session, turn, { ...delivery, sources });
}

/** Deliveries, departures and restrictions of one conversation come one after another. */
async function lockConversation(session: BoundSession, place: Place): Promise<void> {
  const ids = [place.conversationId, place.originConversationId];
  await session.query(
    `select id from backread.conversations where perspective_id = $1 and id = any($2::int[])
     order by id for update`,
    [session.perspectiveId, ids],
  );
}

const LATER_EVENTS = `
select exists (
  select from backread.membership_events
  where perspective_id = $1 and conversation_id = any($2::int[]) and happened_at > $4::timestamptz
    and (channel_key is null or channel_key = $3)) as stale`;

async function checkFresh(session: BoundSession, turn: TurnBinding, asOf: string): Promise<void> {
  const { conversationId, originConversationId } = turn.place;
  const places = [conversationId, originConversationId];
  const values = [session.perspectiveId, places, turn.channel, asOf];
  const [row] = await session.query<{ readonly stale: boolean }>(LATER_EVENTS, values);
  if (row?.stale === true)
    throw new StaleAudienceError("the audience was read before the room last changed", { asOf });
}

export function destinationRow(place: Place, audience: Audience): DestinationRow {
  const members = audience.kind === "members";
  return {
    connectorId: place.connectorId,
    conversationId: place.conversationId,
    kind: audience.kind,
    readers: members ? audience.readers : [],
    direct: members && audience.direct === true,
    external: audience.kind !== "public" && audience.external === true,
  };
}

/** The agent's own ids are nobody's: it reads everywhere that it writes. */
export function withoutAgent(audience: Audience, agentIds: readonly string[]): Audience {
  if (audience.kind !== "members") return audience;
  return { ...audience, readers: audience.readers.filter((id) => !agentIds.includes(id)) };
}

function checkReply({ content, sourceId, sentAt }: Reply): void {
  if (content.trim() === "") throw InvalidArgumentError.of("reply.content", "must not be blank");
  if (sourceId === "") throw InvalidArgumentError.of("reply.sourceId", "must not be empty");
  if (sentAt !== undefined) instant("reply.sentAt", sentAt);
}

/** A date alone, or a time without a zone, is no instant. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function instant(argument: string, text: string): string {
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw InvalidArgumentError.of(argument, "must be an ISO instant with a zone");
}
