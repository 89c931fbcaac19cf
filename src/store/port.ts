import type { SessionLog } from "../log/port.js";
import type { InitialSessionWithContext, Pinboard, ThreadIndex } from "../model/answers.js";
import type { ContextNote, TeamBriefing } from "../model/context.js";
import type { Author, Coverage, Sequence } from "../model/message.js";
import type { StopSignal } from "../model/signal.js";
import type { Audience, Namespace } from "../speakers/audience.js";

/** Whose transcript it is. An empty tenant is a tenant like any other. */
export interface Perspective {
  readonly tenant: string;
  readonly agent: string;
}

export type ConversationKind = "dm" | "group_dm" | "group" | "channel" | "guild";

/** A key that messages arrive on: a route, and, once aliases are followed, a conversation. */
export interface ConversationRef {
  readonly connector: Namespace;
  readonly kind: ConversationKind;
  readonly id: string;
}

/** The conversation that a turn answers into, with its readers as of `asOf`. */
export interface Destination {
  readonly conversation: ConversationRef;
  /** The key that the request arrived on; the conversation's own when absent. */
  readonly route?: ConversationRef;
  readonly channel?: string;
  readonly audience: Audience;
  /** ISO time at which the host read the audience. */
  readonly asOf: string;
}

/** An external id in the destination's namespace. */
export interface Requester {
  readonly id: string;
}

export interface ViewOptions {
  readonly destination: Destination;
  readonly requester?: Requester;
}

export interface TurnOptions extends ViewOptions {
  /** Makes `deliver` idempotent. */
  readonly id: string;
  readonly runId?: string;
  readonly requester: Requester;
  /** Message id of the row that is answered. */
  readonly answering: string;
  /** Message ids of the window that the turn has loaded. */
  readonly loaded: readonly string[];
  /** Message ids that an interrupted run of this turn had seen. */
  readonly observed?: readonly string[];
}

/** Structural filters: they choose rows and move no score. */
export interface SearchFilters {
  readonly conversation?: ConversationRef;
  readonly connector?: Namespace;
  /** `requester` and `you` are resolved by the store; an id is of the destination's namespace. */
  readonly actor?: "requester" | "you" | { readonly id: string; readonly namespace?: Namespace };
  /** ISO instants; both exclusive. Rows without a full time match neither. */
  readonly after?: string;
  readonly before?: string;
}

export interface StoreSearchOptions {
  readonly filters?: SearchFilters;
  /** Most hits, 1 to `MAX_HITS`; `DEFAULT_HITS` when absent. */
  readonly limit?: number;
  /** Rows wanted on either side of a hit, 0 to 2; 2 when absent. */
  readonly neighbours?: number;
  readonly toolCallId?: string;
  readonly signal?: StopSignal;
}

/** How a hit was found. */
export type Lane = "words" | "literal" | "recent" | "expression" | "semantic";

/** A stored row, as somebody who may read it sees it. */
export interface StoredRow {
  readonly messageId: string;
  readonly sequence: Sequence;
  /** Opaque key of the conversation; equal for rows of one conversation. */
  readonly conversation: string;
  readonly ref: ConversationRef;
  readonly channel: { readonly id: string; readonly label: string } | null;
  readonly author: Author;
  readonly content: string;
  /** Text of others that the row quotes, where it may be shown. */
  readonly quoted: string | null;
  readonly at: string | null;
  /** ISO instant, where the source has a full time. */
  readonly sentAt: string | null;
  readonly edited: boolean;
}

/** Each part of a score, in its own integers; the score is their sum. */
export type ScoreParts = Readonly<Record<string, number>>;

export interface StoreHit extends StoredRow {
  readonly lanes: readonly Lane[];
  readonly score: number;
  readonly parts: ScoreParts;
  /** Eligible rows around it, oldest first. */
  readonly before: readonly StoredRow[];
  readonly after: readonly StoredRow[];
}

export interface StoreAnswer {
  readonly status: "ok" | "nothing_found" | "search_budget_exhausted";
  readonly hits: readonly StoreHit[];
  /** Which ranking answered, and why that one. */
  readonly lanes: readonly { readonly lane: Lane; readonly why: string }[];
  /** Counts eligible rows alone. */
  readonly coverage: Coverage;
  /** Why nothing was found, in terms of filters, lane and horizon. */
  readonly reason: string | null;
  /** A lane that could not answer, such as `semantic_unavailable`. */
  readonly degraded: readonly string[];
}

/** Everything that one destination may read. A view cannot deliver. */
export interface View {
  /** Key of the destination's conversation, as its rows give it. */
  readonly conversation: string;
  readonly log: ViewLog;
  search(query: string, options?: StoreSearchOptions): Promise<StoreAnswer>;
  /** Null for a row that is hidden, deleted or unknown alike. */
  fetch(messageId: string): Promise<StoredRow | null>;
  /** Up to `count` eligible rows on either side of a row, oldest first. */
  neighbours(messageId: string, count?: number): Promise<Neighbours | null>;
  /** Eligible rows. */
  count(filters?: SearchFilters): Promise<number>;
  /** Newest first; `DEFAULT_MEMORIES` where no limit is given, 1 to `MAX_MEMORIES`. */
  memories(options?: { readonly limit?: number }): Promise<readonly Memory[]>;
  /** The pinboard of a desk, from the rows of it that may be read. */
  pins(options?: FoldOptions): Promise<Folded<Pinboard>>;
  threads(options?: FoldOptions): Promise<Folded<ThreadIndex>>;
  /** Window, threads and pins, as a turn of the desk starts with them. */
  context(options: ContextOptions): Promise<InitialSessionWithContext>;
}

/** One conversation by its stored sequences, or every row that may be read, numbered as served. */
export interface ViewLog {
  (): AddressedLog;
  (scope: { readonly conversation: ConversationRef }): SessionLog;
}

/** Where a row of a log across conversations is stored. */
export interface RowAddress {
  /** Opaque key of the conversation. */
  readonly conversation: string;
  readonly sequence: Sequence;
  readonly messageId: string;
}

/** Its numbers hold for this one object. */
export interface AddressedLog extends SessionLog {
  /** Null for a number that was never served. */
  addressOf(number: Sequence): RowAddress | null;
}

/** A fold's answer, and the message ids of the rows whose text is in it, by their sequences. */
export type Folded<Answer> = Answer & { readonly messageIds: ReadonlyMap<Sequence, string> };

/** Which desk is folded: the bound conversation and channel, unless another is named. */
export interface FoldOptions {
  readonly conversation?: ConversationRef;
  readonly channel?: string;
  /** Number of a thread's root; the desk itself when absent. */
  readonly thread?: Sequence;
  readonly limit?: number;
  readonly signal?: StopSignal;
}

export interface ContextOptions
  extends Omit<FoldOptions, "limit">, Pick<TeamBriefing, "viewerId" | "brevity"> {
  readonly teammates?: TeamBriefing["teammates"];
  /** Rows of the window; `SESSION_WINDOW` when absent. */
  readonly window?: number;
  readonly before?: Sequence;
  readonly notes?: readonly ContextNote[];
}

export interface Neighbours {
  readonly before: readonly StoredRow[];
  readonly row: StoredRow;
  readonly after: readonly StoredRow[];
}

export interface Memory {
  readonly memoryId: string;
  readonly text: string;
  readonly createdAt: string;
}
