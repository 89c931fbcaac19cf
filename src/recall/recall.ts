import type { Core } from "../core/core.js";
import type {
  InitialSession,
  InitialSessionWithContext,
  Pinboard,
  Projection,
  ThreadIndex,
  ThreadSearchResult,
} from "../model/answers.js";
import type { SessionLog } from "../log/port.js";
import type {
  Candidate,
  Hit,
  OffsetUnit,
  Range,
  SearchPattern,
  TextMatch,
} from "../model/match.js";
import type { SessionQuery } from "../model/context.js";
import type { Conversation, Message } from "../model/message.js";
import type { Pin, PinDirective } from "../model/pin.js";
import type { Desks, Roster } from "../model/roster.js";
import type { SearchQuery, SearchResult } from "../model/search.js";
import type { RegexEngine } from "../regex/port.js";
import type { SummaryCheck, SummaryClaim } from "./check-summary.js";
import type { SessionStart } from "./initialize-session.js";
import type { PinboardOptions } from "./pins.js";
import type { ReadOptions, SearchOptions } from "./search-messages.js";
import type { SearchSession, SearchSessionOptions } from "./search-session.js";
import type { LimitOptions } from "./threads.js";

export interface RecallOptions {
  readonly core: Core;
  /** Without one, an expression throws `RegexUnsupportedError`. */
  readonly regex?: RegexEngine | undefined;
}

export interface ThreadSearch {
  readonly conversation: Conversation;
  readonly pattern: SearchPattern;
}

/** Everything that reads a log, bound to one. The same interface serves a log in a worker. */
export interface LogRecall {
  /** The best of the query's scope and author among the newest 2,048 rows, of any desk, before its cursor. */
  searchMessages(query: SearchQuery, options?: SearchOptions): Promise<SearchResult>;
  /** Live threads of a desk by their opening words; 8 by default. */
  searchThreads(search: ThreadSearch, options?: LimitOptions): Promise<ThreadSearchResult>;
  /** Live threads of a desk, most recently answered first; 5 by default. */
  threadIndex(conversation: Conversation, options?: LimitOptions): Promise<ThreadIndex>;
  /** What a turn of the conversation is shown, oldest first; a window of 30 by default. */
  projectSession(query: SessionQuery, options?: ReadOptions): Promise<Projection>;
  /** The pins that stand, most recent first; 12 by default. */
  readPinboard(conversation: Conversation, options?: PinboardOptions): Promise<Pinboard>;
  initializeSession(start: SessionStart, options?: ReadOptions): Promise<InitialSession>;
  /** The window, and the threads and pins that ride along with it. */
  initializeSessionWithContext(
    start: SessionStart,
    options?: ReadOptions,
  ): Promise<InitialSessionWithContext>;
  /** Whether a summary may stand in for everything up to its cursor. */
  checkSummary(claim: SummaryClaim, options?: ReadOptions): Promise<SummaryCheck>;
  /** The newest 2,048 rows, or as many as the bound says, held for many queries in a row. */
  openSearch(options?: SearchSessionOptions): Promise<SearchSession>;
}

/** `LogRecall` with the log as the first argument of each. */
export type LogFunctions = {
  readonly [Name in keyof LogRecall]: (
    log: SessionLog,
    ...args: Parameters<LogRecall[Name]>
  ) => ReturnType<LogRecall[Name]>;
};

/** Recall over snapshots a caller holds, and over any log. */
export interface Recall extends LogFunctions {
  readonly core: Core;
  /** The same functions without their first argument. */
  over(log: SessionLog): LogRecall;

  score(query: string, text: string): TextMatch | null;
  /** Throws `RegexUnsupportedError`, `InvalidPatternError` or `RegexBudgetError`. */
  scorePattern(pattern: SearchPattern, text: string): TextMatch | null;
  /** The 8 best candidates, or as many as the limit says. */
  rank(query: string, candidates: readonly Candidate[], limit?: number): Hit[];
  rankPattern(pattern: SearchPattern, candidates: readonly Candidate[], limit?: number): Hit[];
  agents(query: string, roster: Roster, limit?: number): Hit[];
  agentsMatching(pattern: SearchPattern, roster: Roster, limit?: number): Hit[];
  people(query: string, roster: Roster, limit?: number): Hit[];
  peopleMatching(pattern: SearchPattern, roster: Roster, limit?: number): Hit[];
  desks(query: string, desks: Desks, limit?: number): Hit[];
  desksMatching(pattern: SearchPattern, desks: Desks, limit?: number): Hit[];
  /** What of the text made it match: ascending UTF-16 ranges. */
  highlight(pattern: SearchPattern, text: string): Range[];
  /** Block and inline code of a message. */
  codeRanges(text: string, options: { readonly unit: OffsetUnit }): Range[];
  /** Fenced and indented code only. */
  fencedRanges(text: string, options: { readonly unit: OffsetUnit }): Range[];
  /** The pin markers of one message, at most 8. */
  readDirectives(message: Pick<Message, "sequence" | "author" | "content">): PinDirective[];
  /** The board that rows, oldest first, leave behind; 12 pins by default. */
  foldPins(rows: Iterable<Message>, limit?: number): Pin[];
}
