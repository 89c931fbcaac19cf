import { RegexBudgetError } from "../../model/errors.js";
import { PATTERN_CHARS } from "../budget.js";
import { readClass } from "./char-class.js";
import {
  add,
  ANY,
  ASCII_CLASS_BYTES,
  characterCost,
  FRAME,
  NO_COST,
  ONE,
  propertyBytes,
  type Cost,
} from "./cost.js";
import { Cursor } from "./cursor.js";
import { readEscape, type Escape } from "./escape.js";
import { Groups } from "./groups.js";
import { Output, type PropertyUse } from "./output.js";
import { readRepeat } from "./repeat.js";

/** A pattern whose syntax is known to be RE2's, written as both engines take it. */
export interface ScannedPattern {
  readonly original: string;
  readonly source: string;
  readonly cost: Cost;
  readonly properties: readonly PropertyUse[];
}

/**
 * Checks a pattern's syntax and translates it. Throws `InvalidPatternError` with the reason and
 * position, and `RegexBudgetError` for a pattern or a repetition over its budget. The names of
 * Unicode classes are left to the engine.
 */
export function scanPattern(pattern: string): ScannedPattern {
  if (pattern.length > PATTERN_CHARS)
    throw new RegexBudgetError(`a pattern is at most ${PATTERN_CHARS} characters`, {
      programSize: 0,
      chars: 0,
      limit: PATTERN_CHARS,
      budget: "pattern_chars",
    });
  return new Scanner(pattern).scan();
}

class Scanner {
  readonly #cursor: Cursor;
  readonly #output: Output;
  readonly #groups: Groups;

  constructor(pattern: string) {
    this.#cursor = new Cursor(pattern);
    this.#output = new Output(pattern);
    this.#groups = new Groups(this.#cursor);
  }

  scan(): ScannedPattern {
    while (!this.#cursor.done) this.#item();
    return {
      original: this.#cursor.pattern,
      source: this.#output.toString(),
      cost: add(FRAME, this.#groups.finish()),
      properties: this.#output.properties,
    };
  }

  #item(): void {
    const start = this.#cursor.at;
    const unit = this.#cursor.peek();
    if (unit === "(") return this.#open(start);
    if (unit === "\\") return this.#escape(start);
    if (unit === "[")
      return this.#groups.atom(readClass(this.#cursor, this.#output, this.#groups.fold));
    if ("*+?{".includes(unit) && this.#repeat(start)) return;
    if (unit === ")") this.#groups.close(start);
    else if (unit === "|") this.#groups.alternative();
    else if (unit === "^" || unit === "$") this.#groups.atom(ONE);
    else if (unit === ".") this.#groups.atom(ANY);
    else return this.#literal(start);
    this.#cursor.at++;
    this.#output.copy(start, this.#cursor.at);
  }

  #open(start: number): void {
    const wasNamed = this.#groups.open(start);
    if (wasNamed === null) this.#output.copy(start, this.#cursor.at);
    else this.#output.replace(start, `(?P<${wasNamed}>`);
  }

  #repeat(start: number): boolean {
    const repeat = readRepeat(this.#cursor);
    if (repeat === null) return false;
    this.#groups.repeat(repeat);
    this.#output.copy(start, this.#cursor.at);
    return true;
  }

  #literal(start: number): void {
    const codePoint = this.#cursor.takeCodePoint();
    this.#groups.atom(characterCost(codePoint, this.#groups.fold));
    this.#output.copy(start, this.#cursor.at);
  }

  #escape(start: number): void {
    const escape = readEscape(this.#cursor);
    if (escape.kind === "quote") return this.#quoted(start);
    this.#groups.atom(escapeCost(escape, this.#groups.fold));
    if (escape.kind === "property") this.#output.property(start, this.#cursor.at);
    if (escape.kind === "character") this.#output.escaped(start, this.#cursor.at, escape.codePoint);
    else this.#output.copy(start, this.#cursor.at);
  }

  /** `\Q…\E`: literals up to the end mark, or to the pattern's end. */
  #quoted(start: number): void {
    const end = this.#cursor.pattern.indexOf("\\E", this.#cursor.at);
    const stop = end < 0 ? this.#cursor.pattern.length : end;
    this.#groups.gap();
    while (this.#cursor.at < stop)
      this.#groups.atom(characterCost(this.#cursor.takeCodePoint(), this.#groups.fold));
    this.#cursor.take("\\E");
    this.#output.copy(start, this.#cursor.at);
  }
}

function escapeCost(escape: Escape, fold: boolean): Cost {
  if (escape.kind === "character") return characterCost(escape.codePoint, fold);
  if (escape.kind === "property") return { instructions: 1, bytes: propertyBytes(escape.name) };
  if (escape.kind === "assertion") return ONE;
  if (escape.kind === "quote") return NO_COST;
  return { instructions: 1, bytes: ASCII_CLASS_BYTES };
}
