import type { CardsReport } from "./card-reports.js";
import type { ConversationRef, Namespace } from "./conversation-ref.js";
import type { Author, Coverage, Sequence } from "./message.js";

/** How a hit was found. */
export type Lane = "words" | "literal" | "recent" | "expression" | "semantic";

/** A stored row, as somebody who may read it sees it. */
export interface StoredRow {
  readonly messageId: string;
  readonly sequence: Sequence;
  /** Opaque key of the conversation; equal for rows of one conversation. */
  readonly conversation: string;
  readonly ref: ConversationRef;
  /** The room's name as the row's own transport gave it; empty where it gave none. */
  readonly room: string;
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

/** Matches by who said them: disjoint, exact, and of eligible rows alone. */
export interface SpeakerCounts {
  readonly matching: number;
  readonly otherSpeakers: number;
  /** Of nobody whose identity was recorded. */
  readonly unknownSpeaker: number;
}

/** What became of a speaker that a search was conditioned on. */
export interface SpeakerReport {
  /** The speaker does not hold for this request. A strict filter has then found nothing. */
  readonly unresolved: boolean;
  readonly filtered: boolean;
  /** Nothing matched: the hits are the speaker's newest statements, which no count has in it. */
  readonly recalled: boolean;
  /** Null without a filter. */
  readonly counts: SpeakerCounts | null;
}

/** Whose words a row's shown text is. Its actor can be asked about and is never told. */
export interface Voice {
  /** A person's own words, words of his that another quotes, the agent's; null for any other row. */
  readonly role: "requester" | "subject" | "assistant" | null;
  readonly known: boolean;
  is(actorId: string): boolean;
}

/** The answer to a search with a speaker, or one that was asked for voices. */
export interface ConditionedAnswer extends StoreAnswer {
  readonly speakers?: SpeakerReport;
  /** By message id, for every row of the answer. */
  readonly voiceOf?: (messageId: string) => Voice | null;
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

/** One statement that a model read in a row. Who says it comes from the row. */
export interface Fact {
  readonly factId: string;
  readonly text: string;
  /** `subject`: said by somebody whom the row quotes; `assistant`: by no human. */
  readonly role: "requester" | "subject" | "assistant";
  /** Null where the row does not tell which human it is; nobody is guessed. */
  readonly author: { readonly id: string; readonly label: string } | null;
  /** Where the author is not known, the label on the row, for which nobody vouches; else empty. */
  readonly claimedLabel: string;
  /** The row whose words they are. */
  readonly messageId: string;
  /** ISO instant at which that row was said; null where its source has no full time. */
  readonly saidAt: string | null;
  readonly createdAt: string;
}

/** Facts that may be read, and how many there are: each counts once. */
export interface FactAnswer {
  readonly facts: readonly Fact[];
  readonly counts: {
    /** By whoever was asked for; 0 where nobody was. */
    readonly author: number;
    /** By a known human who is not. */
    readonly other: number;
    /** By nobody who is known. */
    readonly unknown: number;
  };
  /** Where facts were asked for with a speaker. Its counts name the agent among the others. */
  readonly speakers?: SpeakerReport;
  /** By fact id; where voices were asked for. */
  readonly voiceOf?: (factId: string) => Voice | null;
}

export interface Delivered {
  readonly messageId: string;
  readonly sequence: number;
}

export interface SearchAudit {
  readonly auditId: string;
  readonly at: string;
  readonly turnId: string | null;
  readonly runId: string | null;
  readonly toolCallId: string | null;
  /** HMAC under a subkey of the master key; empty without one. Never the text. */
  readonly queryDigest: string;
  readonly filters: unknown;
  readonly destination: unknown;
  readonly outcome: "ok" | "nothing_found" | "failed" | "timed_out" | "search_budget_exhausted";
  readonly selected: readonly {
    readonly messageId: string;
    readonly parts: Readonly<Record<string, number>>;
  }[];
  readonly degraded: readonly string[];
  /** Matches removed, by the first rule that removed each; counted to `EXCLUSION_CEILING`. */
  readonly excluded: Readonly<Record<ExclusionRule, number>>;
}

export type ExclusionRule =
  | "already_in_context"
  | "no_evidence"
  | "audience"
  | "lineage"
  | "below_cutoff";

export interface DeleteReport {
  readonly deleted: number;
  /** Replies that named a deleted row as their direct source. */
  readonly withdrawn: number;
}

/** An account that has spoken, over all of its rows, whoever may read them: for operators alone. */
export interface ActorProfile {
  readonly actorId: string;
  readonly namespace: Namespace;
  /** Its id there. */
  readonly id: string;
  /** Who it was called, last seen first; at most `ACTOR_LABELS`. */
  readonly labels: readonly ActorLabel[];
  /** Rows that are not deleted. */
  readonly rows: number;
  /** ISO instants; null where no row of it has a full time. */
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
  /** The actor that it counts as, where an operator merged it. */
  readonly mergedInto: string | null;
}

export interface ActorLabel {
  readonly label: string;
  readonly rows: number;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

export interface ActorPage {
  readonly actors: readonly ActorProfile[];
  /** `after` of the next page, which may have fewer than `limit`; null at the end. */
  readonly next: string | null;
}

/** What a merge or a split did, or would do. */
export interface ActorChange {
  /** 1, or 0 where it was so already. */
  readonly changed: number;
  readonly actor: string;
  /** Whom it counts as, or no longer does; null where a split found nothing to undo. */
  readonly into: string | null;
  /** All that count as one with it then; the first is the one that they count as. */
  readonly group: readonly string[];
  readonly dryRun: boolean;
}

/** One entry of the audit of actors, which is only ever added to. */
export interface ActorAudit {
  readonly at: string;
  /** `forget`: the account was deleted. */
  readonly action: "merge" | "split" | "forget";
  /** As given; empty for `forget`. */
  readonly operator: string;
  /** Empty where none was given, and once one whom it may name was deleted. */
  readonly reason: string;
  /** Null for one who was deleted since. */
  readonly actor: string | null;
  readonly into: string | null;
}

export interface MergeReport {
  readonly moved: number;
  readonly raised: number;
}

/** Each account sends its own code, in its own direct conversation with the agent. */
export interface LinkStart {
  readonly codes: readonly [string, string];
  readonly expiresAt: string;
}

export interface MaintainReport {
  readonly countersFolded: number;
  readonly codesExpired: number;
  readonly linksExpired: number;
  readonly embedded: number;
  /** Absent where the store has no model for facts. */
  readonly facts?: FactsReport;
  /** Absent where cards are off. */
  readonly cards?: CardsReport;
}

export interface FactsReport {
  /** Rows whose facts are written now, be there any or none. */
  readonly read: number;
  /** Facts that they hold. */
  readonly written: number;
  /** Rows whose answers came after they changed, or were read by somebody else. */
  readonly dropped: number;
  /** Rows that failed and were put off. */
  readonly failed: number;
  /** Rows of the perspective whose answers could not be used `FACT_ATTEMPTS` times: unread. */
  readonly givenUp: number;
  /**
   * Why the work ended early: an outage, such as `timeout`, or `unusable`, which is
   * `FACT_UNUSABLE_RUN` rows in a row without an answer that can be used. Null where it did not.
   */
  readonly failure: "status" | "timeout" | "unreachable" | "unknown" | "unusable" | null;
}

export interface StoreStats {
  readonly connectors: number;
  readonly conversations: number;
  readonly messages: number;
  readonly deleted: number;
  readonly withoutEvidence: number;
  readonly searchable: number;
  readonly turns: number;
  readonly searches: number;
}
