/** A network that falls silent: nothing arrives any more, and no connection is closed. */
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { migrate } from "../../dist/store/migrate.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import { openPostgresJs } from "../../dist/store/postgres/postgres-js.js";
import { runSearch } from "../../dist/store/search/run-search.js";
import { bindDestination } from "../../dist/store/view/binding.js";
import { createDatabase } from "./harness.js";
import { channel, newScope, NOW, PUBLIC, tell, viewTools } from "./spoken.js";

const BEGIN = { begin: "begin" };
/** Milliseconds in which all that waits for a silent network has given up, on any machine. */
const PATIENCE_MS = 60_000;
/** While what is not silent is waited for; then a server counts as gone soon. */
const LONG = { afterMs: 60_000, answerMs: 60_000 };
const SHORT = { afterMs: 100, answerMs: 100 };
const ASKED_OFTEN = { afterMs: 20, answerMs: 60_000 };

/** Carries bytes to a server and back, until it falls silent. */
class Network {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Connections that were made through it. */
  connections = 0;
  /** What a client sends that is the last that arrives; null as long as all does. */
  silentAfter: string | null = null;
  onSilence: () => void = () => undefined;
  #silent = false;

  private constructor(port: number) {
    // A side that has ended is not answered by the other's end.
    this.#server = createServer({ allowHalfOpen: true }, (client) => {
      this.connections++;
      const server = createConnection({ port, host: "127.0.0.1", allowHalfOpen: true });
      for (const socket of [client, server]) {
        this.#sockets.add(socket);
        socket.on("error", () => undefined);
      }
      client.on("data", (bytes) => {
        if (this.#silent) return;
        server.write(bytes);
        const { silentAfter } = this;
        if (silentAfter !== null && bytes.includes(silentAfter)) this.fallSilent();
      });
      server.on("data", (bytes) => void (this.#silent || client.write(bytes)));
      client.on("end", () => void (this.#silent || server.end()));
      server.on("end", () => void (this.#silent || client.end()));
    });
  }

  static async to(url: string): Promise<{ readonly network: Network; readonly url: string }> {
    const through = new URL(url);
    const network = new Network(Number(through.port));
    await new Promise<void>((resolve) => network.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => network.#end());
    through.hostname = "127.0.0.1";
    through.port = String((network.#server.address() as AddressInfo).port);
    return { network, url: through.href };
  }

  fallSilent(): void {
    this.#silent = true;
    this.onSilence();
  }

  #end(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

async function patiently<T>(work: Promise<T>): Promise<T | "waits for ever"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"waits for ever">((resolve) => {
    timer = setTimeout(() => resolve("waits for ever"), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What waits for ever has no outcome. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  const told = work.then(
    () => "done",
    (error: unknown) => error,
  );
  return patiently(told);
}

const GONE = { code: "database_failed", data: { sqlState: null } };
const UNKNOWN = { code: "database_failed", data: { sqlState: "08007" } };

/** What has no time-out: how it is asked for, and the last that arrives; null for nothing at all. */
const UNBOUNDED: readonly {
  readonly name: string;
  readonly silentAfter: string | null;
  readonly ask: (database: Database) => Promise<unknown>;
}[] = [
  {
    name: "before a lock is asked for",
    silentAfter: null,
    ask: (database) => database.exclusively(7, async () => undefined),
  },
  {
    name: "while a lock is asked for",
    silentAfter: "pg_try_advisory_xact_lock",
    ask: (database) => database.exclusively(7, async () => undefined),
  },
  { name: "before a migration", silentAfter: null, ask: (database) => migrate(database) },
  {
    name: "in the middle of a migration",
    silentAfter: "create schema",
    ask: (database) => migrate(database),
  },
  {
    name: "before a vacuum",
    silentAfter: null,
    ask: (database) => database.outside("vacuum"),
  },
  {
    name: "in the middle of a vacuum",
    silentAfter: "vacuum",
    ask: (database) => database.outside("vacuum"),
  },
];

for (const server of inject("store").servers)
  for (const [driver, openServer] of [
    ["pg", openPg],
    ["postgres.js", openPostgresJs],
  ] as const)
    describe(`a network that falls silent, ${server.name} through ${driver}`, () => {
      test("does not keep a database from being closed", async () => {
        const at = await Network.to(`${server.ownerUrl}${await createDatabase(server)}`);
        const database = openServer({ url: at.url });
        await database.transaction(BEGIN, (session) => session.query("select 1"));
        at.network.fallSilent();
        expect(await patiently(database.close())).toBeUndefined();
      });

      test("in the middle of a commit: it is told that nobody knows what became of it", async () => {
        const direct = `${server.ownerUrl}${await createDatabase(server)}`;
        const at = await Network.to(direct);
        const [database, other] = [openServer({ url: at.url }), openServer({ url: direct })];
        await other.transaction(BEGIN, (session) => session.script("create table t (a int)"));
        const controller = new AbortController();
        at.network.silentAfter = "commit";
        at.network.onSilence = () => controller.abort();
        const work = database.transaction({ ...BEGIN, signal: controller.signal }, (session) =>
          session.query("insert into t values (1)"),
        );
        await expect(work).rejects.toMatchObject({ data: { sqlState: "08007" } });
        const kept = await other.transaction(BEGIN, (session) => session.query("select a from t"));
        expect(kept).toEqual([{ a: 1 }]);
        await Promise.all([patiently(database.close()), other.close()]);
      });

      test.each(UNBOUNDED)("$name: that is told", async ({ silentAfter, ask }) => {
        const at = await Network.to(`${server.ownerUrl}${await createDatabase(server)}`);
        const silence = { ...LONG };
        const database = openServer({ url: at.url, silence });
        await database.transaction(BEGIN, (session) => session.query("select 1"));
        Object.assign(silence, SHORT);
        if (silentAfter === null) at.network.fallSilent();
        else at.network.silentAfter = silentAfter;
        expect(await outcome(ask(database))).toMatchObject(GONE);
        expect(await patiently(database.close())).toBeUndefined();
      });

      test("while a connection is made: that is told", async () => {
        const at = await Network.to(`${server.ownerUrl}${await createDatabase(server)}`);
        const database = openServer({ url: at.url, silence: SHORT });
        at.network.silentAfter = "select 1";
        const work = database.transaction(BEGIN, (session) => session.query("select 1"));
        expect(await outcome(work)).toMatchObject(GONE);
        expect(await patiently(database.close())).toBeUndefined();
      });

      test("while a lock is held, or in a commit: nobody knows what became of it", async () => {
        const direct = `${server.ownerUrl}${await createDatabase(server)}`;
        const at = await Network.to(direct);
        const silence = { ...LONG };
        const [database, other] = [
          openServer({ url: at.url, silence }),
          openServer({ url: direct }),
        ];
        await other.transaction(BEGIN, (session) => session.script("create table t (a int)"));
        at.network.silentAfter = "commit";
        const work = database.transaction(BEGIN, async (session) => {
          await session.query("insert into t values (1)");
          Object.assign(silence, SHORT);
        });
        expect(await outcome(work)).toMatchObject(UNKNOWN);
        const kept = await other.transaction(BEGIN, (session) => session.query("select a from t"));
        expect(kept).toEqual([{ a: 1 }]);
        const again = await Network.to(direct);
        const patient = { ...LONG };
        const holder = openServer({ url: again.url, silence: patient });
        const held = holder.exclusively(7, async () => {
          Object.assign(patient, SHORT);
          again.network.fallSilent();
        });
        expect(await outcome(held)).toMatchObject(UNKNOWN);
        await Promise.all([patiently(database.close()), patiently(holder.close()), other.close()]);
      });

      test("what takes long is not ended while the server is there", async () => {
        const direct = `${server.ownerUrl}${await createDatabase(server)}`;
        const at = await Network.to(direct);
        const [database, other] = [
          openServer({ url: at.url, silence: ASKED_OFTEN }),
          openServer({ url: direct }),
        ];
        const waiting = await other.transaction(BEGIN, async (session) => {
          await session.query("select pg_advisory_xact_lock(1)");
          const statement = database.outside("select pg_advisory_lock(1)");
          await expect.poll(() => at.network.connections).toBeGreaterThan(4);
          return { statement };
        });
        await waiting.statement;
        await Promise.all([database.close(), other.close()]);
      });

      test("is noticed by the server too, where nothing else ends a transaction", async () => {
        const database = openServer({ url: `${server.ownerUrl}${await createDatabase(server)}` });
        const idle = async (options: { readonly timeoutMs?: number }): Promise<unknown> => {
          const rows = await database.transaction({ ...BEGIN, ...options }, (session) =>
            session.query("select current_setting('tcp_keepalives_idle') as seconds"),
          );
          return rows[0]?.["seconds"];
        };
        const usual = await idle({ timeoutMs: 60_000 });
        expect(await idle({})).toBe("60");
        expect(usual).not.toBe("60");
        expect(await idle({ timeoutMs: 60_000 })).toBe(usual);
        await database.close();
      });

      test("in the middle of a search that is given up: that is what is told", async () => {
        const name = await createDatabase(server, { template: "backread_template" });
        const at = await Network.to(`${server.ownerUrl}${name}`);
        const database = openServer({ url: at.url });
        const scope = { ...(await newScope(database)), searchTimeoutMs: 2_000 };
        await tell(scope, [{ in: channel("room"), to: PUBLIC, text: "zebra", at: NOW }]);
        const destination = { conversation: channel("room"), audience: PUBLIC, asOf: NOW };
        const tools = await viewTools();
        // Made before, lest a slow machine runs out of time for anything but the search.
        const patient = { ...scope, searchTimeoutMs: 60_000 };
        const binding = await bindDestination(patient, { destination }, tools);
        const controller = new AbortController();
        at.network.silentAfter = "repeatable read";
        at.network.onSilence = () => controller.abort();
        const search = runSearch(scope, binding, "zebra", { signal: controller.signal });
        await expect(search).rejects.toMatchObject({ code: "aborted" });
        await patiently(database.close());
      });
    });
