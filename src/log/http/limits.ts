import { PAGE_SIZE } from "../../model/bounds.js";

/** The largest `limit` that a handler grants, unless its host says otherwise; more is refused. */
export const MAX_LIMIT: number = PAGE_SIZE;
/** Bytes of rows after which a handler ends a page, unless its host says otherwise. */
export const PAGE_BYTES = 8_388_608;
/** Most bytes of an answer that a client reads, unless its host says otherwise; one row may be long. */
export const MAX_ANSWER_BYTES = 67_108_864;
/** Milliseconds for a whole answer to arrive, unless the host says otherwise. */
export const TIMEOUT_MS = 30_000;
/** Most bytes of an error's answer that a client reads. */
export const MAX_ERROR_BYTES = 65_536;
/** Characters of an error's text that cross the wire. */
export const ERROR_CHARS = 500;
