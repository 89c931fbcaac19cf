import { createCore } from "../../dist/core/create-core.js";
import type { Author } from "../../dist/model/message.js";
import { createRecall } from "../../dist/recall/create-recall.js";
import { createRe2jsEngine } from "../../dist/regex/re2js.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { declareConnector } from "../../dist/store/connectors.js";
import type { Database } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type { IngestEvent, IngestOutcome, MessageEvent } from "../../dist/store/ingest-port.js";
import { openPerspective } from "../../dist/store/perspective.js";
import type { ConversationRef, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { bindView } from "../../dist/store/view/view.js";
import type { ViewTools } from "../../dist/store/view/binding.js";
import { searchTimeoutMs } from "./harness.js";

/** A row as a test says it. */
export interface Said {
  readonly in: ConversationRef;
  /** Null: no evidence of who could read it. */
  readonly to: Audience | null;
  readonly text: string;
  readonly by?: string | Author;
  readonly at?: string;
  readonly sequence?: number;
  readonly sourceId?: string;
  readonly sourceTime?: string;
  readonly parent?: string;
  readonly channel?: string;
  readonly more?: Partial<MessageEvent>;
}

export const SLACK = { type: "slack", name: "acme" } as const;
export const DISCORD = { type: "discord", name: "guild" } as const;
export const NOW = "2026-03-01T00:00:00Z";

export function dm(
  user: string,
  connector = SLACK as ConversationRef["connector"],
): ConversationRef {
  return { connector, kind: "dm", id: user };
}
export function channel(id: string): ConversationRef {
  return { connector: SLACK, kind: "channel", id };
}
export function members(...readers: string[]): Audience {
  return { kind: "members", namespace: SLACK, readers };
}
export function direct(reader: string): Audience {
  return { kind: "members", namespace: SLACK, readers: [reader], direct: true };
}
export const PUBLIC: Audience = { kind: "public" };
export const WORKSPACE: Audience = { kind: "workspace", namespace: SLACK };

/** A value that a test has just seen to be there. */
export function sure<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it is not there");
  return value;
}

let perspectives = 0;

/** A perspective of its own in a database that tests share, with its connectors declared. */
export async function newScope(
  database: Database,
  auditKey: CryptoKey | null = null,
): Promise<Scope> {
  const agent = `agent-${++perspectives}`;
  const scope = await openPerspective(
    database,
    { tenant: "t", agent },
    { auditKey, searchTimeoutMs },
  );
  for (const namespace of [SLACK, DISCORD])
    await declareConnector(scope, {
      ...namespace,
      ids: "global",
      agentIds: ["bot"],
      trusted: true,
      joinersSeeHistory: true,
    });
  return scope;
}

export async function viewTools(): Promise<ViewTools> {
  const recall = createRecall({ core: await createCore() });
  return { recall: async () => recall, regex: createRe2jsEngine(), now: NOW };
}

/** A view of a conversation for its readers; for the requester too, where one asks. */
export async function viewIn(
  scope: Scope,
  place: ConversationRef,
  audience: Audience,
  requester?: string,
): Promise<View> {
  const destination = { conversation: place, audience, asOf: NOW };
  const asked = requester === undefined ? {} : { requester: { id: requester } };
  return bindView(scope, { destination, ...asked }, await viewTools());
}

/** Conversations that nobody has spoken in yet: a row without evidence makes each known. */
export async function open(scope: Scope, ...refs: ConversationRef[]): Promise<void> {
  await tell(
    scope,
    refs.map((ref) => ({
      in: ref,
      to: null,
      text: "",
      sourceId: "opened",
      at: "2025-01-01T00:00:00Z",
    })),
  );
}

/** Stores rows in the order given; gives their message ids. */
export async function tell(scope: Scope, rows: readonly Said[]): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < rows.length;) {
    const { in: conversation } = sure(rows[start]);
    let end = start;
    while (rows[end]?.in === conversation) end++;
    const events = rows.slice(start, end).map((row) => eventOf(row));
    for (const outcome of await happen(scope, conversation, events)) {
      if (outcome.status !== "stored") throw new Error(JSON.stringify(outcome));
      ids.push(outcome.messageId);
    }
    start = end;
  }
  return ids;
}

/** Any events of one conversation. */
export async function happen(
  scope: Scope,
  conversation: ConversationRef,
  events: readonly IngestEvent[],
): Promise<readonly IngestOutcome[]> {
  return (await ingest(scope, { conversation, events })).outcomes;
}

let sources = 0;

function eventOf(row: Said): MessageEvent {
  const { to, text, by = "u9", at, sequence, sourceId, sourceTime, parent, channel, more } = row;
  return {
    type: "message",
    sourceId: sourceId ?? `s${++sources}`,
    content: text,
    author: typeof by === "string" ? { type: "person", id: by, label: by } : by,
    audience: to,
    ...(at === undefined ? {} : { sentAt: at }),
    ...(sequence === undefined ? {} : { sequence }),
    ...(sourceTime === undefined ? {} : { at: sourceTime }),
    ...(parent === undefined ? {} : { parent }),
    ...(channel === undefined ? {} : { channel }),
    ...more,
  };
}
