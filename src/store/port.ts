import type { SessionLog } from "../log/port.js";
import type { InitialSessionWithContext, Pinboard, ThreadIndex } from "../model/answers.js";
import type { ContextNote, TeamBriefing } from "../model/context.js";
import type { ConversationRef } from "../model/conversation-ref.js";
import type { Sequence } from "../model/message.js";
import type { StopSignal } from "../model/signal.js";
import type {
  ConditionedAnswer,
  FactAnswer,
  Memory,
  Neighbours,
  StoredRow,
} from "../model/stored.js";
import type { Audience, Namespace } from "../speakers/audience.js";
import type { CardEntry } from "../speakers/card/card.js";
import type { RosterSnapshot } from "../speakers/roster/roster.js";
import type { RosterOptions } from "./roster/options.js";

export type { RosterOptions } from "./roster/options.js";
export type { ConversationKind, ConversationRef } from "../model/conversation-ref.js";
export type {
  ConditionedAnswer,
  Fact,
  FactAnswer,
  Lane,
  Memory,
  Neighbours,
  ScoreParts,
  SpeakerCounts,
  SpeakerReport,
  Voice,
  StoreAnswer,
  StoredRow,
  StoreHit,
} from "../model/stored.js";

/** Whose transcript it is. An empty tenant is a tenant like any other. */
export interface Perspective {
  readonly tenant: string;
  readonly agent: string;
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
  /** Ids of channels, of whatever conversation; an empty list filters nothing. */
  readonly channels?: readonly string[];
  /** ISO instants; both exclusive. Rows without a full time match neither. */
  readonly after?: string;
  readonly before?: string;
}

/** Whom a search is about. Bound by the host from the request; no id of it is ever shown. */
export interface SpeakerCondition {
  readonly who: "requester" | "you" | { readonly actorId: string };
  /**
   * Rows of others are left out before any limit, and with them neighbours and quotes of others.
   * Without it his rows come first among hits of equal score, and nothing else changes.
   */
  readonly only: boolean;
  /** The request's own channel, or every channel of its conversation but private ones. */
  readonly scope: "channel" | "conversation";
  /** Of the roster that he was chosen from; after a reset it does not hold any more. */
  readonly epoch?: number;
  /** Of that roster too: it holds on its own route alone. */
  readonly route?: string;
  /** How he was chosen, for the audit. */
  readonly source?: string;
}

export interface StoreSearchOptions {
  readonly filters?: SearchFilters;
  /** Most hits, 1 to `MAX_HITS`; `DEFAULT_HITS` when absent. */
  readonly limit?: number;
  /** Rows wanted on either side of a hit, 0 to 2; 2 when absent. */
  readonly neighbours?: number;
  readonly speaker?: SpeakerCondition;
  /** Whether the answer tells whose words each row is. */
  readonly voices?: boolean;
  readonly toolCallId?: string;
  readonly signal?: StopSignal;
}

/** Everything that one destination may read. A view cannot deliver. */
export interface View {
  /** Key of the destination's conversation, as its rows give it. */
  readonly conversation: string;
  readonly log: ViewLog;
  search(query: string, options?: StoreSearchOptions): Promise<ConditionedAnswer>;
  /** Null for a row that is hidden, deleted or unknown alike. */
  fetch(messageId: string): Promise<StoredRow | null>;
  /** Up to `count` eligible rows on either side of a row, oldest first. */
  neighbours(messageId: string, count?: number): Promise<Neighbours | null>;
  /** Eligible rows. */
  count(filters?: SearchFilters): Promise<number>;
  /** Newest first; `DEFAULT_MEMORIES` where no limit is given, 1 to `MAX_MEMORIES`. */
  memories(options?: { readonly limit?: number }): Promise<readonly Memory[]>;
  /**
   * What models read in rows that may be read; with `actor` only what that one says. Errors:
   * `InvalidArgumentError`.
   */
  facts(options?: FactOptions): Promise<FactAnswer>;
  /** The pinboard of a desk, from the rows of it that may be read. */
  pins(options?: FoldOptions): Promise<Folded<Pinboard>>;
  threads(options?: FoldOptions): Promise<Folded<ThreadIndex>>;
  /** Window, threads and pins, as a turn of the desk starts with them. */
  context(options: ContextOptions): Promise<InitialSessionWithContext>;
  /**
   * What is kept of the requester, of that which may be told here: an entry is only where every
   * message that it stands on may be read. Kind by kind, the most certain first, `MAX_CARD_ENTRIES`
   * at most. None, and no read, where cards are off or nobody asks.
   */
  card(): Promise<readonly CardEntry[]>;
  /**
   * Who spoke on the destination's route where it may be read, `ROSTER_SIZE` at most, with handles
   * that last; whoever has none yet is given one. Its reads are made when it is called, never else.
   */
  roster(options?: RosterOptions): Promise<RosterSnapshot>;
}

/** Which facts. `actor`, times and channels are of the row that a fact's words were said in. */
export interface FactOptions extends Pick<
  SearchFilters,
  "actor" | "channels" | "after" | "before"
> {
  /**
   * Facts that hold one of its words, or its text as it stands, those that hold more of them first.
   * Without it those said last come first.
   */
  readonly query?: string;
  /** As for a search: strict, or a hint that puts his first among those that match alike. */
  readonly speaker?: SpeakerCondition;
  /** Whether the answer tells whose words each fact is. */
  readonly voices?: boolean;
  /** Most facts, 1 to `MAX_FACTS`; `DEFAULT_FACTS` when absent. */
  readonly limit?: number;
  /**
   * How many of these facts, from the first, the caller has room for: the others are not given, and
   * no row of theirs enters a turn. All of them when absent.
   */
  readonly roomFor?: (answer: FactAnswer) => number;
  readonly signal?: StopSignal;
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
