import type { Database, Row, Session, TransactionOptions } from "../database.js";
import { CANCEL_GRACE_MS, settles, type Link, type LinkSource } from "../driver/link.js";
import { Stop } from "../driver/stop.js";
import { transact } from "../driver/transact.js";
import type { Connect, Connection } from "./connection.js";
import { heard } from "./heard.js";
import { Pool } from "./pool.js";
import { holdLock } from "./hold-lock.js";
import { connectionsOf, SILENCE, type ServerOptions, type Silence } from "./server.js";

/** A server, through whichever driver opens the connections. */
export class ServerDatabase implements Database, LinkSource {
  readonly kind = "postgres";
  readonly #connect: Connect;
  readonly #pool: Pool;
  readonly #silence: Silence;

  constructor(connect: Connect, options: ServerOptions) {
    this.#connect = connect;
    this.#pool = new Pool(connect, connectionsOf(options));
    this.#silence = options.silence ?? SILENCE;
  }

  transaction<T>(options: TransactionOptions, body: (session: Session) => Promise<T>): Promise<T> {
    return transact(this, options, body);
  }

  async outside(text: string): Promise<void> {
    const connection = await this.#pool.acquire(new Stop({}));
    try {
      await this.#heard(connection, connection.script(text));
    } finally {
      this.#pool.release(connection, false);
    }
  }

  exclusively<T>(key: number, body: () => Promise<T>): Promise<T> {
    return holdLock(this, key, body);
  }

  async acquire(stop: Stop): Promise<Link> {
    const connection = await this.#pool.acquire(stop);
    return new ServerLink(connection, {
      connect: this.#connect,
      release: (broken) => this.#pool.release(connection, broken),
      heard: (running) => this.#heard(connection, running),
    });
  }

  /** Waits for the transactions that run, and for those that wait already. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  #heard<T>(connection: Connection, running: Promise<T>): Promise<T> {
    return heard(running, { connection, connect: this.#connect, silence: this.#silence });
  }
}

interface Means {
  readonly connect: Connect;
  readonly release: (broken: boolean) => void;
  readonly heard: <T>(running: Promise<T>) => Promise<T>;
}

class ServerLink implements Link {
  readonly #connection: Connection;
  readonly #means: Means;
  #running: Promise<unknown> | null = null;
  #backend: number | null = null;

  constructor(connection: Connection, means: Means) {
    this.#connection = connection;
    this.#means = means;
  }

  /** Behind a pooler the number that the protocol told is not the server's: it is asked for. */
  async begin(text: string): Promise<void> {
    const asked = `${text}; select pg_backend_pid() as pid`;
    const [row] = await this.#run(this.#connection.script(asked));
    this.#backend = Number(row?.["pid"]);
  }

  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]> {
    return this.#run(this.#connection.query(text, values));
  }

  async script(text: string): Promise<void> {
    await this.#run(this.#connection.script(text));
  }

  async interrupt(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    if (this.#backend !== null) await settles(this.#cancel(this.#backend), CANCEL_GRACE_MS);
    if (!(await settles(running, CANCEL_GRACE_MS)))
      await settles(this.#connection.end(), CANCEL_GRACE_MS);
  }

  async release(broken: boolean): Promise<void> {
    this.#means.release(broken);
  }

  /** By a connection outside the pool, which may have none left. */
  async #cancel(pid: number): Promise<void> {
    const connection = await this.#means.connect();
    try {
      await connection.query("select pg_cancel_backend($1)", [String(pid)]);
    } finally {
      await connection.end();
    }
  }

  async #run<T>(running: Promise<T>): Promise<T> {
    this.#running = running;
    try {
      return await this.#means.heard(running);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }
}
