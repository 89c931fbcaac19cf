/** Once for a run of the store's tests: a migrated PGlite, and real servers with a migrated template. */
import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { migratedPGlite, type MigratedPGlite } from "./server/pglite-dump.js";
import { embeddedBinaries, startServer, type RunningServer } from "./server/postgres.js";

export interface TestServer {
  readonly name: string;
  /** `postgres://…/` without a database, as the role that owns the test databases. */
  readonly ownerUrl: string;
  readonly adminUrl: string;
  /** Why the migrations did not run there; null when they did. */
  readonly failure: string | null;
}

export interface StoreSetup {
  readonly pglite: MigratedPGlite;
  readonly servers: readonly TestServer[];
  /** Why a server that was looked for is not there. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
}

declare module "vitest" {
  interface ProvidedContext {
    readonly store: StoreSetup;
  }
}

const DEBIAN_15 = "/usr/lib/postgresql/15/bin";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = [
    { name: "postgres 18", bin: await embeddedBinaries() },
    { name: "postgres 15", bin: existsSync(`${DEBIAN_15}/postgres`) ? DEBIAN_15 : null },
  ];
  const [pglite, ...started] = await Promise.all([
    migratedPGlite(),
    ...binaries.map(({ name, bin }) => attempt(name, bin)),
  ]);
  const running = started.filter((each) => "stop" in each);
  project.provide("store", {
    pglite,
    servers: running.map(({ server }) => server),
    missing: started.filter((each) => "reason" in each),
  });
  return async () => {
    await Promise.all(running.map((each) => each.stop()));
  };
}

type Missing = StoreSetup["missing"][number];

async function attempt(name: string, bin: string | null): Promise<RunningServer | Missing> {
  if (bin === null) return { name, reason: "its binaries are not here" };
  try {
    return await startServer(name, bin);
  } catch (error) {
    return { name, reason: String(error) };
  }
}
