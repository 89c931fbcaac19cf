import type { Database } from "../../dist/store/database.js";
import { openStore } from "../../dist/store/open-store.js";
import type { ConversationRef, Destination } from "../../dist/store/port.js";
import type { Store } from "../../dist/store/store-port.js";
import type { Turn } from "../../dist/store/turn-port.js";
import type {
  AssembledContext,
  AssembleOptions,
  BlockName,
  ContextBlock,
} from "../../dist/store/assembly/context-port.js";
import type { MessageEvent } from "../../dist/store/ingest-port.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { readSpeakerConfig } from "../../dist/speakers/config/read-speaker-config.js";
import type { SpeakerConfig } from "../../dist/speakers/config/speaker-config.js";
import type { Scope } from "../../dist/store/scope.js";
import { NOW, openScope, say, SLACK, workspace } from "./turn-support.js";

export const GUILD: ConversationRef = { connector: SLACK, kind: "guild", id: "g1" };
export const MERGE = { cross_channel_recent: "merge" };
export const ROSTER = { speaker_roster_enabled: true };
export const BOT = { author: { type: "agent", id: "bot", label: "Bot" } } as const;

export function gates(assembly: object, search: object = {}): SpeakerConfig {
  const read = readSpeakerConfig({ assembly, search });
  if (read.ok) return read.config;
  throw new Error(JSON.stringify(read.problems));
}

/** One perspective, and a store over it. */
export interface Opened {
  readonly scope: Scope;
  readonly store: Store;
}

export async function openGuild(database: Database, config?: SpeakerConfig): Promise<Opened> {
  return storeOver(await openScope(database), config);
}

/** Another store over the same rows. */
export async function storeOver(scope: Scope, config?: SpeakerConfig): Promise<Opened> {
  const { database, perspective } = scope;
  const speakers = config === undefined ? {} : { speakers: config };
  return { scope, store: await openStore({ database, perspective, ...speakers }) };
}

/** Somebody says something in a channel of the guild, to the whole workspace; the message id. */
export function inGuild(
  { scope }: Pick<Opened, "scope">,
  channel: string,
  content: string,
  more: Partial<Omit<MessageEvent, "audience">> & {
    readonly audience?: Audience;
    readonly by?: string;
    readonly conversation?: ConversationRef;
  } = {},
): Promise<string> {
  const at = { conversation: GUILD, audience: workspace(), channel, channelLabel: `#${channel}` };
  const { by } = more;
  const author = by === undefined ? {} : { author: { type: "person", id: by, label: by } as const };
  return say(scope, content, { ...at, ...author, ...more });
}

export interface AskedIn extends Partial<Destination> {
  readonly requester?: string;
  readonly loaded?: readonly string[];
}

let turns = 0;

/** A turn that answers a message in a channel of the guild. */
export function turnIn(
  { store }: Pick<Opened, "store">,
  answering: string,
  { requester = "u1", loaded = [], ...at }: AskedIn = {},
): Promise<Turn> {
  const audience: Audience = workspace();
  const destination = { conversation: GUILD, audience, asOf: NOW, ...at };
  return store.turn({
    id: `assembly ${++turns}`,
    destination,
    requester: { id: requester },
    answering,
    loaded,
  });
}

/** What a turn of channel `b` is given, whose payload is the question alone. */
export async function assembled(
  opened: Opened,
  answering: string,
  { more = {}, ...at }: AskedIn & { readonly more?: Partial<AssembleOptions> } = {},
): Promise<{ readonly turn: Turn; readonly context: AssembledContext }> {
  const turn = await turnIn(opened, answering, { channel: "b", ...at });
  const payload = [{ role: "user", content: "and now?", messageId: answering }] as const;
  return { turn, context: await opened.store.assembleContext(turn, { payload, ...more }) };
}

export function block({ blocks }: AssembledContext, name: BlockName): ContextBlock | undefined {
  return blocks.find((each) => each.name === name);
}

export type Line = Readonly<Record<string, string>>;

/** The lines of the reference block; none where there is none. */
export function lines(context: AssembledContext): readonly Line[] {
  const text = block(context, "reference")?.text ?? "";
  return text
    .split("\n")
    .slice(2, -1)
    .map((line) => JSON.parse(line) as Line);
}

/** What was replayed, as `role: content`. */
export function replayed({ messages }: AssembledContext): readonly string[] {
  return messages.flatMap((message) =>
    "replayed" in message ? [`${message.role}: ${message.content}`] : [],
  );
}

/** A database that notes every statement that it is asked. */
export function recorded(database: Database): {
  readonly database: Database;
  readonly statements: string[];
} {
  const statements: string[] = [];
  return {
    statements,
    database: {
      kind: database.kind,
      transaction: (options, body) =>
        database.transaction(options, (session) =>
          body({
            query: (text, values) => {
              statements.push(text);
              return session.query(text, values);
            },
            script: (text) => {
              statements.push(text);
              return session.script(text);
            },
          }),
        ),
      outside: (text) => database.outside(text),
      exclusively: (key, body) => database.exclusively(key, body),
      close: () => database.close(),
    },
  };
}
