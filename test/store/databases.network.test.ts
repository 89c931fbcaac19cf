/** A network that falls silent: nothing arrives any more, and no connection is closed. */
import {
  createConnection,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openPg } from "../../dist/store/postgres/pg.js";
import { openPostgresJs } from "../../dist/store/postgres/postgres-js.js";
import { runSearch } from "../../dist/store/search/run-search.js";
import { bindDestination } from "../../dist/store/view/binding.js";
import { createDatabase } from "./harness.js";
import { channel, newScope, NOW, PUBLIC, tell, viewTools } from "./spoken.js";

const BEGIN = { begin: "begin" };
/** Milliseconds in which all that waits for a silent network has given up, on any machine. */
const PATIENCE_MS = 60_000;

/** Carries bytes to a server and back, until it falls silent. */
class Network {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What a client sends that is the last that arrives; null as long as all does. */
  silentAfter: string | null = null;
  onSilence: () => void = () => undefined;
  #silent = false;

  private constructor(port: number) {
    // A side that has ended is not answered by the other's end.
    this.#server = createServer({ allowHalfOpen: true }, (client) => {
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
