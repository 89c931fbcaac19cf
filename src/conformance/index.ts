/** Suites that a host runs against its own adapter, under whatever test runner it has. */
export { ConformanceError } from "./conformance-error.js";
export { CASE_MS, LARGEST_LIMIT } from "./limits.js";
export { sessionLogSuite } from "./session-log-suite.js";
export type { SessionLogSuiteOptions, SuiteCase } from "./session-log-suite.js";
export type { OpenedLog } from "./fixture.js";
