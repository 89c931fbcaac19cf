// The door of linear-time expressions.
export { createRe2jsEngine } from "./re2js.js";
export type { Matcher, RegexEngine } from "./port.js";
