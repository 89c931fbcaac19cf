// Linear-time expressions: the port, its two engines, and what they may cost.
export {
  boundMatcher,
  PATTERN_CHARS,
  RE2_WASM_PROGRAM,
  RE2JS_CLASS_RANGES,
  RE2JS_PROGRAM,
  WORK_STEPS,
  type BoundedMatcher,
} from "./budget.js";
export { KNOWN_DIFFERENCES, type Answer, type KnownDifference } from "./known-differences.js";
export type { Matcher, RegexEngine } from "./port.js";
export { createRe2jsEngine } from "./re2js.js";
export { createRe2WasmEngine, type Re2WasmOptions } from "./re2wasm/engine.js";
export type { CompiledModule, ModuleResponse, Re2ModuleSource } from "./re2wasm/module-source.js";
