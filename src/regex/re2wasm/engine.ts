import { programExceeded, RE2_WASM_PROGRAM } from "../budget.js";
import type { Matcher, RegexEngine } from "../port.js";
import { invalidFragment } from "../syntax/fragment.js";
import { scanPattern, type ScannedPattern } from "../syntax/scan.js";
import { Re2Instance } from "./instance.js";
import { loadModule } from "./load-module.js";
import { Re2WasmMatcher, type Compiled } from "./matcher.js";
import type { Re2ModuleSource } from "./module-source.js";

export interface Re2WasmOptions {
  /** `re2.wasm` beside the built file when left out; where nothing can be fetched, give a module. */
  readonly module?: Re2ModuleSource;
}

/**
 * The second engine: RE2 itself, of 2021, compiled to WebAssembly. Throws `RegexEngineError` when
 * the module cannot be loaded. Its matchers hold memory of the module until `close()`.
 */
export async function createRe2WasmEngine(options: Re2WasmOptions = {}): Promise<RegexEngine> {
  return new Re2WasmEngine(await loadModule(options.module));
}

class Re2WasmEngine implements RegexEngine {
  readonly name = "re2wasm";
  readonly #module: WebAssembly.Module;
  /** Frees what a matcher held that nobody closed. */
  readonly #unclosed = new FinalizationRegistry<Compiled>(free);
  #instance: Re2Instance;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#instance = new Re2Instance(module);
  }

  compile(source: string): Matcher {
    const scanned = scanPattern(source);
    const size = scanned.cost.bytes;
    if (size > RE2_WASM_PROGRAM) throw programExceeded(0, RE2_WASM_PROGRAM);
    return new Re2WasmMatcher(size, {
      compileFor: (matcher) => this.#compileFor(matcher, scanned),
      release: (matcher, held) => {
        this.#unclosed.unregister(matcher);
        free(held);
      },
    });
  }

  #compileFor(matcher: object, scanned: ScannedPattern): Compiled {
    if (this.#instance.dead) this.#instance = new Re2Instance(this.#module);
    const compiled = this.#instance.compile(scanned.source);
    if (typeof compiled === "string") throw refusal(scanned, compiled);
    const held = { instance: this.#instance, compiled };
    this.#unclosed.unregister(matcher);
    this.#unclosed.register(matcher, held, matcher);
    return held;
  }
}

function free({ instance, compiled }: Compiled): void {
  instance.free(compiled);
}

/** RE2's message ends with the part that it refuses: `invalid character class range: \\p{Nope}`. */
function refusal(scanned: ScannedPattern, message: string): Error {
  const [reason = message, ...rest] = message.split(": ");
  if (message.startsWith("pattern too large")) return programExceeded(0, RE2_WASM_PROGRAM);
  return invalidFragment(scanned, reason, rest.join(": "));
}
