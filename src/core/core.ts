import type { Candidate, Hit, MatchKind, OffsetUnit, Range, TextMatch } from "../model/match.js";

/** A row of a scan that matched. */
export interface RowMatch {
  /** Index into the rows that were given. */
  readonly row: number;
  readonly kind: MatchKind;
  readonly score: number;
  /** Characters into the row's collapsed, trimmed, lowercased text. */
  readonly offset: number;
}

/** Candidates held folded and packed, asked many times. Not for sharing between threads. */
export interface CandidateSnapshot {
  /** Candidates held. */
  readonly size: number;
  /**
   * The `limit` best candidates: score descending, then offset, then label length, then the order
   * given. A blank query and a limit of 0 give none.
   */
  query(query: string, limit: number): Hit[];
  /**
   * Takes out every candidate whose id is in `removed`, then puts `added` behind those that stay, in
   * order; after it every answer is that of a snapshot prepared from that list. `removed` speaks of
   * what was held before, so a candidate is replaced by naming its id and giving it anew. An id that
   * none has is ignored.
   *
   * Costs work in proportion to what is added, and a pass over what is held that folds no text again.
   * Throws `TooManyCandidatesError` (`count` is what would be held) or `CandidateTooLargeError`
   * (`index` counts in `added`); after an error the snapshot is as it was.
   */
  update(added: readonly Candidate[], removed: readonly string[]): void;
  /** Lets the memory go; a later call throws `ClosedError`. */
  close(): void;
}

/** Rows held collapsed, folded and packed, asked many times. Not for sharing between threads. */
export interface RowSnapshot {
  readonly size: number;
  /** Adds rows behind those held. */
  append(rows: readonly string[]): void;
  /** What `scanRows` gives for the rows held, in the order of their appending. */
  scan(query: string, limit?: number): RowMatch[];
  /** Lets the memory go; a later call throws `ClosedError`. */
  close(): void;
}

/**
 * The text engine. Every answer is the same integers in every runtime; lone surrogates are read as
 * U+FFFD, one unit each. Unicode 17.
 */
export interface Core {
  readonly kind: "wasm" | "reference";
  /** Full lowercase mapping of the whole string, final sigma by context. */
  lowercase(text: string): string;
  /** Alphabetic or Nd/Nl/No: what a word is made of. */
  isWordCharacter(codePoint: number): boolean;
  score(query: string, text: string): TextMatch | null;
  /**
   * Scores each row's text, whitespace collapsed; rows that do not match are left out. Where only
   * `limit` matches are wanted, those that cannot be among so many best may be left out too, the
   * earlier row being the better of equal scores.
   */
  scanRows(query: string, rows: readonly string[], limit?: number): RowMatch[];
  /** An empty snapshot of rows. */
  prepareRows(): RowSnapshot;
  /** The hits of `prepareCandidates(candidates).query(query, limit)`, for a list asked once. */
  rank(query: string, candidates: readonly Candidate[], limit: number): Hit[];
  prepareCandidates(candidates: readonly Candidate[]): CandidateSnapshot;
  /** Block and inline code, merged, ascending. */
  codeRanges(text: string, unit: OffsetUnit): Range[];
  /** Block code only, ascending: fences, and indented blocks. */
  fencedRanges(text: string, unit: OffsetUnit): Range[];
}
