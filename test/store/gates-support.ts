import { createRe2jsEngine } from "../../dist/regex/index.js";
import { openStore } from "../../dist/store/open-store.js";
import type { ConversationRef, Destination, View } from "../../dist/store/port.js";
import type { Store } from "../../dist/store/store-port.js";
import type { Turn } from "../../dist/store/turn-port.js";
import type { ModelPort } from "../../dist/store/model-port/model-port.js";
import { profileTools } from "../../dist/tools/profiles.js";
import { callTool } from "../../dist/tools/call-tool.js";
import type { SpeakerContext, ToolOptions } from "../../dist/tools/options.js";
import { recording, type Recording } from "./support/recording.js";
import type { Database } from "../../dist/store/database.js";
import { openPerspective } from "../../dist/store/perspective.js";
import type { StoreAdmin } from "../../dist/store/admin-port.js";
import { refresh, verbatim } from "./cards-support.js";
import { channel, direct, dm, DISCORD, NOW, SLACK, sure, WORKSPACE } from "./spoken.js";

const ROOM = channel("room");
/** What operators repair: a channel of a guild under its own key, and one more conversation. */
const PART: ConversationRef = channel("part");
const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "guild" };
const ANNEX: ConversationRef = channel("annex");
const HERE: Destination = { conversation: ROOM, audience: WORKSPACE, asOf: NOW };
const VIEWER = { viewerId: "u1", brevity: { messageChars: 400, window: 30 } };

/** Finds one fact in whatever it is given. */
const ECHO: ModelPort = { model: "echo", complete: async () => '{"facts":[{"text":"one"}]}' };

/** A store without any gate, whose statements are recorded, over rows that are always the same. */
export interface Gated {
  readonly store: Store;
  readonly view: View;
  readonly turn: Turn;
  readonly recording: Recording;
  readonly messageIds: readonly string[];
}

let stores = 0;

/** With `left`, gates were on before: a roster was read, facts were, and cards were built. */
export async function openGated(database: Database, left: boolean): Promise<Gated> {
  const perspective = { tenant: "gates", agent: `agent-${++stores}` };
  const recorded = recording(database);
  const settings = { perspective, regex: createRe2jsEngine(), now: NOW };
  const first = await openStore({
    database,
    ...settings,
    ...(left ? { models: { facts: ECHO } } : {}),
  });
  for (const namespace of [SLACK, DISCORD])
    await first.declare({ ...namespace, ids: "global", agentIds: ["bot"], trusted: true });
  const messageIds = await fill(first);
  if (left) {
    await first.maintain();
    await (await first.view({ destination: HERE })).roster();
    const scope = await openPerspective(database, perspective, { auditKey: null });
    const { outcomes } = await refresh(scope, verbatim());
    if (outcomes.written === undefined) throw new Error("no card is left");
  } else await first.maintain();
  const store = await openStore({ database: recorded.database, ...settings });
  const requester = { id: "u1" };
  const view = await store.view({ destination: HERE, requester });
  const answering = sure(messageIds.at(-1));
  const turn = await store.turn({ id: "t", destination: HERE, requester, answering, loaded: [] });
  recorded.take();
  return { store, view, turn, recording: recorded, messageIds };
}

async function fill(store: Store): Promise<readonly string[]> {
  const minute = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
  const said = (sourceId: string, by: string, n: number): object => ({
    type: "message",
    sourceId,
    author: { type: "person", id: by, label: `Name of ${by}` },
    content: `the trip of ${by}, row ${n}\n!pin #board trip ${n}`,
    sentAt: minute(n),
    audience: WORKSPACE,
  });
  const events = [
    said("r0", "u1", 0),
    { ...said("r1", "u2", 1), parent: "r0", quoted: { text: "the trip", sourceId: "r0" } },
    { ...said("r2", "u1", 2), replyTarget: "r1" },
    said("r3", "u3", 3),
  ] as Parameters<Store["ingest"]>[0]["events"];
  const ids: string[] = [];
  for (const outcome of (await store.ingest({ conversation: ROOM, events })).outcomes)
    if (outcome.status === "stored") ids.push(outcome.messageId);
  const secret = { ...said("d0", "u1", 4), audience: direct("u1") } as (typeof events)[number];
  await store.ingest({ conversation: dm("u1"), events: [secret] });
  await store.alias(PART, GUILD);
  for (const conversation of [GUILD, PART, ANNEX]) {
    const row = { ...said(conversation.id, "u5", 5), channel: "c" } as (typeof events)[number];
    await store.ingest({ conversation, events: [row] });
  }
  return ids;
}

