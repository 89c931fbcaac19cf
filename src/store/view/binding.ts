import { InvalidDestinationError, StaleAudienceError } from "../../model/store-errors.js";
import type { Recall } from "../../recall/recall.js";
import type { RegexEngine } from "../../regex/port.js";
import { sameNamespace, type Audience } from "../../speakers/audience.js";
import { anyMergedSql } from "../actors/group-sql.js";
import type { SqlValue } from "../database.js";
import type { Destination, ViewOptions } from "../port.js";
import { instantOfMicros, microsOfInstant } from "../instant.js";
import { checkRef, findPlace, requirePlace, type Place } from "../routes.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { storable } from "../text.js";
import type { SemanticLane } from "../semantic/lane.js";

/** What views work with besides the database. */
export interface ViewTools {
  /** Made when it is first needed. */
  readonly recall: () => Promise<Recall>;
  /** Without one, a `/…/` query throws `RegexUnsupportedError`. */
  readonly regex?: RegexEngine | undefined;
  /** The clock that ages are counted from; the transaction's own when absent. */
  readonly now?: string | undefined;
  /** Without one, rows are found by their words alone. */
  readonly semantic?: SemanticLane | undefined;
  /** Whether cards are told. */
  readonly cards?: boolean | undefined;
}

/** One external id, by the id of its connector. */
export interface AccountId {
  readonly connectorId: number;
  readonly id: string;
}

/** A destination that was checked, once. Nothing of it comes from a later caller. */
export interface Binding {
  readonly options: ViewOptions;
  readonly tools: ViewTools;
  readonly place: Place;
  /** Public key of the destination's conversation. */
  readonly conversation: string;
  /** Empty where the destination names no channel. */
  readonly channelKey: string;
  /** The readers that count: without the agent's own ids. */
  readonly audience: Audience;
  readonly requester: AccountId | null;
  /** Whether the database can look texts up by trigrams. */
  readonly trigrams: boolean;
}

/** SQL of a `backread.destination`, of parameters `$1` to `$7` as `destinationValues` gives them. */
export const DESTINATION =
  "row($1::int, $2::int, $3::int, $4::text, $5::text[], $6::boolean, $7::boolean)::backread.destination";

export function destinationValues(perspectiveId: number, binding: Binding): SqlValue[] {
  const { audience, place } = binding;
  const members = audience.kind === "members";
  return [
    perspectiveId,
    place.connectorId,
    place.conversationId,
    audience.kind,
    members ? audience.readers : [],
    members && audience.direct === true,
    audience.kind !== "public" && audience.external === true,
  ];
}

/** What a read begins with; for use in its transaction only. */
export interface Rights {
  /** Ids of the audience sets that the destination allows now. */
  readonly sets: readonly number[];
  /** Operators have merged actors of the perspective. It is nobody's right to anything. */
  readonly merged: boolean;
}

export async function readRights(session: BoundSession, binding: Binding): Promise<Rights> {
  const [row] = await session.query<Rights & object>(
    `select backread.allowed_sets(${DESTINATION}) as sets, ${anyMergedSql("$1")} as merged`,
    destinationValues(session.perspectiveId, binding),
  );
  return row ?? { sets: [], merged: false };
}

/** Ids of the audience sets that the destination allows now; for use in this transaction only. */
export async function allowedSets(
  session: BoundSession,
  binding: Binding,
): Promise<readonly number[]> {
  return (await readRights(session, binding)).sets;
}

/**
 * Checks a destination and its requester. Errors: `InvalidDestinationError`,
 * `UnknownConversationError`, `StaleAudienceError`, `InvalidArgumentError` for a ref that is none.
 */
export async function bindDestination(
  scope: Scope,
  options: ViewOptions,
  tools: ViewTools,
): Promise<Binding> {
  const { destination, requester } = options;
  const asOf = checkShape(destination);
  return reading(scope, async (session) => {
    const place = await requirePlace(session, destination.conversation);
    await checkRoute(session, destination, place);
    const facts = await readFacts(session, place, { channel: destination.channel ?? null, asOf });
    if (facts.stale)
      throw new StaleAudienceError("the audience was read before its membership changed", {
        asOf: destination.asOf,
      });
    const audience = withoutAgent(destination.audience, new Set(facts.agent_ids));
    if (requester !== undefined) checkRequester(requester.id, audience);
    return Object.freeze({
      options,
      tools,
      place,
      conversation: facts.public_key,
      channelKey: destination.channel ?? "",
      audience,
      requester:
        requester === undefined ? null : { connectorId: place.connectorId, id: requester.id },
      trigrams: facts.trigrams,
    });
  });
}

