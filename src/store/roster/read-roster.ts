import type { SpeakerScope } from "../../speakers/config/speaker-config.js";
import { rosterEntry, type RosterSnapshot } from "../../speakers/roster/roster.js";
import { requirePlace, type Place } from "../routes.js";
import { readLive } from "./read-live.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { allowedSets, type Binding } from "../view/binding.js";
import { findSpeakers, firstSpoken, type Speaker, type Speaking } from "./find-speakers.js";
import { readHandles, type Named } from "./handles.js";
import { mintHandles, type Minting } from "./mint-handles.js";
import { ROSTER_SIZE, type RosterOptions } from "./options.js";
import { checkScope } from "./speaker-rows.js";

/** Times that a roster is read: people can come, and rows go, between a read and the minting. */
const ATTEMPTS = 3;

/** A roster with the messages of which each entry's text is, in the order of its entries. */
export interface SourcedRoster {
  readonly snapshot: RosterSnapshot;
  readonly sources: readonly (readonly string[])[];
}

/** See `View.roster`. Errors: `InvalidArgumentError`. */
export async function readRoster(
  scope: Scope,
  binding: Binding,
  options: RosterOptions = {},
): Promise<SourcedRoster> {
  const { scope: narrowing = "channel" } = options;
  checkScope(narrowing);
  for (let attempt = 1; ; attempt++) {
    const read = await reading(scope, (session) => readOnce(session, binding, narrowing));
    if (read.nameless.length === 0 || attempt === ATTEMPTS) return rosterOf(read);
    await mintHandles(scope, read.route, read.nameless);
  }
}

/** The route that a request arrived on. */
interface Arrival extends Minting {
  readonly publicKey: string;
  /** What the route leads to is a guild, whatever its own key says. */
  readonly isGuild: boolean;
}

interface Read {
  readonly route: Arrival;
  readonly named: readonly Named[];
  /** In the order in which they are to be named. */
  readonly nameless: readonly Speaker[];
  readonly truncated: boolean;
}

async function readOnce(
  session: BoundSession,
  binding: Binding,
  scope: SpeakerScope,
): Promise<Read> {
  const { destination } = binding.options;
  const ref = destination.route ?? destination.conversation;
  const arrived = await requirePlace(session, ref);
  const route = await readRoute(session, arrived);
  const sets = await allowedSets(session, binding);
  const place = { ...route, channelKey: binding.channelKey, scope };
  const speaking: Speaking = { session, sets, place };
  const found = await findSpeakers(speaking);
  const speakers = found.slice(0, ROSTER_SIZE);
  const handles = await readHandles(speaking, route.epoch, speakers);
  const nameless = speakers.filter(({ actorId }) => !handles.has(actorId));
  const named = speakers.flatMap(({ actorId }) => handles.get(actorId) ?? []);
  const truncated = found.length > speakers.length;
  return { route, named, nameless: await inOrder(speaking, nameless), truncated };
}

async function readRoute(
  session: BoundSession,
  { routeId, originConversationId, conversationId }: Place,
): Promise<Arrival> {
  const live = await readLive(session, { routeId, originConversationId, conversationId });
  if (live === null) throw new Error("a route that was found is gone");
  const { epoch, route: publicKey, isGuild } = live;
  return { routeId, originConversationId, epoch, publicKey, isGuild };
}

async function inOrder(
  speaking: Speaking,
  nameless: readonly Speaker[],
): Promise<readonly Speaker[]> {
  if (nameless.length === 0) return [];
  const byActor = new Map(nameless.map((speaker) => [speaker.actorId, speaker]));
  const order = await firstSpoken(speaking, [...byActor.keys()]);
  return order.flatMap((actorId) => byActor.get(actorId) ?? []);
}

function rosterOf({ route, named, nameless, truncated }: Read): SourcedRoster {
  const entries = named.map(({ handle, speaker: { name, actorId } }) =>
    rosterEntry(handle, name, actorId),
  );
  const snapshot: RosterSnapshot = {
    id: crypto.randomUUID(),
    route: route.publicKey,
    epoch: route.epoch,
    entries,
    truncated: truncated || nameless.length > 0,
  };
  return { snapshot: Object.freeze(snapshot), sources: named.map(({ messageIds }) => messageIds) };
}

/** The first entries alone. */
export function clipRoster({ snapshot, sources }: SourcedRoster, most: number): SourcedRoster {
  if (most >= snapshot.entries.length) return { snapshot, sources };
  const entries = snapshot.entries.slice(0, most);
  return {
    snapshot: Object.freeze({ ...snapshot, entries, truncated: true }),
    sources: sources.slice(0, most),
  };
}
