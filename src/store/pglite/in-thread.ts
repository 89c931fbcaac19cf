import { PGlite, types, type Results } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { BackreadError } from "../../model/error-base.js";
import { DatabaseError } from "../../model/store-errors.js";
import type { Database, Row, Session, SqlValue, TransactionOptions } from "../database.js";
import { safeInteger } from "../safe-integer.js";

/** Without these the write-ahead log of an embedded database grows to a gigabyte. */
const CONFIG = ["max_wal_size=64MB", "min_wal_size=32MB"];

export interface InThreadOptions {
  /** `memory://`, a folder, or `idb://` and `opfs-ahp://` in a browser. */
  readonly dataDir: string;
  /** A dump of a data directory to begin with. */
  readonly loadDataDir?: Blob;
}

/** PGlite in the caller's own thread. One connection: transactions run one after another. */
export async function openInThread(options: InThreadOptions): Promise<PGliteDatabase> {
  const pglite = await PGlite.create({
    dataDir: options.dataDir,
    ...(options.loadDataDir === undefined ? {} : { loadDataDir: options.loadDataDir }),
    extensions: { btree_gin, pg_trgm },
    postgresqlconf: CONFIG,
    parsers: { [types.INT8]: safeInteger },
  });
  return new PGliteDatabase(pglite);
}

export class PGliteDatabase implements Database {
  readonly kind = "pglite";
  readonly pglite: PGlite;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(pglite: PGlite) {
    this.pglite = pglite;
  }

  transaction<T>(options: TransactionOptions, body: (session: Session) => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      await guarded(() => this.pglite.exec(options.begin));
      try {
        const value = await body(this.#session());
        await guarded(() => this.pglite.exec("commit"));
        return value;
      } catch (error) {
        await this.pglite.exec("rollback");
        throw error;
      }
    });
  }

  outside(text: string): Promise<void> {
    return this.#alone(async () => {
      await guarded(() => this.pglite.exec(text));
    });
  }

  async close(): Promise<void> {
    await this.#alone(() => this.pglite.close());
  }

  #session(): Session {
    const { pglite } = this;
    return {
      query: async <R extends object = Row>(text: string, values: readonly SqlValue[] = []) =>
        (await guarded<Results<R>>(() => pglite.query<R>(text, [...values]))).rows,
      script: async (text) => {
        await guarded(() => pglite.exec(text));
      },
    };
  }

  /** A second transaction inside the first would wait for it for ever; here it waits its turn. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work, work);
    this.#tail = run.catch(() => undefined);
    return run;
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackreadError) throw error;
    throw databaseError(error);
  }
}

function databaseError(error: unknown): DatabaseError {
  const message = error instanceof Error ? error.message : String(error);
  return new DatabaseError(`the database refused: ${message}`, { sqlState: stateOf(error) });
}

function stateOf(error: unknown): string | null {
  const coded = typeof error === "object" && error !== null && "code" in error;
  return coded && typeof error.code === "string" ? error.code : null;
}
