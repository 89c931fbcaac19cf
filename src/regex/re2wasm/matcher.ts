import { ClosedError } from "../../model/errors.js";
import type { Range } from "../../model/match.js";
import { WORK_STEPS, workExceeded } from "../budget.js";
import type { Matcher } from "../port.js";
import { characterStart, wellFormed } from "../text.js";
import type { Re2Instance } from "./instance.js";
import { advance, characterCount } from "./positions.js";
import type { NativeObject } from "./types.js";

/** A pattern in the memory of the instance that compiled it. */
export interface Compiled {
  readonly instance: Re2Instance;
  readonly compiled: NativeObject;
}

/** Where a matcher's pattern is compiled; it outlives instances. */
export interface CompilerHost {
  /** Compiles for `matcher`, and lets go of what an earlier instance of it held. */
  compileFor(matcher: object): Compiled;
  release(matcher: object, held: Compiled): void;
}

/**
 * What a state that RE2 builds costs, in looks at each instruction: this many, or `size / 128` where
 * that is more, for large programs take more than linear time. Measured with `bench/regex.mjs --hard`.
 */
const BUILD_LOOKS = 8;
const BUILD_DIVISOR = 128;

export class Re2WasmMatcher implements Matcher {
  /** An upper estimate by the scanner, in byte instructions: re2.wasm does not tell its own number. */
  readonly programSize: number;
  spent = 0;
  readonly #host: CompilerHost;
  readonly #buildSteps: number;
  #held: Compiled | null;

  constructor(programSize: number, host: CompilerHost) {
    this.programSize = programSize;
    this.#buildSteps = Math.ceil(programSize * Math.max(programSize / BUILD_DIVISOR, BUILD_LOOKS));
    this.#host = host;
    this.#held = host.compileFor(this);
  }

  find(text: string, from: number = 0, allowance: number = WORK_STEPS): Range | null {
    const { instance, compiled } = this.#living();
    const start = characterStart(text, from);
    if (start === null) return null;
    const whole = wellFormed(text);
    const spend = this.#meter(text.length - start, allowance);
    spend(text.length - start);
    const match = instance.match(compiled, {
      text: whole,
      start: characterCount(whole, 0, start),
      onStateBuilt: () => spend(this.#buildSteps),
    });
    if (match.index < 0) return null;
    const begin = advance(whole, 0, match.index);
    return [begin, advance(whole, begin, characterCount(match.text, 0, match.text.length))];
  }

  close(): void {
    if (this.#held !== null) this.#host.release(this, this.#held);
    this.#held = null;
  }

  #meter(chars: number, allowance: number): (steps: number) => void {
    const limit = this.spent + allowance;
    return (steps) => {
      if (this.spent + steps > limit) throw workExceeded(this.programSize, chars, allowance);
      this.spent += steps;
    };
  }

  /** Where the instance died, of this matcher or another, the pattern is compiled in the next. */
  #living(): Compiled {
    if (this.#held === null) throw ClosedError.of("matcher");
    if (this.#held.instance.dead) this.#held = this.#host.compileFor(this);
    return this.#held;
  }
}
