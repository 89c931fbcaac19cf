import type { Conversation, Sequence } from "./message.js";
import type { Pin } from "./pin.js";
import type { ThreadLine } from "./search.js";

/** A block of lines under a heading of its own. */
export interface ContextNote {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** What rides along with a turn besides its window. */
export interface SessionContext {
  readonly threads: readonly ThreadLine[];
  readonly pins: readonly Pin[];
  readonly notes: readonly ContextNote[];
}

/** How long a message should be. Reported, never applied. */
export interface BrevityPolicy {
  readonly messageChars: number;
  /** Messages that the conversation shows a turn. */
  readonly window: number;
}

export interface Teammate {
  readonly id: string;
  readonly label: string;
  readonly role: string | null;
  readonly description: string | null;
}

/** Who a turn answers as, where, and with whom. */
export interface TeamBriefing {
  readonly viewerId: string;
  readonly deskId: string;
  readonly deskName: string;
  readonly teammates: readonly Teammate[];
  readonly brevity: BrevityPolicy;
}

/** Which part of a conversation a turn is shown. */
export interface SessionQuery {
  readonly conversation: Conversation;
  readonly before?: Sequence | null;
  readonly window?: number;
}
