import type { Database } from "../../dist/store/database.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import type { ConversationRef, View } from "../../dist/store/port.js";
import { bindView } from "../../dist/store/view/view.js";
import { rosterEntry, type RosterSnapshot } from "../../dist/speakers/roster/roster.js";
import type { SpeakerContext } from "../../dist/tools/index.js";
import {
  channel,
  destination,
  direct,
  dm,
  openScope,
  say,
  TOOLS,
  workspace,
} from "./turn-support.js";

export const CANARY = "c4n4ry";
const idOf = (name: string): string => `${CANARY}-${name}`;
const actorOf = (name: string): string => `actor:slack:${idOf(name)}`;

export const GUILD: ConversationRef = { ...channel("guild"), kind: "guild" };
/** The key of its route, which the store makes at random. */
const ROUTE = "5f0c2a8e-1b7d-4c39-9a46-7d2e8f3b6c10";
const DM = { conversation: dm("hidden"), audience: direct(idOf("yann")) };

/** Fixture F: six rows of one room, and two of a direct conversation that no one may read there. */
export async function fixture(database: Database): Promise<Scope> {
  const scope = await openScope(database);
  const at = { conversation: GUILD, audience: workspace(), channel: "main" };
  const by = (name: string): object => ({
    author: { type: "person", id: idOf(name), label: name[0]?.toUpperCase() + name.slice(1) },
  });
  await say(scope, "our trip to Porto begins Monday", { ...at, ...by("nadia") });
  await say(scope, "hotel for this trip is reserved", { ...at, ...by("yann") });
  await say(scope, "may I come on that trip", { ...at, ...by("otto") });
  const agent = { author: { type: "agent", id: "bot", label: "Bot" } } as const;
  await say(scope, "That trip has four stages.", { ...at, ...agent });
  await say(scope, "bags for our trip stand ready", { ...at, ...by("nadia") });
  const nobody = { author: { type: "person", id: "", label: "Zoltan" } } as const;
  await say(scope, "whose car takes us on this trip", { ...at, ...nobody });
  await writing(scope, (session) =>
    session.query(
      `update backread.routes set public_key = $2 where perspective_id = $1 and kind = 'guild'`,
      [session.perspectiveId, ROUTE],
    ),
  );
  return scope;
}

/** What no reader of the room may see. */
export async function addHidden(scope: Scope): Promise<void> {
  const author = (name: string, label: string): object => ({
    author: { type: "person", id: idOf(name), label },
  });
  await say(scope, "hidden trip idea for yann", { ...DM, ...author("quentin", "Quentin") });
  await say(scope, "a small trip memo", { ...DM, ...author("nadia", "Nadi-Bee") });
  const elsewhere = {
    conversation: GUILD,
    audience: direct(idOf("yann")),
    channel: "main",
  };
  await say(scope, "a hidden trip of hers", { ...elsewhere, ...author("nadia", "Nadi-Bee") });
}

export function guildView(scope: Scope, channelKey: string | null = "main"): Promise<View> {
  const to = destination(GUILD, workspace());
  const bound = channelKey === null ? to : { ...to, channel: channelKey };
  return bindView(scope, { destination: bound, requester: { id: idOf("yann") } }, TOOLS);
}

export const SNAPSHOT: RosterSnapshot = {
  id: "snapshot",
  route: ROUTE,
  epoch: 1,
  entries: ["nadia", "otto", "yann"].map((name) =>
    rosterEntry(name, name[0]?.toUpperCase() + name.slice(1), actorOf(name)),
  ),
  truncated: false,
};

export const ALL: SpeakerContext = {
  annotations: true,
  selection: true,
  snapshot: SNAPSHOT,
  scope: "channel",
};

export { idOf };
