import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, describe, inject, onTestFinished, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openInThread } from "../../dist/store/pglite/in-thread.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import type { Perspective } from "../../dist/store/port.js";
import { EnvelopeKeys } from "../../dist/store/envelope-keys.js";
import type { Scope } from "../../dist/store/scope.js";
import type { TestServer } from "./server-setup.js";

/** Milliseconds that a read has in a test: a busy machine is no reason why one should fail. */
export const searchTimeoutMs = 120_000;

/** Opens one more migrated, empty database of the kind; it is closed after the file's tests. */
export type Open = () => Promise<Database>;

/**
 * The same tests over PGlite and every server that is here; a server that is not is one skipped
 * test that says why.
 */
export function forEachDatabase(name: string, define: (open: Open, kind: string) => void): void {
  describe(`${name}, on pglite`, () => define(closedAfterwards(openMemory), "pglite"));
  const { servers, missing } = inject("store");
  for (const server of servers)
    describe(`${name}, on ${server.name}`, () => {
      define(
        closedAfterwards(() => openOnServer(server)),
        server.name,
      );
    });
  for (const { name: server, reason } of missing)
    test.skip(`${name}, on ${server} (${reason})`, () => {});
}

function closedAfterwards(open: Open): Open {
  const opened: Database[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
  });
  return async () => {
    const database = await open();
    opened.push(database);
    return database;
  };
}

/** A migrated database in memory. */
export async function openMemory(): Promise<Database> {
  const loadDataDir = await openAsBlob(inject("store").pglite.dump);
  return openInThread({ dataDir: "memory://", loadDataDir });
}

/** The path of a migrated database to open by `pglite:`, removed after the test. */
export async function copyMigratedFolder(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "backread-store-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, "store");
  await cp(inject("store").pglite.folder, folder, { recursive: true });
  return folder;
}

/** A migrated database of its own on a server, as its owner; dropped when it is closed. */
export async function openOnServer(server: TestServer): Promise<Database> {
  if (server.failure !== null) throw new Error(`${server.name}: ${server.failure}`);
  const name = await createDatabase(server, { template: "backread_template" });
  const database = openPg({ url: `${server.ownerUrl}${name}` });
  const close = async (): Promise<void> => {
    await database.close();
    await asAdmin(server, `drop database if exists ${name} with (force)`);
  };
  return {
    kind: database.kind,
    transaction: (options, body) => database.transaction(options, body),
    outside: (text) => database.outside(text),
    exclusively: (key, body) => database.exclusively(key, body),
    close,
  };
}

/** The name of a new database that `backread_owner` owns. */
export async function createDatabase(
  server: TestServer,
  { template = "template0" }: { readonly template?: string } = {},
): Promise<string> {
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(server, `create database ${name} template ${template} owner backread_owner`);
  return name;
}

/** A statement that needs a database for itself waits longer than the server does, which is 5 s. */
export async function asAdmin(server: TestServer, statement: string): Promise<void> {
  const admin = new Client({ connectionString: `${server.adminUrl}postgres` });
  await admin.connect();
  const end = performance.now() + FREE_MS;
  try {
    while (!(await done(admin, statement, performance.now() < end)));
  } finally {
    await admin.end();
  }
}

/** For a backend that was told to go, autovacuum's of the template perhaps. */
const FREE_MS = 60_000;
const OBJECT_IN_USE = "55006";

/** False where somebody is in the way who may be `patiently` waited for. */
async function done(admin: Client, statement: string, patiently: boolean): Promise<boolean> {
  try {
    await admin.query(statement);
    return true;
  } catch (error) {
    const inUse = error instanceof Error && "code" in error && error.code === OBJECT_IN_USE;
    if (!patiently || !inUse) throw error;
    return false;
  }
}

export interface ScopeSettings {
  readonly tenant?: string;
  readonly agent?: string;
  readonly searchConfig?: string;
  /** A fixed key for digests of queries; none without it. */
  readonly audited?: boolean;
}

/** A scope of a perspective of its own, made where the database has it not. */
export async function openStoreScope(
  database: Database,
  { tenant = "acme", agent = "scribe", searchConfig = "english", audited }: ScopeSettings = {},
): Promise<Scope> {
  const perspective: Perspective = { tenant, agent };
  const [row] = await database.transaction({ begin: "begin" }, (session) =>
    session.query<{ id: number }>(
      `insert into backread.perspectives (tenant, agent, search_config) values ($1, $2, $3::regconfig)
       on conflict (tenant, agent) do update set tenant = excluded.tenant returning id`,
      [tenant, agent, searchConfig],
    ),
  );
  if (row === undefined) throw new Error("a perspective was not made");
  const auditKey = audited === true ? await fixedKey() : null;
  return {
    database,
    perspective,
    perspectiveId: row.id,
    auditKey,
    envelopeKeys: new EnvelopeKeys(),
  };
}

function fixedKey(): Promise<CryptoKey> {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => index);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
}

/** What a function without a process of its own gets: a database, and how to let go of it. */
export interface Serverless {
  readonly database: Database;
  readonly kind: Database["kind"];
  close(): Promise<void>;
}

export function asServerless(database: Database): Serverless {
  return { database, kind: database.kind, close: () => database.close() };
}
