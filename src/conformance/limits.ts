import { PAGE_SIZE } from "../model/bounds.js";

/** The newest row that a log can hold. */
export const MAX_SEQUENCE: number = Number.MAX_SAFE_INTEGER;
/** The largest `limit` that a suite asks with: what a walk asks, and no adapter may refuse. */
export const LARGEST_LIMIT: number = PAGE_SIZE;
/** Milliseconds that a case may take before it fails, unless the host says otherwise. */
export const CASE_MS = 20_000;
/** Milliseconds within which a read must settle once its signal has fired. */
export const ABORT_MS = 2000;
