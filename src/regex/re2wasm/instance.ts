import { BackreadError } from "../../model/error-base.js";
import { RegexEngineError } from "../../model/errors.js";
import { Bindings } from "./bindings.js";
import { Handles } from "./handles.js";
import { moduleImports } from "./imports.js";
import { HostMemory } from "./memory.js";
import type { Allocator } from "./strings.js";
import { NativeObject, type Host } from "./types.js";

/** A match as the module gives it. */
export interface NativeMatch {
  /** Characters (code points) before the match; -1 when there is none. */
  readonly index: number;
  readonly text: string;
}

export interface NativeSearch {
  readonly text: string;
  /** Characters (code points) before the search begins. */
  readonly start: number;
  /** Called before each state that RE2's automaton lacks is built; throwing ends the search. */
  readonly onStateBuilt: () => void;
}

interface Exports extends Allocator {
  readonly __indirect_function_table: WebAssembly.Table;
  emscripten_stack_init(): void;
  __wasm_call_ctors(): void;
}

/**
 * One instance of re2.wasm. Anything that goes wrong inside (memory, a failed assertion, a trap)
 * leaves it in an unknown state: it is dead from then on, and each call throws `RegexEngineError`.
 */
export class Re2Instance {
  readonly #memory = new HostMemory();
  readonly #handles = new Handles();
  readonly #bindings: Bindings;
  #exports: Exports | null = null;
  #death: RegexEngineError | null = null;
  #onStateBuilt: (() => void) | null = null;

  constructor(module: WebAssembly.Module) {
    const host: Host = {
      memory: this.#memory,
      handles: this.#handles,
      allocator: () => this.#ready(),
      die: (reason) => this.#die(reason),
    };
    this.#bindings = new Bindings(host, (index) =>
      this.#ready().__indirect_function_table.get(index),
    );
    const { env, ...rest } = moduleImports(host, this.#bindings, () => this.#onStateBuilt?.());
    const imports = { ...rest, env: { ...env, memory: this.#memory.memory } };
    this.#exports = instantiate(module, imports);
    this.#exports.emscripten_stack_init();
    this.#exports.__wasm_call_ctors();
  }

  get dead(): boolean {
    return this.#death !== null;
  }

  get memoryBytes(): number {
    return this.#memory.byteLength;
  }

  /** Values that the module holds of ours; 0 between calls. */
  get handleCount(): number {
    return this.#handles.size;
  }

  /** The compiled pattern, or RE2's reason against it. */
  compile(source: string): NativeObject | string {
    const compiled = this.#call("WrappedRE2", null, [source, false, false, false]);
    if (!(compiled instanceof NativeObject)) return this.#die("no object was made");
    if (this.#call("WrappedRE2.ok", compiled, []) === true) return compiled;
    const reason = String(this.#call("WrappedRE2.error", compiled, []));
    this.free(compiled);
    return reason;
  }

  match(compiled: NativeObject, search: NativeSearch): NativeMatch {
    this.#onStateBuilt = search.onStateBuilt;
    try {
      return toMatch(this.#call("WrappedRE2.match", compiled, [search.text, search.start, false]));
    } finally {
      this.#onStateBuilt = null;
    }
  }

  free(compiled: NativeObject): void {
    if (this.#death === null) this.#guard(() => compiled.destroy());
  }

  #call(name: string, self: NativeObject | null, args: readonly unknown[]): unknown {
    if (this.#death !== null) throw this.#death;
    return this.#guard(() => this.#bindings.call(name, self, args));
  }

  /** Whatever leaves the module by an exception leaves it half done. */
  #guard<Result>(call: () => Result): Result {
    try {
      return call();
    } catch (error) {
      this.#death ??= RegexEngineError.of("re2wasm", String(error), error);
      throw error instanceof BackreadError ? error : this.#death;
    }
  }

  #die(reason: string): never {
    this.#death ??= RegexEngineError.of("re2wasm", reason);
    throw this.#death;
  }

  #ready(): Exports {
    return this.#exports ?? this.#die("called before it was ready");
  }
}

function instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports): Exports {
  try {
    const { exports } = new WebAssembly.Instance(module, imports);
    if (isRe2(exports)) return exports;
  } catch (error) {
    throw RegexEngineError.of("re2wasm", "the module may not run here, or is not re2.wasm", error);
  }
  throw RegexEngineError.of("re2wasm", "the module is not re2.wasm");
}

function isRe2(exports: object): exports is Exports {
  return ["malloc", "free", "emscripten_stack_init", "__wasm_call_ctors"].every(
    (name) => typeof Reflect.get(exports, name) === "function",
  );
}

function toMatch(value: unknown): NativeMatch {
  if (typeof value !== "object" || value === null) return { index: -1, text: "" };
  return { index: Number(Reflect.get(value, "index")), text: String(Reflect.get(value, "match")) };
}
