export interface ServerOptions {
  /** `postgres://user:password@host:port/database`; whatever else it may hold is the driver's. */
  readonly url: string;
  /** Connections at most, `MIN_CONNECTIONS` at least; transactions beyond wait. */
  readonly connections?: number;
  /** `SILENCE` when absent. */
  readonly silence?: Silence;
}

/** When a server that does not answer a statement counts as gone. */
export interface Silence {
  /** Milliseconds until it is asked, by a connection of its own, whether it is there. */
  readonly afterMs: number;
  /** Milliseconds in which that connection has to be made, and between two of them. */
  readonly answerMs: number;
}

export const DEFAULT_CONNECTIONS = 10;
/** One holds a lock while another works. */
export const MIN_CONNECTIONS = 2;
/** Milliseconds to open one connection in. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Long statements are asked about all the while: what is bounded is the silence, not the work. */
export const SILENCE: Silence = { afterMs: 30_000, answerMs: CONNECT_TIMEOUT_MS };
/** Times that a silent server is asked. */
export const SILENT_TRIES = 3;
/** Milliseconds of rest after which the system asks the other end of a connection by itself. */
export const KEEP_ALIVE_MS = 60_000;
export const APPLICATION_NAME = "backread";

/** What the text of times depends on, whatever the server or the role has been told. */
export const SETTINGS: Readonly<Record<string, string>> = { TimeZone: "UTC", DateStyle: "ISO" };

/** Milliseconds of silence at most, until a server counts as gone. */
export function mostSilenceMs({ afterMs, answerMs }: Silence): number {
  return afterMs + 2 * SILENT_TRIES * answerMs;
}

export function connectionsOf({ connections = DEFAULT_CONNECTIONS }: ServerOptions): number {
  return Math.max(MIN_CONNECTIONS, connections);
}