const AUDIENCE_KINDS: ReadonlySet<string> = new Set(["public", "workspace", "members"]);

/** Gives `asOf` as the database reads it. */
function checkShape({ audience, channel, conversation, route, asOf }: Destination): string {
  for (const ref of route === undefined ? [conversation] : [conversation, route]) {
    checkRef(ref);
    checkNames([ref.connector.type, ref.connector.name, ref.id]);
  }
  checkNames([channel ?? "", ...(audience.kind === "members" ? audience.readers : [])]);
  if (!AUDIENCE_KINDS.has(audience.kind)) throw invalid("its audience is of no known kind");
  // A text that says yes would be read as no, which is the wider of the two.
  if (![undefined, true, false].includes(audience.kind === "public" ? false : audience.external))
    throw invalid("whether its audience is external is not a boolean");
  const micros = typeof asOf === "string" ? microsOfInstant(asOf) : null;
  if (micros === null) throw invalid("asOf is no ISO 8601 instant with a zone");
  if (audience.kind !== "public" && !sameNamespace(audience.namespace, conversation.connector))
    throw invalid("its audience is of another namespace than its conversation");
  return instantOfMicros(micros);
}

/** A name that the database cannot hold would be sent as another one. */
function checkNames(names: readonly string[]): void {
  if (names.some((name) => storable(name) !== name))
    throw invalid("a name in it holds a character that cannot be stored");
}

/** A route is proved, not believed: it has to lead to the conversation. */
async function checkRoute(
  session: BoundSession,
  { route }: Destination,
  place: Place,
): Promise<void> {
  if (route === undefined) return;
  const led = await findPlace(session, route);
  if (led?.conversationId !== place.conversationId)
    throw invalid("its route does not lead to its conversation");
}

interface Facts {
  readonly public_key: string;
  readonly agent_ids: readonly string[];
  readonly stale: boolean;
  readonly trigrams: boolean;
}

/** Events are recorded for the conversation before any merge, so those merged into it count too. */
const FACTS = `
select c.agent_ids,
  (select v.public_key::text from backread.conversations v
    where v.perspective_id = $1 and v.id = $3) as public_key,
  to_regproc('show_trgm') is not null as trigrams,
  exists (
    select from backread.conversations v
    join backread.membership_events e
      on e.perspective_id = v.perspective_id and e.conversation_id = v.id
    where v.perspective_id = $1 and (v.id = $3 or v.merged_into = $3)
      and ($4::text is null or e.channel_key is null or e.channel_key = $4)
      and e.happened_at > $5::timestamptz) as stale
from backread.connectors c
where c.perspective_id = $1 and c.id = $2`;

async function readFacts(
  session: BoundSession,
  { connectorId, conversationId }: Place,
  { channel, asOf }: { readonly channel: string | null; readonly asOf: string },
): Promise<Facts> {
  const values = [session.perspectiveId, connectorId, conversationId, channel, asOf];
  const [facts] = await session.query<Facts>(FACTS, values);
  if (facts === undefined) throw invalid("its connector was never declared");
  return facts;
}

function withoutAgent(audience: Audience, agentIds: ReadonlySet<string>): Audience {
  if (audience.kind !== "members") return audience;
  const readers = [...new Set(audience.readers)].filter((id) => !agentIds.has(id)).sort();
  if (readers.length === 0) throw invalid("nobody reads there");
  return { ...audience, readers };
}

function checkRequester(id: string, audience: Audience): void {
  if (id === "") throw invalid("its requester has no id");
  checkNames([id]);
  if (audience.kind === "members" && !audience.readers.includes(id))
    throw invalid("its requester is not one of its readers");
}

function invalid(reason: string): InvalidDestinationError {
  return new InvalidDestinationError(`a destination cannot be bound: ${reason}`, { reason });
}
