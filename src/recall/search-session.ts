import type { SearchPattern } from "../model/match.js";
import type { Conversation, Coverage, Sequence } from "../model/message.js";
import type { SearchResult } from "../model/search.js";
import type { ReadOptions } from "./search-messages.js";

/** Which rows a session holds. */
export interface SearchSessionOptions extends ReadOptions {
  /** Only rows of this desk (replies included) or this thread; the whole log when absent. */
  readonly conversation?: Conversation | null | undefined;
  /** Only rows of this author: an id, a system kind, or the word `operator`. Labels never match. */
  readonly author?: string | null | undefined;
  /** Only rows older than this (exclusive), after a `refresh` too. */
  readonly before?: Sequence | null | undefined;
  /** Most raw rows read, 2,048 by default. */
  readonly bound?: number | undefined;
}

export interface SessionQueryOptions {
  /** Most hits returned, 10 by default. */
  readonly limit?: number | undefined;
}

export interface SessionExtendOptions extends ReadOptions {
  /** Most further raw rows read, 2,048 by default. */
  readonly bound?: number | undefined;
}

/** What an `extend` did. */
export interface SessionExtension {
  /** Rows that are held now and were not before. */
  readonly added: number;
  readonly coverage: Coverage;
}

/** What a `refresh` did. */
export interface SessionRefresh extends SessionExtension {
  /**
   * Whether the rows held were let go and read anew (then `added` counts all of them): more than
   * 2,048 rows have arrived, or the newest row read is no longer in the log.
   */
  readonly restarted: boolean;
}

/**
 * The rows of one act of typing: read once, kept folded, asked for every keystroke. It sees of the log
 * what was there when it was opened or last refreshed. Not an index: nothing outlives `close`.
 *
 * `refresh` and `extend` run one after another in the order of their calls; one that fails or is
 * aborted leaves the session as it was. A `query` waits for neither and answers from what is held.
 */
export interface SearchSession {
  /** Rows held: those of the conversation and author among the rows read. */
  readonly size: number;
  /**
   * What the rows held stand for: raw rows read and kept in view, the oldest of them, and why and
   * where the reading stopped. `extend` goes on from its `nextBefore`.
   */
  readonly coverage: Coverage;
  /**
   * The hits of `searchMessages` over a log of exactly the rows held, and the session's coverage.
   * A string is read as `parsePattern` reads it: "/…/" is an expression. Throws the errors of an
   * expression.
   */
  query(pattern: string | SearchPattern, options?: SessionQueryOptions): Promise<SearchResult>;
  /** Takes in what has been written since: reads from the newest row back to the newest one read. */
  refresh(options?: ReadOptions): Promise<SessionRefresh>;
  /** Takes in older rows; reads nothing when the log's end has been reached. */
  extend(options?: SessionExtendOptions): Promise<SessionExtension>;
  /** Lets the rows go. Calls in flight and later ones throw `ClosedError`. */
  close(): void;
}
