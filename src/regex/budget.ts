import { RegexBudgetError } from "../model/errors.js";
import type { Range } from "../model/match.js";
import type { Matcher } from "./port.js";

/**
 * UTF-16 units of a pattern. Room for an alternation of some hundred words; what a pattern of this
 * length can compile to is held by the two budgets of programs.
 */
export const PATTERN_CHARS = 4096;

/**
 * Instructions of a re2js program. This many compile within 0.1 s, and one row of 800 characters can
 * cost a whole search's budget.
 */
export const RE2JS_PROGRAM = 10_000;

/**
 * Ranges in the classes of a re2js program, each copy counted: its automaton sorts them all before
 * the first match, which takes 0.1 s for this many. `\pL{1,200}` is taken to have 245,000.
 */
export const RE2JS_CLASS_RANGES = 250_000;

/**
 * Byte instructions of a re2.wasm program. Its compiler takes up to 25 µs for one of a Unicode
 * class: `\pL{1,300}` (340,000) takes seconds, this many 0.1 s.
 */
export const RE2_WASM_PROGRAM = 4000;

/**
 * Steps that one search may cost. The slowest patterns of `node bench/regex.mjs --hard` take 20 to
 * 60 ns a step on either engine, on two busy cores, so that a search ends within half a second;
 * 2,048 rows of 330 characters cost an ordinary pattern 0.7 to 3 million.
 */
export const WORK_STEPS = 8_000_000;

/** A matcher for one search, which stops when the search has cost `limit` steps. */
export interface BoundedMatcher extends Matcher {
  /** UTF-16 units given to `find` so far, from where each find began. */
  readonly chars: number;
  readonly spent: number;
}

/**
 * Holds all finds of one search to `limit` steps together: the find that would exceed it throws
 * `RegexBudgetError`, as every later one does. Make one for each search; `close` closes the matcher.
 */
export function boundMatcher(matcher: Matcher, limit: number = WORK_STEPS): BoundedMatcher {
  return new Bounded(matcher, limit);
}

class Bounded implements BoundedMatcher {
  readonly programSize: number;
  chars = 0;
  spent = 0;
  readonly #matcher: Matcher;
  readonly #limit: number;

  constructor(matcher: Matcher, limit: number) {
    this.#matcher = matcher;
    this.#limit = limit;
    this.programSize = matcher.programSize;
  }

  find(text: string, from: number = 0, allowance: number = Infinity): Range | null {
    const length = Math.max(text.length - from, 0);
    const left = this.#limit - this.spent;
    this.chars += length;
    const counted = this.#matcher.spent !== undefined;
    if (length * (counted ? 1 : this.programSize) > left) throw this.#exceeded();
    const before = this.#matcher.spent ?? 0;
    try {
      const found = this.#matcher.find(text, from, Math.min(left, allowance));
      this.spent += counted ? (this.#matcher.spent ?? 0) - before : length * this.programSize;
      return found;
    } catch (error) {
      throw error instanceof RegexBudgetError ? this.#exceeded() : error;
    }
  }

  close(): void {
    this.#matcher.close();
  }

  #exceeded(): RegexBudgetError {
    this.spent = this.#limit;
    return workExceeded(this.programSize, this.chars, this.#limit);
  }
}

/** The error of a search, or of one find, that would cost more than `limit` steps. */
export function workExceeded(programSize: number, chars: number, limit: number): RegexBudgetError {
  return new RegexBudgetError(
    `the expression costs more than ${limit} steps over this text; narrow it or search less`,
    { programSize, chars, limit, budget: "work" },
  );
}

/** The error of a pattern whose program would be, or is, larger than `limit`. */
export function programExceeded(programSize: number, limit: number): RegexBudgetError {
  return new RegexBudgetError(`the expression compiles to more than ${limit} instructions`, {
    programSize,
    chars: 0,
    limit,
    budget: "program",
  });
}
