import type { MatchKind, SearchPattern } from "./match.js";
import type { Author, Conversation, Coverage, Sequence } from "./message.js";

/** A search over a log. Everything but the pattern may be left out. */
export interface SearchQuery {
  readonly pattern: SearchPattern;
  /** Only rows of this desk (replies included) or this thread; the whole log when absent. */
  readonly scope?: Conversation | null;
  /** Only rows of this author: an id, a system kind, or the word `operator`. Labels never match. */
  readonly authorId?: string | null;
  /** Only rows older than this (exclusive). */
  readonly before?: Sequence | null;
  /** Most hits returned; the rows read do not depend on it. */
  readonly limit?: number;
}

/** A row that matched. */
export interface MessageHit {
  readonly sequence: Sequence;
  readonly chatId: string | null;
  readonly parent: Sequence | null;
  readonly author: Author;
  /** The row on one line, cut to 96 characters around the match. */
  readonly excerpt: string;
  readonly score: number;
  readonly kind: MatchKind;
}

export interface SearchResult {
  /** Best first; of equal scores the newest row first. */
  readonly hits: readonly MessageHit[];
  readonly coverage: Coverage;
}

/** One thread of a desk, as an index lists it. */
export interface ThreadLine {
  readonly root: Sequence;
  readonly opening: string;
  readonly replies: number;
  readonly latest: Sequence;
  /** Where the thread's outcome was written down; a fold never knows, a host may. */
  readonly landed: string | null;
}

export interface ThreadHit {
  readonly line: ThreadLine;
  readonly score: number;
  readonly kind: MatchKind;
}
