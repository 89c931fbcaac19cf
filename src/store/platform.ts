import type { Database } from "./database.js";
import type { Location } from "./pglite/location.js";
import type { ServerOptions } from "./postgres/server.js";

export type PostgresDriver = "pg" | "postgres";

export interface EmbeddedOptions {
  readonly location: Location;
  /** In the caller's own thread, where a statement that runs cannot be interrupted. */
  readonly inCallersThread: boolean;
}

/** What a runtime can open. */
export interface Platform {
  openEmbedded(options: EmbeddedOptions): Promise<Database>;
  /** By the runtime's own choice of driver where none is named. */
  openServer(options: ServerOptions, driver: PostgresDriver | undefined): Promise<Database>;
}
