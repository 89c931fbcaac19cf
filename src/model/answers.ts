import type { SessionContext, TeamBriefing } from "./context.js";
import type { Coverage, SessionMessage } from "./message.js";
import type { Pin } from "./pin.js";
import type { ThreadHit, ThreadLine } from "./search.js";

/** A conversation's board. */
export interface Pinboard {
  /** Most recently pinned first. */
  readonly pins: readonly Pin[];
  /** Pins that stand but that the limit left out. */
  readonly cut: number;
  readonly coverage: Coverage;
}

export interface ThreadIndex {
  /** Most recently answered first. */
  readonly threads: readonly ThreadLine[];
  readonly coverage: Coverage;
}

export interface ThreadSearchResult {
  /** Best first. */
  readonly hits: readonly ThreadHit[];
  readonly coverage: Coverage;
}

export interface Projection {
  /** Oldest first. */
  readonly messages: readonly SessionMessage[];
  readonly coverage: Coverage;
}

export interface InitialSession {
  /** As given, its window that of the query. */
  readonly briefing: TeamBriefing;
  /** Oldest first. */
  readonly history: readonly SessionMessage[];
  readonly coverage: Coverage;
}

/** What a turn of a conversation starts with. */
export interface InitialSessionWithContext {
  readonly briefing: TeamBriefing;
  readonly context: SessionContext;
  /** Oldest first. */
  readonly history: readonly SessionMessage[];
  /** One for each read, in the order they are made. */
  readonly coverage: {
    readonly history: Coverage;
    readonly threads: Coverage;
    readonly pins: Coverage;
  };
}
