import { Client, Pool, type ClientConfig, type PoolClient } from "pg";
import { ClosedError } from "../../model/errors.js";
import type { Database, Row, Session, TransactionOptions } from "../database.js";
import { databaseError } from "../driver/database-error.js";
import { CANCEL_GRACE_MS, settles, type Link, type LinkSource } from "../driver/link.js";
import { parserOf } from "../driver/parse.js";
import { Stop } from "../driver/stop.js";
import { transact } from "../driver/transact.js";
import {
  CONNECT_TIMEOUT_MS,
  DEFAULT_CONNECTIONS,
  holdLock,
  MIN_CONNECTIONS,
  SETTINGS,
  type ServerOptions,
} from "./server.js";

/** A server, through `pg`. Connects when it is first asked for something. */
export function openPg(options: ServerOptions): Database {
  const config: ClientConfig = {
    connectionString: options.url,
    application_name: "backread",
    options: SETTINGS.map(([name, value]) => `-c ${name}=${value}`).join(" "),
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: (oid: number) => parserOf(oid) },
  };
  const connections = options.connections ?? DEFAULT_CONNECTIONS;
  return new PgDatabase(config, Math.max(MIN_CONNECTIONS, connections));
}

class PgDatabase implements Database, LinkSource {
  readonly kind = "postgres";
  readonly #config: ClientConfig;
  readonly #pool: Pool;
  #closing: Promise<void> | null = null;

  constructor(config: ClientConfig, max: number) {
    this.#config = config;
    // The pool's own limit would also end the wait for a free connection, which may take longer.
    class PooledClient extends Client {
      constructor() {
        super(config);
      }
    }
    this.#pool = new Pool({ max, Client: PooledClient, allowExitOnIdle: true });
    // An idle connection that breaks is dropped by the pool; the next is made anew.
    this.#pool.on("error", () => undefined);
  }

  transaction<T>(options: TransactionOptions, body: (session: Session) => Promise<T>): Promise<T> {
    return transact(this, options, body);
  }

  async outside(text: string): Promise<void> {
    const link = await this.acquire(new Stop({}));
    let broken = true;
    try {
      await link.script(text);
      broken = false;
    } finally {
      await link.release(broken);
    }
  }

  exclusively<T>(key: number, body: () => Promise<T>): Promise<T> {
    return holdLock(this, key, body);
  }

  async acquire(stop: Stop): Promise<Link> {
    if (this.#closing !== null) throw ClosedError.of("the database");
    const connecting = this.#pool.connect();
    try {
      return new PgLink(await stop.race(connecting), this.#config);
    } catch (error) {
      connecting.then((client) => client.release()).catch(() => undefined);
      throw databaseError(error);
    }
  }

  /** Waits for the transactions that run. */
  close(): Promise<void> {
    this.#closing ??= this.#pool.end();
    return this.#closing;
  }
}

class PgLink implements Link {
  readonly #client: PoolClient;
  readonly #config: ClientConfig;
  #running: Promise<unknown> | null = null;
  #backend: number | null = null;

  constructor(client: PoolClient, config: ClientConfig) {
    this.#client = client;
    this.#config = config;
    client.on("error", ignore);
  }

  /** Behind a pooler the number that the protocol told is not the server's: it is asked for. */
  async begin(text: string): Promise<void> {
    const results: unknown = await this.#run(() =>
      this.#client.query(`${text}; select pg_backend_pid() as pid`),
    );
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    this.#backend = pidOf(last);
  }

  async query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]> {
    return (await this.#run(() => this.#client.query<Row>(text, [...values]))).rows;
  }

  async script(text: string): Promise<void> {
    await this.#run(() => this.#client.query(text));
  }

  async interrupt(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    if (this.#backend !== null) await settles(this.#cancel(this.#backend), CANCEL_GRACE_MS);
    if (await settles(running, CANCEL_GRACE_MS)) return;
    // `end` cuts the connection where a statement runs.
    void this.#client.end();
  }

  async release(broken: boolean): Promise<void> {
    this.#client.off("error", ignore);
    this.#client.release(broken);
  }

  /** By a connection outside the pool, which may have none left. */
  async #cancel(pid: number): Promise<void> {
    const client = new Client(this.#config);
    client.on("error", ignore);
    try {
      await client.connect();
      await client.query("select pg_cancel_backend($1)", [pid]);
    } finally {
      await client.end();
    }
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      const running = work();
      this.#running = running;
      return await running;
    } catch (error) {
      throw databaseError(error);
    } finally {
      this.#running = null;
    }
  }
}

function ignore(): void {}

function pidOf(result: unknown): number | null {
  const rows: unknown =
    typeof result === "object" && result !== null && Reflect.get(result, "rows");
  const row: unknown = Array.isArray(rows) ? rows[0] : null;
  const pid: unknown = typeof row === "object" && row !== null ? Reflect.get(row, "pid") : null;
  return typeof pid === "number" ? pid : null;
}
