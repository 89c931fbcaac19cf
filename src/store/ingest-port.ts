import type { Author } from "../model/message.js";
import type { Audience, Namespace } from "../speakers/audience.js";
import type { ConversationKind, ConversationRef } from "./port.js";

/** How a platform's ids of people are told apart. */
export type IdScope = "global" | "workspace" | "session";

/**
 * A connector as the host declares it, once, before rows of it arrive. Where it is declared again,
 * what is absent stays as it was declared; all but the secret.
 */
export interface ConnectorDeclaration extends Namespace {
  readonly ids: IdScope;
  /** External ids of the agent itself: never readers; none at first. */
  readonly agentIds?: readonly string[];
  /** Its rows can prove an identity link; false at first. */
  readonly trusted?: boolean;
  /**
   * Its platform shows history to those who join, so its `join` events may say so; false at first.
   */
  readonly joinersSeeHistory?: boolean;
  /**
   * The secret that its transport marks envelopes with, of 16 bytes or more. It is kept by the open
   * store alone and written nowhere, so it is declared on every opening; a declaration without one
   * forgets it.
   */
  readonly envelopeSecret?: string | Uint8Array;
}

/** What arrives on one route, in the order in which it is to be applied. */
export interface IngestBatch {
  readonly conversation: ConversationRef;
  readonly events: readonly IngestEvent[];
}

export type IngestEvent =
  | MessageEvent
  | EnvelopedMessageEvent
  | EditEvent
  | DeleteEvent
  | LeaveEvent
  | RestrictEvent
  | JoinEvent;

export interface ChannelOf {
  /** The physical channel inside the conversation. */
  readonly channel?: string;
}

export interface MessageEvent extends ChannelOf {
  readonly type: "message";
  /** The transport's id: with connector and conversation, the identity of the row. */
  readonly sourceId: string;
  readonly author: Author;
  readonly content: string;
  /** The source's own time text. */
  readonly at?: string;
  /** ISO instant with a zone; absent where the source has no full time. */
  readonly sentAt?: string;
  /** A number of the source's own, for conversations that are numbered so. */
  readonly sequence?: number;
  /** Who could read it when it was sent; null or absent is no evidence: stored and never found. */
  readonly audience?: Audience | null;
  /** Confines the row to its own conversation. */
  readonly conversationOnly?: boolean;
  /** What people call the channel, or the conversation where it has no channels. */
  readonly channelLabel?: string;
  /** Source id of the root of its thread. */
  readonly parent?: string;
  /** Source id of the message that it answers. */
  readonly replyTarget?: string;
  readonly thread?: string;
  readonly guild?: string;
  /** What the adapter knows the route to be. A direct message is one if it or the key says so. */
  readonly routeKind?: ConversationKind;
  /** Text of others that the transport marks as quoted or forwarded. */
  readonly quoted?: { readonly text: string; readonly sourceId?: string; readonly label?: string };
  /** Whom the transport calls the author of what is answered: where the row says another, nobody is. */
  readonly replyAuthor?: string;
  readonly enveloped?: false;
}

/**
 * A message of a transport that can only put its metadata around the text. `content` is opened under
 * the secret of its connector; what is stored is what a `MessageEvent` of the same claims would store.
 * A field that is given here is the first claim, and no envelope replaces it.
 */
export interface EnvelopedMessageEvent extends Omit<MessageEvent, "author" | "enveloped"> {
  readonly enveloped: true;
  readonly author?: Author;
}

export interface EditEvent {
  readonly type: "edit";
  readonly sourceId: string;
  /** External id of who edits: an edit by anybody but the author is refused. */
  readonly by: string;
  readonly content: string;
  readonly at: string;
  /**
   * Who could read the edit. The row is then readable only where the original's audience and this
   * one both allow it; null or absent is no evidence, and the row is found no more.
   */
  readonly audience?: Audience | null;
}

export interface DeleteEvent {
  readonly type: "delete";
  readonly sourceId: string;
  readonly at: string;
}

/** `channel` absent means every channel of the conversation. */
export interface LeaveEvent extends ChannelOf {
  readonly type: "leave";
  readonly reader: string;
  readonly at: string;
}

export interface RestrictEvent extends ChannelOf {
  readonly type: "restrict";
  /** Those who may still read. */
  readonly readers: readonly string[];
  readonly at: string;
}

export interface JoinEvent extends ChannelOf {
  readonly type: "join";
  readonly reader: string;
  /** Widens old rows; only from a connector that declared `joinersSeeHistory`. */
  readonly seesHistory: boolean;
  readonly at: string;
}

/** What became of each event of a batch. Holds no text of any row. */
export type IngestOutcome =
  | { readonly status: "stored"; readonly messageId: string; readonly index: IndexStatus }
  | { readonly status: "repeated"; readonly messageId: string }
  | { readonly status: "applied" }
  /** The original has not arrived; the event waits for it. */
  | { readonly status: "waiting" }
  | { readonly status: "refused"; readonly code: RefusalCode; readonly reason: string };

/**
 * `no_evidence` rows are stored and never indexed; of `clipped` ones the beginning is; in `repaired`
 * ones U+FFFD stands for what no database text can hold (NUL, half a surrogate pair).
 */
export type IndexStatus = "indexed" | "repaired" | "clipped" | "no_evidence" | "not_indexable";

export type RefusalCode =
  | "deleted"
  | "edit_by_other"
  | "mixed_numbering"
  | "unqualified_author"
  | "namespace_mismatch"
  | "history_not_shown"
  | "no_envelope_secret"
  | "malformed_event";

export interface IngestReport {
  readonly outcomes: readonly IngestOutcome[];
}
