import type { Database, Row, Session, TransactionOptions } from "../database.js";
import { CANCEL_GRACE_MS, settles, type Link, type LinkSource } from "../driver/link.js";
import { Stop } from "../driver/stop.js";
import { transact } from "../driver/transact.js";
import type { Connect, Connection } from "./connection.js";
import { Pool } from "./pool.js";
import { holdLock } from "./hold-lock.js";

/** A server, through whichever driver opens the connections. */
export class ServerDatabase implements Database, LinkSource {
  readonly kind = "postgres";
  readonly #connect: Connect;
  readonly #pool: Pool;

  constructor(connect: Connect, connections: number) {
    this.#connect = connect;
    this.#pool = new Pool(connect, connections);
  }

  transaction<T>(options: TransactionOptions, body: (session: Session) => Promise<T>): Promise<T> {
    return transact(this, options, body);
  }

  async outside(text: string): Promise<void> {
    const connection = await this.#pool.acquire(new Stop({}));
    try {
      await connection.script(text);
    } finally {
      this.#pool.release(connection, false);
    }
  }

  exclusively<T>(key: number, body: () => Promise<T>): Promise<T> {
    return holdLock(this, key, body);
  }

  async acquire(stop: Stop): Promise<Link> {
    const connection = await this.#pool.acquire(stop);
    return new ServerLink(connection, this.#connect, (broken) =>
      this.#pool.release(connection, broken),
    );
  }

  /** Waits for the transactions that run, and for those that wait already. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

class ServerLink implements Link {
  readonly #connection: Connection;
  readonly #connect: Connect;
  readonly #release: (broken: boolean) => void;
  #running: Promise<unknown> | null = null;
  #backend: number | null = null;

  constructor(connection: Connection, connect: Connect, release: (broken: boolean) => void) {
    this.#connection = connection;
    this.#connect = connect;
    this.#release = release;
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
    this.#release(broken);
  }

  /** By a connection outside the pool, which may have none left. */
  async #cancel(pid: number): Promise<void> {
    const connection = await this.#connect();
    try {
      await connection.query("select pg_cancel_backend($1)", [String(pid)]);
    } finally {
      await connection.end();
    }
  }

  async #run<T>(running: Promise<T>): Promise<T> {
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }
}
