import { cpSync } from "node:fs";
import type { Miniflare } from "miniflare";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fromRoot } from "../../build/paths.mjs";
import type { Consumer } from "../packed/package.js";
import { install } from "../runtimes/installation.js";
import { cannotRun, reasonOf } from "../runtimes/runtime-binaries.js";
import { bundleWorker, startWorker } from "../runtimes/workerd.js";
import { asAdmin, createDatabase } from "./harness.js";
import type { TestServer } from "./server-setup.js";

/** Packs and bundles the package, on cores that others use too. */
const PATIENCE = 300_000;

const reason = cannotRun("workerd");
const { servers } = inject("store");

describe.skipIf(reason !== null)(`a Worker with nodejs_compat${reasonOf(reason)}`, () => {
  let consumer: Consumer;
  let bundle: string;
  beforeAll(async () => {
    consumer = await install();
    cpSync(fromRoot("test/runtimes/guest-store"), consumer.path, { recursive: true });
    bundle = await bundleWorker(consumer.path, "fetch.mjs");
  }, PATIENCE);
  afterAll(() => consumer?.remove());

  describe.each(servers)("over $name", (server: TestServer) => {
    let worker: Miniflare;
    let name: string;
    beforeAll(async () => {
      // Empty: the Worker itself brings it to this version's schema.
      name = await createDatabase(server);
      const bindings = { DATABASE_URL: `${server.ownerUrl}${name}` };
      worker = startWorker(bundle, { flags: ["nodejs_compat"], bindings });
    });
    afterAll(async () => {
      await worker?.dispose();
      await asAdmin(server, `drop database if exists ${name} with (force)`);
    });

    const ask = async (path: string): Promise<unknown> => {
      const response = await worker.dispatchFetch(`http://store.test${path}`);
      return response.json();
    };

    test("opens the door, which gives what it gives in Node", async () => {
      const given = Object.keys(await import("backread/store")).toSorted();
      expect(await ask("/names")).toEqual({ names: given });
    });

    test("migrates an empty database and takes rows in, once", { timeout: PATIENCE }, async () => {
      expect(await ask("/ingest")).toEqual({ answer: ["stored", "stored", "stored"] });
      expect(await ask("/ingest")).toEqual({ answer: ["repeated", "repeated", "repeated"] });
    });

    test("searches and reads what may be read, and nothing else", async () => {
      const told = await ask("/search");
      expect(told).toMatchObject({
        answer: {
          count: 2,
          hits: [expect.any(String), expect.any(String)],
          rows: ["naïve 港湾計画 \u{1f6a2} tide", "the tide gauge at the harbour"],
        },
      });
    });

    test("delivers a reply, which the next request reads", async () => {
      expect(await ask("/deliver")).toEqual({ answer: 2 });
      expect(await ask("/search")).toMatchObject({ answer: { count: 3 } });
    });

    test("leaves no connection behind", async () => {
      await expect.poll(() => connectionsTo(server, name)).toBe(0);
    });

    test("answers several requests at once", async () => {
      const told = await Promise.all(Array.from({ length: 6 }, () => ask("/search")));
      expect(told).toEqual(told.map(() => expect.objectContaining({ answer: expect.anything() })));
      expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1);
    });

    test.for([
      ["pglite:./folder", "invalid_argument"],
      ["postgres://nobody:wrong@127.0.0.1:1/none", "database_failed"],
    ] as const)("refuses %s with its code", async ([url, code]) => {
      expect(await ask(`/search?url=${encodeURIComponent(url)}`)).toMatchObject({
        error: { code },
      });
    });
  });
});

async function connectionsTo({ adminUrl }: TestServer, database: string): Promise<number> {
  const admin = new Client({ connectionString: `${adminUrl}postgres` });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ open: number }>(
      "select count(*)::int as open from pg_stat_activity where datname = $1",
      [database],
    );
    return rows[0]?.open ?? -1;
  } finally {
    await admin.end();
  }
}
