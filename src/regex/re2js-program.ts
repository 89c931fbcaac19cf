import { MatcherInput, type RE2JS } from "re2js";
import type { Range } from "../model/match.js";
import { workExceeded } from "./budget.js";

/** How a search is anchored in re2js: not at all. */
const UNANCHORED = 0;
/**
 * A step of building the automaton against a step of the backtracker: it keeps sets and a map, and
 * was measured at four to eight times the time.
 */
const BUILD_WEIGHT = 8;
/** re2js runs its backtracker up to this many instructions … */
const BACKTRACKER_PROGRAM = 500;
/** … and this many instructions × characters; above, a slower machine that cannot be counted. */
const BACKTRACKER_WORK = 262_144;

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
  readonly #program: ReturnType<RE2JS["re2"]>;

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
    const input = MatcherInput.utf16(text);
    const length = text.length - from;
    this.#meter.start(length, allowance);
    this.#meter.add(length);
    this.#meter.weight = BUILD_WEIGHT;
    const [exists] = this.#program.matchMachineInput(input, from, text.length, UNANCHORED, 0);
    if (exists !== true) return null;
    this.#meter.weight = 1;
    this.#meter.add(this.#uncountedSteps(text, length));
    const [, groups] = this.#program.matchMachineInput(input, from, text.length, UNANCHORED, 1);
    return [Number(groups[0]), Number(groups[1])];
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
  weight = 1;
  readonly #programSize: number;
  #chars = 0;
  #allowance = 0;
  #limit = 0;

  constructor(programSize: number) {
    this.#programSize = programSize;
  }

  start(chars: number, allowance: number): void {
    this.#chars = chars;
    this.#allowance = allowance;
    this.#limit = this.spent + allowance;
  }

  add(steps: number): void {
    if (this.spent + steps > this.#limit)
      throw workExceeded(this.#programSize, this.#chars, this.#allowance);
    this.spent += steps;
  }
}

/** One function for all programs, so that its calls stay as fast as the one it replaces. */
function countedInstruction(this: InstructionSource, pc: number): unknown {
  if (this.meter !== undefined) this.meter.add(this.meter.weight);
  return this.inst[pc];
}
