import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Row } from "../database.js";
import { databaseError } from "../driver/database-error.js";
import { parserOf, type Parser } from "../driver/parse.js";

/** Without these the write-ahead log of an embedded database grows to a gigabyte. */
const CONFIG = ["max_wal_size=64MB", "min_wal_size=32MB"];

/** Asked of by type, so that types which PGlite knows more of come as everywhere else. */
const READ_BY_US: Record<number, Parser> = new Proxy<Record<number, Parser>>(
  {},
  { get: (_, oid) => parserOf(Number(oid)), has: () => true },
);
const WRITTEN_BY_US: Record<number, (value: unknown) => string> = new Proxy<
  Record<number, (value: unknown) => string>
>({}, { get: () => String, has: () => true });

export interface EngineOptions {
  /** `memory://`, a folder, or `idb://` and `opfs-ahp://` in a browser. */
  readonly dataDir: string;
  /** A dump of a data directory to begin with. */
  readonly loadDataDir?: Blob;
}

/** A PGlite, as plain text in and rows out. */
export interface Engine {
  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]>;
  script(text: string): Promise<void>;
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

export async function openEngine({ dataDir, loadDataDir }: EngineOptions): Promise<Engine> {
  const pglite = await guarded(() =>
    PGlite.create({
      dataDir,
      ...(loadDataDir === undefined ? {} : { loadDataDir }),
      extensions: { btree_gin, pg_trgm, vector },
      postgresqlconf: CONFIG,
    }),
  );
  await guarded(() => pglite.exec("set timezone = 'UTC'; set datestyle = 'ISO'"));
  const options = { parsers: READ_BY_US, serializers: WRITTEN_BY_US };
  return {
    query: (text, values) =>
      guarded(async () => (await pglite.query<Row>(text, [...values], options)).rows),
    script: (text) => guarded(async () => void (await pglite.exec(text))),
    dump: () => guarded(() => pglite.dumpDataDir("none")),
    close: () => guarded(() => pglite.close()),
  };
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseError(error);
  }
}