/** One way into the store, by the name that the door gives it. */
export interface DoorCall {
  readonly of: "view" | "turn" | "store" | "admin";
  readonly name: string;
  readonly run: (gated: Gated) => Promise<unknown>;
}

type Calls<T> = Readonly<Record<string, (of: T, gated: Gated) => Promise<unknown>>>;

const VIEW_CALLS: Calls<View> = {
  log: (view) => view.log().readBefore(null, 10),
  search: (view) => view.search("trip", { limit: 5 }),
  fetch: (view, { messageIds }) => view.fetch(sure(messageIds[1])),
  neighbours: (view, { messageIds }) => view.neighbours(sure(messageIds[1]), 2),
  count: (view) => view.count({ actor: "requester" }),
  memories: (view) => view.memories(),
  pins: (view) => view.pins(),
  threads: (view) => view.threads(),
  context: (view) => view.context(VIEWER),
  card: (view) => view.card(),
};

/** Gates of their own: who calls them asks for them. */
export const STORE_ASKED_FOR: Calls<Store> = {
  backfillFactAuthors: (store) => store.admin.backfillFactAuthors(),
  rebuildCards: (store) => store.rebuildCards({ dryRun: true }),
  cardStatus: (store) => store.cardStatus(),
};
export const ASKED_FOR: Calls<View> = {
  roster: (view) => view.roster(),
  facts: (view) => view.facts(),
};

const TURN_CALLS: Calls<Turn> = {
  ...(VIEW_CALLS as Calls<Turn>),
  remember: (turn) => turn.remember("a trip"),
  trace: (turn) => turn.trace(),
  deliver: (turn) =>
    turn.deliver({ content: "soon", sentAt: NOW }, { audience: WORKSPACE, asOf: NOW }),
};

const ACCOUNTS = [
  { namespace: SLACK, id: "u1" },
  { namespace: DISCORD, id: "u7" },
] as const;
const OTHER: ConversationRef = channel("other");

const STORE_CALLS: Calls<Store> = {
  declare: (store) => store.declare({ ...SLACK, ids: "global", agentIds: ["bot"], trusted: true }),
  ingest: (store) =>
    store.ingest({
      conversation: OTHER,
      events: [
        {
          type: "message",
          sourceId: "o0",
          content: "another trip",
          author: { type: "person", id: "u4", label: "Name" },
          audience: WORKSPACE,
          sentAt: "2026-01-02T00:00:00Z",
        },
        {
          type: "edit",
          sourceId: "o0",
          by: "u4",
          content: "no trip",
          at: NOW,
          audience: WORKSPACE,
        },
      ],
    }),
  alias: (store) => store.alias(channel("door"), OTHER),
  audienceOf: (store) => store.audienceOf(ROOM),
  view: (store) => store.view({ destination: HERE }),
  turn: (store, { messageIds }) =>
    store.turn({
      id: "u",
      destination: HERE,
      requester: { id: "u1" },
      answering: sure(messageIds[0]),
      loaded: [],
    }),
  assembleContext: (store, { turn, messageIds }) =>
    store.assembleContext(turn, {
      payload: [{ role: "user", content: "and now?", messageId: sure(messageIds.at(-1)) }],
    }),
  actors: (store) => store.actors(),
  mergeActors: (store) =>
    store.mergeActors({ from: "actor:slack:u2", into: "actor:slack:u1", operator: "op" }),
  splitActor: (store) => store.splitActor({ actor: "actor:slack:u2", operator: "op" }),
  actorAudit: async (store) =>
    (await store.actorAudit()).map(({ action, actor, into }) => ({ action, actor, into })),
  startLink: (store) => store.startLink(ACCOUNTS),
  unlink: (store) => store.unlink(ACCOUNTS[0]),
  stats: (store) => store.stats(),
  audit: (store) => store.audit(),
  merge: (store) => store.merge(OTHER, ROOM),
  delete: (store, { messageIds }) => store.delete({ messageId: sure(messageIds[0]) }),
  reset: (store) => store.reset(ROOM),
  maintain: (store) => store.maintain(),
};

