import { Client, type ClientConfig } from "pg";
import type { Database, Row } from "../database.js";
import { databaseError } from "../driver/database-error.js";
import { CANCEL_GRACE_MS, settles } from "../driver/link.js";
import { parserOf } from "../driver/parse.js";
import type { Connection } from "./connection.js";
import { ServerDatabase } from "./server-database.js";
import {
  APPLICATION_NAME,
  CONNECT_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  SETTINGS,
  type ServerOptions,
} from "./server.js";

/** A server, through `pg`. Connects when it is first asked for something. */
export function openPg(options: ServerOptions): Database {
  const settings = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  const config: ClientConfig = {
    connectionString: options.url,
    application_name: APPLICATION_NAME,
    options: settings.join(" "),
    keepAlive: true,
    // By default the system's own two hours.
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: (oid: number) => parserOf(oid) },
  };
  return new ServerDatabase(() => connect(config), options);
}

async function connect(config: ClientConfig): Promise<Connection> {
  return guarded(async () => {
    const client = new Client(config);
    const connection = new PgConnection(client);
    await client.connect();
    return connection;
  });
}

class PgConnection implements Connection {
  readonly #client: Client;
  #alive = true;

  constructor(client: Client) {
    this.#client = client;
    const dead = (): void => void (this.#alive = false);
    // An error that nobody listens for would end the process.
    client.on("error", dead);
    client.on("end", dead);
  }

  get alive(): boolean {
    return this.#alive;
  }

  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]> {
    return guarded(async () => (await this.#client.query<Row>(text, [...values])).rows);
  }

  /** `pg` gives an array of results where there was more than one statement. */
  script(text: string): Promise<readonly Row[]> {
    return guarded(async () => {
      const results = [await this.#client.query<Row>(text)].flat();
      return results.at(-1)?.rows ?? [];
    });
  }

  async end(): Promise<void> {
    this.#alive = false;
    const ended = this.#client.end();
    // A network that has fallen silent takes no leave.
    if (!(await settles(ended, CANCEL_GRACE_MS))) this.#client.connection.stream.destroy();
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseError(error);
  }
}
