import { MatcherInput, type RE2JS } from "re2js";
import { RegexBudgetError } from "../model/errors.js";
import type { Range } from "../model/match.js";
import { workExceeded } from "./budget.js";

/** How a search is anchored in re2js: not at all. */
const UNANCHORED = 0;
/** Groups asked for: none is answered by the automaton, one is the whole match. */
const NO_GROUP = 0;
const WHOLE_MATCH = 1;
/**
 * A step of building the automaton against a step of the backtracker: it keeps sets and a map, and
 * was measured at four to eight times the time.
 */
const BUILD_WEIGHT = 8;
/** re2js runs its backtracker up to this many instructions … */
const BACKTRACKER_PROGRAM = 500;
/** … and this many instructions × characters; above, a slower machine that cannot be counted. */
const BACKTRACKER_WORK = 262_144;

type Program = ReturnType<RE2JS["re2"]>;

/** The part of re2js's `Prog` through which its automaton and its backtracker read instructions. */
interface InstructionSource {
  readonly inst: readonly unknown[];
  getInst: (pc: number) => unknown;
  meter?: Meter;
}

/**
 * A compiled re2js program that counts what it does. It asks the automaton first, which answers most
 * rows by reading them once, and looks for the place of a match only where there is one.
 */
export class MeteredProgram {
  readonly size: number;
  readonly #meter: Meter;
  readonly #program: Program;

  constructor(compiled: RE2JS) {
    this.size = compiled.programSize();
    this.#meter = new Meter(this.size);
    this.#program = compiled.re2();
    const source: InstructionSource = this.#program.prog;
    source.meter = this.#meter;
    source.getInst = countedInstruction;
  }

  get spent(): number {
    return this.#meter.spent;
  }

  /** The first match in a well-formed text. */
  find(text: string, from: number, allowance: number): Range | null {
    const length = text.length - from;
    this.#meter.start(length, allowance);
    this.#meter.add(length);
    if (!this.#mayMatch(text, from)) return null;
    this.#meter.add(this.#uncountedSteps(text, length));
    const [found, groups] = this.#match(text, from, WHOLE_MATCH);
    return found === true ? [Number(groups[0]), Number(groups[1])] : null;
  }

  /** Asks the automaton, unless to build it would cost more than to look for the place at once. */
  #mayMatch(text: string, from: number): boolean {
    const worth = (text.length - from + 1) * this.size;
    const exists = this.#meter.attempt(worth, BUILD_WEIGHT, () =>
      this.#match(text, from, NO_GROUP),
    );
    return exists === null || exists[0] === true;
  }

  /** Whether there is a match, and where the asked groups stand. */
  #match(text: string, from: number, groups: number): ReturnType<Program["matchMachineInput"]> {
    const input = MatcherInput.utf16(text);
    return this.#program.matchMachineInput(input, from, text.length, UNANCHORED, groups);
  }

  /** Steps of finding the place that no instruction read will count. */
  #uncountedSteps(text: string, length: number): number {
    if (this.#program.prefixComplete || this.#program.onepass !== null) return length;
    const backtracks =
      this.size <= BACKTRACKER_PROGRAM && text.length * this.size <= BACKTRACKER_WORK;
    return backtracks ? 0 : length * this.size;
  }
}

/** Steps spent, and the most that may be. */
class Meter {
  spent = 0;
  readonly #programSize: number;
  #weight = 1;
  #chars = 0;
  #allowance = 0;
  /** `spent` may not pass this, nor what a part of the find is worth. */
  #limit = 0;
  #bound = 0;

  constructor(programSize: number) {
    this.#programSize = programSize;
  }

  start(chars: number, allowance: number): void {
    this.#chars = chars;
    this.#allowance = allowance;
    this.#limit = this.spent + allowance;
    this.#bound = this.#limit;
  }

  /** One instruction read. */
  step(): void {
    this.add(this.#weight);
  }

  add(steps: number): void {
    if (this.spent + steps > this.#bound)
      throw workExceeded(this.#programSize, this.#chars, this.#allowance);
    this.spent += steps;
  }

  /** Runs a part of the find, whose steps weigh more; null when it costs more than it is worth. */
  attempt<Result>(worth: number, weight: number, part: () => Result): Result | null {
    this.#bound = Math.min(this.spent + worth, this.#limit);
    this.#weight = weight;
    try {
      return part();
    } catch (error) {
      if (error instanceof RegexBudgetError && this.#bound < this.#limit) return null;
      throw error;
    } finally {
      this.#bound = this.#limit;
      this.#weight = 1;
    }
  }
}

/** One function for all programs, so that its calls stay as fast as the one it replaces. */
function countedInstruction(this: InstructionSource, pc: number): unknown {
  this.meter?.step();
  return this.inst[pc];
}
