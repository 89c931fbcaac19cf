export interface ServerOptions {
  /** `postgres://user:password@host:port/database`; whatever else it may hold is the driver's. */
  readonly url: string;
  /** Connections at most, `MIN_CONNECTIONS` at least; transactions beyond wait. */
  readonly connections?: number;
}

export const DEFAULT_CONNECTIONS = 10;
/** One holds a lock while another works. */
export const MIN_CONNECTIONS = 2;
/** Milliseconds to open one connection in. */
export const CONNECT_TIMEOUT_MS = 10_000;
export const APPLICATION_NAME = "backread";

/** What the text of times depends on, whatever the server or the role has been told. */
export const SETTINGS: Readonly<Record<string, string>> = { TimeZone: "UTC", DateStyle: "ISO" };

export function connectionsOf({ connections = DEFAULT_CONNECTIONS }: ServerOptions): number {
  return Math.max(MIN_CONNECTIONS, connections);
}
