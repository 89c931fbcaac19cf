import type { StopSignal } from "../model/signal.js";
import { SEARCH_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from "./bounds.js";
import type { Database, Session } from "./database.js";
import type { EnvelopeKeys } from "./envelope-keys.js";
import type { Perspective } from "./port.js";

/** One perspective of one database: what every read and write is bound to. */
export interface Scope {
  readonly database: Database;
  readonly perspective: Perspective;
  readonly perspectiveId: number;
  /** Subkey for digests of queries; null without a master key. */
  readonly auditKey: CryptoKey | null;
  /** Milliseconds that one read may take; `SEARCH_TIMEOUT_MS` when absent. */
  readonly searchTimeoutMs?: number;
  /** Of the connectors that declared a secret since this store was opened; never stored. */
  readonly envelopeKeys: EnvelopeKeys;
}

/** A session that knows whose rows it may see. */
export interface BoundSession extends Session {
  readonly perspectiveId: number;
}

export interface ScopeOptions {
  readonly signal?: StopSignal | undefined;
  readonly timeoutMs?: number;
  /** See `TransactionOptions`. */
  readonly retry?: boolean;
}

/** Searches are many and short: to start workers for one costs more than they save. */
const ALONE = "set local jit = off; set local max_parallel_workers_per_gather = 0; ";

/**
 * Reads from one snapshot as the role that sees this perspective alone. The answer may leave only
 * after this has resolved: then the commit, with the audit row in it, has happened.
 */
export function reading<T>(
  scope: Scope,
  body: (session: BoundSession) => Promise<T>,
  options: ScopeOptions = {},
): Promise<T> {
  const begin =
    "begin isolation level repeatable read; set local role backread_reader; " + ALONE + bind(scope);
  const timeoutMs = scope.searchTimeoutMs ?? SEARCH_TIMEOUT_MS;
  return bound(scope, { begin, timeoutMs, ...options }, body);
}

/**
 * What is written is found by whole keys, row by row. The planner may take a part of one instead: to
 * keep what it finds for the next row, or to merge in the order of an index. For a common word the
 * one reads a posting of every row, and for a reply the other every row before what it answers.
 */
const WHOLE_KEYS = "set local enable_memoize = off; set local enable_mergejoin = off; ";

/** Writes, READ COMMITTED: locks are taken first, then what they protect is read. */
export function writing<T>(
  scope: Scope,
  body: (session: BoundSession) => Promise<T>,
  options: ScopeOptions = {},
): Promise<T> {
  const begin = "begin isolation level read committed; " + WHOLE_KEYS + bind(scope);
  return bound(scope, { begin, timeoutMs: STATEMENT_TIMEOUT_MS, ...options }, body);
}

function bind(scope: Scope): string {
  return `set local backread.perspective = '${scope.perspectiveId}'`;
}

function bound<T>(
  scope: Scope,
  options: ScopeOptions & { readonly begin: string },
  body: (session: BoundSession) => Promise<T>,
): Promise<T> {
  const { perspectiveId } = scope;
  const { signal, ...rest } = options;
  return scope.database.transaction(signal === undefined ? rest : { ...rest, signal }, (session) =>
    body({
      perspectiveId,
      query: (text, values) => session.query(text, values),
      script: (text) => session.script(text),
    }),
  );
}