const ADMIN_CALLS: Calls<StoreAdmin> = {
  backfillSenders: (admin) => admin.backfillSenders(),
  backfillChannels: (admin) => admin.backfillChannels(),
  backfillActors: (admin) => admin.backfillActors(),
  backfillReplyRoles: (admin) => admin.backfillReplyRoles(),
  reattributeRoute: (admin) => admin.reattributeRoute({ from: PART, to: GUILD }),
  normalizeActorIds: (admin) => admin.normalizeActorIds(),
  mergeConversations: (admin) => admin.mergeConversations({ from: ANNEX, into: ROOM }),
  reindex: (admin) => admin.reindex(),
};

/** Every function of the door but those that are a gate and `close`, in an order that can be run. */
export const DOOR_CALLS: readonly DoorCall[] = [
  ...callsOf("view", VIEW_CALLS, ({ view }) => view),
  ...callsOf("turn", TURN_CALLS, ({ turn }) => turn),
  ...callsOf("admin", ADMIN_CALLS, ({ store }) => store.admin),
  ...callsOf("store", STORE_CALLS, ({ store }) => store),
];

function callsOf<T>(
  of: DoorCall["of"],
  calls: Calls<T>,
  pick: (gated: Gated) => T,
): readonly DoorCall[] {
  return Object.entries(calls).map(([name, call]) => ({
    of,
    name,
    run: (gated) => call(pick(gated), gated),
  }));
}

/** Gates that are all off, said aloud. */
export const OFF: SpeakerContext = {
  annotations: false,
  selection: false,
  snapshot: null,
  requesterText: "which trip did I book?",
  scope: "channel",
};

export interface ToolAsked {
  readonly name: string;
  readonly args: (gated: Gated) => object;
}

const MARKED: ToolOptions = { marker: "m4rk3rm4rk3r", now: new Date("2026-06-01") };

/** Every tool of both profiles. */
export const TOOL_CALLS: readonly ToolAsked[] = [
  { name: "search_history", args: () => ({ query: "trip", speaker: "requester" }) },
  { name: "read_message", args: ({ messageIds }) => ({ message_id: messageIds[1] }) },
  { name: "pinboard", args: () => ({}) },
  { name: "threads", args: () => ({}) },
  { name: "search", args: () => ({ query: "trip" }) },
  { name: "fetch", args: ({ messageIds }) => ({ id: messageIds[1] }) },
];

/** What a tool answers, as JSON, and what that took. */
export async function askTool(
  gated: Gated,
  { name, args }: ToolAsked,
  speakers?: SpeakerContext,
): Promise<{ readonly json: string; readonly statements: readonly string[] }> {
  const tools = [
    ...profileTools("history", speakers),
    ...profileTools("search_and_fetch", speakers),
  ];
  gated.recording.take();
  const call = { name, arguments: args(gated) };
  const answer = await callTool(tools, gated.view, call, { ...MARKED, speakers });
  return { json: JSON.stringify(answer), statements: gated.recording.take() };
}

/** Ids are random and later times are the present: each becomes what it is the same as. */
export function comparable(answer: unknown): string {
  const json = JSON.stringify(answer, (_, value: unknown) =>
    value instanceof Map ? [...value.entries()] : value,
  );
  const numbers = new Map<string, number>();
  return (json ?? "undefined")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, (time) => (time.startsWith("2026-0") ? time : "now"))
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => {
      const number = numbers.get(id) ?? numbers.size + 1;
      numbers.set(id, number);
      return `id-${number}`;
    });
}
