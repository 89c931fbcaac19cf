// The door of linear-time expressions.
export { createRe2jsEngine } from "./re2js.js";
export type { Matcher, RegexEngine } from "./port.js";
export { createRe2WasmEngine, type Re2WasmOptions } from "./re2wasm/engine.js";
export { boundMatcher } from "./budget.js";
