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
  readonly size: number;
  /**
   * The `limit` best candidates: score descending, then offset, then label length, then the order
   * given. A blank query and a limit of 0 give none.
   */
  query(query: string, limit: number): Hit[];
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
   * `limit` matches are wanted, those that cannot be among so many best by score may be left out too.
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
