import type { StopSignal } from "../model/signal.js";

/** A value as both drivers take it: arrays are typed in the statement (`$1::bigint[]`). */
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
  /** One statement with parameters. `int8` comes as a number, and throws beyond 2^53. */
  query<R extends object = Row>(text: string, values?: readonly SqlValue[]): Promise<readonly R[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface TransactionOptions {
  /** Statements sent first, in one message: isolation, role, settings. */
  readonly begin: string;
  /** Rolls back, and rejects with `AbortedError`. */
  readonly signal?: StopSignal;
  /** Milliseconds for the whole transaction; then it is rolled back as `TimedOutError`. */
  readonly timeoutMs?: number;
}

/**
 * A PostgreSQL that can be PGlite in a worker, or a server behind a pool. A transaction that throws
 * is rolled back. Errors of the database come as `DatabaseError {sqlState}`.
 */
export interface Database {
  readonly kind: "pglite" | "postgres";
  transaction<T>(options: TransactionOptions, body: (session: Session) => Promise<T>): Promise<T>;
  /** A statement that may not run inside a transaction (`vacuum`). */
  outside(text: string): Promise<void>;
  close(): Promise<void>;
}
