import type { Range } from "../model/match.js";

/** A compiled expression. Linear in the text; never the platform's own backtracking engine. */
export interface Matcher {
  /** Instructions of the compiled program, as the engine counts them. */
  readonly programSize: number;
  /**
   * Steps that `find` has cost so far; an engine that cannot say leaves it out, and each find is
   * taken to cost characters × `programSize`. A step is one instruction tried at one character, or
   * one character read by an automaton that is already built.
   */
  readonly spent?: number;
  /**
   * The leftmost-first match at or after `from` (UTF-16 units, 0 by default), seen in the whole
   * text, so `^` and `\b` know what stands before. Half-open UTF-16 range; null when there is none.
   * Lone surrogates are read as U+FFFD, offsets in step. A `from` inside a surrogate pair means the
   * character after it.
   * Throws `RegexBudgetError` before it costs more than `allowance` steps (`WORK_STEPS` by default).
   */
  find(text: string, from?: number, allowance?: number): Range | null;
  /** Frees what the engine holds; a later call throws `ClosedError`. */
  close(): void;
}

/** Compiles RE2 syntax. */
export interface RegexEngine {
  readonly name: string;
  /**
   * Throws `InvalidPatternError` for what does not compile and `RegexBudgetError` for what is over
   * the budget of patterns, counted repetitions or program size.
   */
  compile(source: string): Matcher;
}
