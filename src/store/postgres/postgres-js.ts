import postgres from "postgres";
import type { Database, Row } from "../database.js";
import { databaseError } from "../driver/database-error.js";
import { settles } from "../driver/link.js";
import { PARSERS } from "../driver/parse.js";
import type { Connection } from "./connection.js";
import { ServerDatabase } from "./server-database.js";
import {
  APPLICATION_NAME,
  CONNECT_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  mostSilenceMs,
  SETTINGS,
  SILENCE,
  type ServerOptions,
} from "./server.js";

/** Values are text both ways before the driver sees them. */
const TYPES = Object.fromEntries(
  [...PARSERS].map(([oid, parse]) => [
    `oid${oid}`,
    { to: oid, from: [oid], serialize: (text: string) => text, parse },
  ]),
);

/** A server, through `postgres`, which has a build for Workers. */
export function openPostgresJs(options: ServerOptions): Database {
  const firstAnswerMs = mostSilenceMs(options.silence ?? SILENCE);
  return new ServerDatabase(() => connect(options.url, firstAnswerMs), options);
}

async function connect(url: string, firstAnswerMs: number): Promise<Connection> {
  const connection = new PostgresJsConnection(url);
  try {
    const first = connection.script("select 1");
    // The driver's time is over once it has shaken hands; a pooler that is full answers later.
    if (!(await settles(first, firstAnswerMs))) throw databaseError(null);
    await first;
    return connection;
  } catch (error) {
    await connection.end();
    throw error;
  }
}

/**
 * One connection to one instance of the driver. By itself the driver would connect again when a
 * connection was lost, in the middle of a transaction too, and go on without it.
 */
class PostgresJsConnection implements Connection {
  readonly #sql: postgres.Sql;
  #alive = true;

  constructor(url: string) {
    this.#sql = postgres(url, {
      max: 1,
      max_lifetime: null,
      connect_timeout: CONNECT_TIMEOUT_MS / 1_000,
      keep_alive: KEEP_ALIVE_MS / 1_000,
      prepare: false,
      fetch_types: false,
      types: TYPES,
      connection: { application_name: APPLICATION_NAME, ...SETTINGS },
      onnotice: () => undefined,
      onclose: () => void (this.#alive = false),
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]> {
    return this.#run(async () => [...(await this.#sql.unsafe<Row[]>(text, [...values]))]);
  }

  /** An array of results where there was more than one statement. */
  script(text: string): Promise<readonly Row[]> {
    return this.#run(async () => {
      const result: readonly unknown[] = await this.#sql.unsafe(text).simple();
      const last: unknown = result.at(-1);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows are objects, results arrays
      return (Array.isArray(last) ? [...last] : [...result]) as readonly Row[];
    });
  }

  async end(): Promise<void> {
    this.#alive = false;
    await this.#sql.end({ timeout: 0 }).catch(() => undefined);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (!this.#alive) throw new Error("the connection is closed");
      return await work();
    } catch (error) {
      throw databaseError(error);
    }
  }
}
