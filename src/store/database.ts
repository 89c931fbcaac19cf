import type { StopSignal } from "../model/signal.js";

/** A value as every driver takes it: arrays are typed in the statement (`$1::bigint[]`). */
export type SqlValue =
  | string
  | number
  | boolean
  | Uint8Array
  | Date
  | null
  | readonly (string | number | boolean | null)[];

export type Row = Readonly<Record<string, unknown>>;

/** One open transaction. Its statements run one after another. */
export interface Session {
  /**
   * One statement with parameters. What comes back is the same from every driver: `int8` as a number
   * (an error beyond 2^53), `numeric` as text, times as ISO text in UTC with their microseconds,
   * `bytea` as `Uint8Array`, JSON parsed, arrays as arrays, anything else as PostgreSQL writes it.
   * Errors: `InvalidArgumentError` for text that PostgreSQL cannot hold (U+0000, lone surrogates).
   */
  query<R extends object = Row>(text: string, values?: readonly SqlValue[]): Promise<readonly R[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface TransactionOptions {
  /** Statements sent first, in one message: isolation, role, settings. */
  readonly begin: string;
  /**
   * Rolls back, and rejects with `AbortedError`. Where a commit was sent already and no answer to it
   * comes, nobody knows whether it happened: `DatabaseError` with the state 08007.
   */
  readonly signal?: StopSignal;
  /** Milliseconds from the call to the commit, waiting included; then `TimedOutError`, or as above. */
  readonly timeoutMs?: number;
  /**
   * Runs the body again, up to `MAX_ATTEMPTS` times, where the database found a conflict with
   * another transaction (SQLSTATE 40001, 40P01). Only for a body without effects of its own.
   */
  readonly retry?: boolean;
}

/**
 * A PostgreSQL that can be PGlite in a worker, or a server behind a pool. A transaction that throws,
 * or in which a statement failed, is rolled back. Errors of the database come as
 * `DatabaseError {sqlState}`. Nothing waits for ever: a server that is silent for 30 seconds is asked
 * by other connections, and where for another minute it answers none it counts as gone, with no
 * state, or with 08007 in a commit. A long statement of a server that is there goes on.
 */
export interface Database {
  readonly kind: "pglite" | "postgres";
  transaction<T>(options: TransactionOptions, body: (session: Session) => Promise<T>): Promise<T>;
  /** A statement that may not run inside a transaction (`vacuum`). */
  outside(text: string): Promise<void>;
  /** Runs a body, which may use this database, while no other holds the same key. */
  exclusively<T>(key: number, body: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
