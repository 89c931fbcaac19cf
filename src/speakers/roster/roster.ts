/** One participant, as a destination may know them. Made by `rosterEntry`, which hides the actor. */
export interface RosterEntry {
  /** Durable on this route; a rename does not change it. */
  readonly handle: string;
  /** Newest safe label among the rows that the destination may read; empty where none is. */
  readonly name: string;
  /** Not enumerable: it is in no JSON, no copy and no log line. */
  readonly actorId: string;
}

/** Who spoke where a request stands, as of one read. */
export interface RosterSnapshot {
  /** Random, of one read: what was chosen from another snapshot does not hold for this one. */
  readonly id: string;
  /** Opaque key of the route that the request arrived on. */
  readonly route: string;
  readonly epoch: number;
  /** Who spoke last, first. */
  readonly entries: readonly RosterEntry[];
  /** More people spoke here than are listed. */
  readonly truncated: boolean;
}

/** The one maker of entries, so that an actor cannot reach what prints or serializes them. */
export function rosterEntry(handle: string, name: string, actorId: string): RosterEntry {
  const entry: RosterEntry = { handle, name, actorId };
  return Object.freeze(Object.defineProperty(entry, "actorId", { enumerable: false }));
}
