import { RE2JS, RE2JSException, RE2JSSyntaxException } from "re2js";
import { ClosedError, InvalidPatternError } from "../model/errors.js";
import type { Range } from "../model/match.js";
import { programExceeded, RE2JS_CLASS_RANGES, RE2JS_PROGRAM, WORK_STEPS } from "./budget.js";
import type { Matcher, RegexEngine } from "./port.js";
import { MeteredProgram } from "./re2js-program.js";
import { invalidFragment } from "./syntax/fragment.js";
import { scanPattern, type ScannedPattern } from "./syntax/scan.js";
import { characterStart, wellFormed } from "./text.js";

/**
 * The default engine: RE2's language in JavaScript, with nothing to load or to free.
 * `LOOKBEHINDS` stays off, so that both engines take the same patterns.
 */
export function createRe2jsEngine(): RegexEngine {
  return { name: "re2js", compile: (source) => compile(source) };
}

function compile(source: string): Matcher {
  const scanned = scanPattern(source);
  const { instructions, bytes } = scanned.cost;
  if (instructions > RE2JS_PROGRAM) throw programExceeded(0, RE2JS_PROGRAM);
  if (bytes > RE2JS_CLASS_RANGES) throw programExceeded(0, RE2JS_CLASS_RANGES);
  return new Re2jsMatcher(new MeteredProgram(translated(scanned)));
}

function translated(scanned: ScannedPattern): RE2JS {
  try {
    return RE2JS.compile(scanned.source);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    if (error instanceof RE2JSSyntaxException)
      throw invalidFragment(scanned, error.getDescription(), error.getPattern());
    throw InvalidPatternError.of(scanned.original, error.message);
  }
}

class Re2jsMatcher implements Matcher {
  readonly programSize: number;
  #program: MeteredProgram | null;

  constructor(program: MeteredProgram) {
    this.#program = program;
    this.programSize = program.size;
  }

  get spent(): number {
    return this.#open().spent;
  }

  find(text: string, from: number = 0, allowance: number = WORK_STEPS): Range | null {
    const program = this.#open();
    const start = characterStart(text, from);
    return start === null ? null : program.find(wellFormed(text), start, allowance);
  }

  close(): void {
    this.#program = null;
  }

  #open(): MeteredProgram {
    if (this.#program === null) throw ClosedError.of("matcher");
    return this.#program;
  }
}
