import { createHash } from "node:crypto";
import { existsSync, openAsBlob } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { EmbeddedDatabase } from "../../../dist/store/pglite/embedded.js";
import { createPGlite, engineOf } from "../../../dist/store/pglite/engine.js";
import { migrate } from "../../../dist/store/migrate.js";
import { MIGRATIONS } from "../../../dist/store/schema/index.js";

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/backread", import.meta.url));

/** A migrated PGlite, as a dump and as a folder to copy. */
export interface MigratedPGlite {
  readonly dump: string;
  readonly folder: string;
}

/** Made anew where the migrations have changed. */
export async function migratedPGlite(): Promise<MigratedPGlite> {
  const hash = createHash("sha256").update(JSON.stringify(MIGRATIONS)).digest("hex");
  const dump = `${CACHE}/store-${hash.slice(0, 16)}.tar`;
  const folder = dump.replace(".tar", "");
  await mkdir(CACHE, { recursive: true });
  if (!existsSync(dump)) await finish(dump, makeDump);
  if (!existsSync(folder)) await finish(folder, (path) => makeFolder(path, dump));
  return { dump, folder };
}

/** Under another name first: two runs may be at it. */
async function finish(path: string, make: (path: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await make(unfinished);
  await rename(unfinished, path).catch(() => rm(unfinished, { recursive: true }));
}

async function makeDump(path: string): Promise<void> {
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
  await writeFile(path, new Uint8Array(await dump.arrayBuffer()));
}

async function makeFolder(path: string, dump: string): Promise<void> {
  const pglite = await createPGlite({ dataDir: path, loadDataDir: await openAsBlob(dump) });
  await engineOf(pglite).close();
}
