import { declareConnector } from "../../dist/store/connectors.js";
import { createCore } from "../../dist/core/create-core.js";
import type { Database } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type { MessageEvent } from "../../dist/store/ingest-port.js";
import { openPerspective } from "../../dist/store/perspective.js";
import type { ConversationRef, Destination, TurnOptions } from "../../dist/store/port.js";
import { createRecall } from "../../dist/recall/create-recall.js";
import type { Scope } from "../../dist/store/scope.js";
import { openTurn } from "../../dist/store/turn/open-turn.js";
import type { AudienceNow, Turn } from "../../dist/store/turn-port.js";
import type { ViewTools } from "../../dist/store/view/binding.js";
import { bindView } from "../../dist/store/view/view.js";
import type { View } from "../../dist/store/port.js";
import type { Audience, Namespace } from "../../dist/speakers/audience.js";
import { searchTimeoutMs } from "./harness.js";

export const SLACK: Namespace = { type: "slack", name: "acme" };
export const IRC: Namespace = { type: "irc", name: "libera" };
/** Later than any row that a test writes without a time of its own. */
export const NOW = "2026-06-01T00:00:00Z";

const recall = createCore().then((core) => createRecall({ core }));
export const TOOLS: ViewTools = { recall: () => recall };

export function members(readers: readonly string[], namespace: Namespace = SLACK): Audience {
  return { kind: "members", namespace, readers };
}

export function direct(reader: string, namespace: Namespace = SLACK): Audience {
  return { kind: "members", namespace, readers: [reader], direct: true };
}

export function workspace(namespace: Namespace = SLACK): Audience {
  return { kind: "workspace", namespace };
}

export const PUBLIC: Audience = { kind: "public" };

export function dm(id: string, connector: Namespace = SLACK): ConversationRef {
  return { connector, kind: "dm", id };
}

export function channel(id: string, connector: Namespace = SLACK): ConversationRef {
  return { connector, kind: "channel", id };
}

export function destination(conversation: ConversationRef, audience: Audience): Destination {
  return { conversation, audience, asOf: NOW };
}

export function now(audience: Audience, asOf: string = NOW): AudienceNow {
  return { audience, asOf };
}

let perspectives = 0;

/** A perspective of its own, with two connectors that are trusted. */
export async function openScope(database: Database): Promise<Scope> {
  const perspective = { tenant: "t", agent: `turner${perspectives++}` };
  const scope = await openPerspective(database, perspective, { searchTimeoutMs });
  for (const namespace of [SLACK, IRC])
    await declareConnector(scope, {
      ...namespace,
      ids: "global",
      agentIds: ["bot"],
      trusted: true,
      joinersSeeHistory: true,
    });
  return scope;
}

export interface Said {
  readonly conversation: ConversationRef;
  readonly audience: Audience;
  readonly by?: string;
}

let rows = 0;
const T0 = Date.UTC(2026, 0, 1);

/** Somebody says something; the message id. */
export async function say(
  scope: Scope,
  content: string,
  { conversation, audience, by = "u1", ...more }: Said & Partial<MessageEvent>,
): Promise<string> {
  const n = ++rows;
  const event: MessageEvent = {
    type: "message",
    sourceId: `s${n}`,
    content,
    author: { type: "person", id: by, label: by },
    sentAt: new Date(T0 + n * 1_000).toISOString(),
    audience,
    ...more,
  };
  const { outcomes } = await ingest(scope, { conversation, events: [event] });
  const [outcome] = outcomes;
  if (outcome?.status === "stored") return outcome.messageId;
  throw new Error(`not stored: ${JSON.stringify(outcome)}`);
}

let turns = 0;

export type Begun = Omit<TurnOptions, "id" | "loaded" | "requester"> & Partial<TurnOptions>;

export function turn(scope: Scope, options: Begun): Promise<Turn> {
  const { audience } = options.destination;
  const [reader = "u1"] = audience.kind === "members" ? audience.readers : [];
  const given = { id: `t${++turns}`, loaded: [], requester: { id: reader }, ...options };
  return openTurn(scope, given, TOOLS);
}

export function view(
  scope: Scope,
  conversation: ConversationRef,
  audience: Audience,
): Promise<View> {
  return bindView(scope, { destination: destination(conversation, audience) }, TOOLS);
}

/** Whether a message may be read at a destination. */
export async function reads(
  scope: Scope,
  messageId: string,
  at: { readonly conversation: ConversationRef; readonly audience: Audience },
): Promise<boolean> {
  const bound = await view(scope, at.conversation, at.audience);
  return (await bound.fetch(messageId)) !== null;
}
