import type { Sequence } from "../../model/message.js";
import type { StopSignal } from "../../model/signal.js";
import type { CountTokens } from "../../model/tokens.js";
import type { RosterSnapshot } from "../../speakers/roster/roster.js";

/** One message that a host is about to send to a model. */
export interface PayloadMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  /** The stored row that it is, where the host knows it. */
  readonly messageId?: string;
  /** Its transport's id in the conversation of the message that is answered. */
  readonly sourceId?: string;
}

/**
 * A row that was said in some channel of the conversation, as a turn between the requester and the
 * agent. One message a row: those of one role that follow each other are not joined, so that each
 * keeps its id. It is in the answer alone, and is not to be stored again.
 */
export interface ReplayedMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly messageId: string;
  readonly replayed: true;
}

export type BlockName = "card" | "roster" | "reference" | "replay" | "threads" | "pins";

export interface ContextBlock {
  readonly name: BlockName;
  /** Its part of the whole text. Empty where no entry is left, and of `replay`, whose text is in `messages`. */
  readonly text: string;
  readonly tokens: number;
  /** What is left out whole: people, threads, pins; of `reference` and `replay` groups of rows. */
  readonly entries: number;
  /** Entries that were read and had no room. */
  readonly evicted: number;
  /** Of `card`: the database did not give it, so that it is left out; the other blocks are whole. */
  readonly failed?: true;
}

export interface AssembleOptions<Given extends PayloadMessage = PayloadMessage> {
  /** Oldest first; its last user message is the one that the turn answers. */
  readonly payload: readonly Given[];
  /**
   * Most tokens of all blocks together, the payload not counted; no bound when absent. Over it whole
   * entries go: reference, the oldest first; replay, the oldest first; roster, who spoke longest ago
   * first; card, the least sure first; then threads and pins, the last of each first.
   */
  readonly maxTokens?: number;
  /** Most tokens of these two; `REFERENCE_TOKENS` and `REPLAY_TOKENS` when absent. */
  readonly referenceTokens?: number;
  readonly replayTokens?: number;
  /** Tokens of a text; a third of its UTF-8 bytes when absent. */
  readonly tokens?: CountTokens;
  /** Number of the root of the thread that the turn stands in; the desk itself when absent. */
  readonly thread?: Sequence;
  readonly signal?: StopSignal;
}

export interface AssembledContext<Given extends PayloadMessage = PayloadMessage> {
  /** The blocks that have text, an empty line between two; others' words, which the host frames. */
  readonly text: string;
  /** The payload as given, with replayed messages before its last user message. */
  readonly messages: readonly (Given | ReplayedMessage)[];
  /** In the order of the text, those whose gate is on. */
  readonly blocks: readonly ContextBlock[];
  /** Tokens of all blocks. */
  readonly total: number;
  /** The people in the roster's block, for tools that take a speaker; null where it shows nobody. */
  readonly roster: RosterSnapshot | null;
}
