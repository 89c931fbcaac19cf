import { PGlite, type PGliteOptions, type QueryOptions } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { Row } from "../database.js";
import { databaseError } from "../driver/database-error.js";
import { parserOf, PARSERS } from "../driver/parse.js";

/** Without these the write-ahead log of an embedded database grows to a gigabyte. */
const CONFIG = ["max_wal_size=64MB", "min_wal_size=32MB"];

/** `dataDir`: `memory://`, a folder, or `idb://…` and `opfs-ahp://…` in a browser. */
export type EngineOptions = Pick<PGliteOptions, "dataDir" | "loadDataDir">;

/** A PGlite, as text in and rows out. What it throws is a `BackreadError`. */
export interface Engine {
  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]>;
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  return engineOf(await guarded(() => createPGlite(options)));
}

/** With the extensions that the schema and the search use. */
export async function createPGlite(options: EngineOptions): Promise<PGlite> {
  const pglite = await PGlite.create({
    ...options,
    extensions: { btree_gin, pg_trgm, vector },
    postgresqlconf: CONFIG,
  });
  await pglite.exec("set timezone = 'UTC'; set datestyle = 'ISO'");
  return pglite;
}

export function engineOf(pglite: PGlite): Engine {
  const options = asText(pglite);
  return {
    query: (text, values) =>
      guarded(async () => (await pglite.query<Row>(text, [...values], options)).rows),
    script: (text) => guarded(async () => void (await pglite.exec(text))),
    close: () =>
      guarded(async () => {
        await pglite.exec("checkpoint");
        await pglite.close();
      }),
  };
}

/** Also of the types that PGlite knows more of: they come as from every other driver. */
function asText({ parsers, serializers }: PGlite): Pick<QueryOptions, "parsers" | "serializers"> {
  const read = [...Object.keys(parsers).map(Number), ...PARSERS.keys()];
  const written = Object.keys(serializers);
  return {
    parsers: Object.fromEntries(read.map((oid) => [oid, parserOf(oid)])),
    serializers: Object.fromEntries(written.map((oid) => [oid, String])),
  };
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseError(error);
  }
}
