import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { EmbeddedDatabase } from "../../../dist/store/pglite/embedded.js";
import { createPGlite, engineOf } from "../../../dist/store/pglite/engine.js";
import { migrate } from "../../../dist/store/migrate.js";
import { MIGRATIONS } from "../../../dist/store/schema/index.js";

const CACHE = new URL("../../../node_modules/.cache/backread/", import.meta.url);

/** The path of a dump of a migrated PGlite, made where the migrations have changed. */
export async function dumpMigrated(): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(MIGRATIONS)).digest("hex");
  const path = fileURLToPath(new URL(`store-${hash.slice(0, 16)}.tar`, CACHE));
  if (existsSync(path)) return path;
  const pglite = await createPGlite({ dataDir: "memory://" });
  const engine = engineOf(pglite);
  const database = new EmbeddedDatabase({
    engine: async () => engine,
    interrupt: async () => undefined,
    close: () => engine.close(),
  });
  await migrate(database);
  const dump = await pglite.dumpDataDir("none");
  await database.close();
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, new Uint8Array(await dump.arrayBuffer()));
  await rename(unfinished, path);
  return path;
}
