import type { Row } from "../database.js";

/** One connection to a server. What it throws is a `DatabaseError`. */
export interface Connection {
  /** False once the server or the network has ended it. It never becomes another connection. */
  readonly alive: boolean;
  query(text: string, values: readonly (string | null)[]): Promise<readonly Row[]>;
  /** Several statements without parameters; the rows of the last. */
  script(text: string): Promise<readonly Row[]>;
  /** Says goodbye where nothing runs, and cuts the connection where something does. */
  end(): Promise<void>;
}

/** Opens one connection, and gives up when the server is silent: after `mostSilenceMs` at the latest. */
export type Connect = () => Promise<Connection>;
