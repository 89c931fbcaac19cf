import { namesParticipant } from "../intent/names-participant.js";
import { speaksOfSelf } from "../intent/first-person.js";
import type { RosterEntry, RosterSnapshot } from "../roster/roster.js";
import { isHandle } from "../handle/handle.js";

/** What a request is bound to: the snapshot that its handles were read from. */
export interface BoundSnapshot {
  readonly id: string;
  readonly epoch: number;
}

export interface SelectionContext {
  readonly snapshot: RosterSnapshot | null;
  /** The snapshot's own when absent. */
  readonly bound?: BoundSnapshot | undefined;
  /** The user's own words; what a model asks with never counts. */
  readonly requesterText?: string | undefined;
}

/** What a model asked for; a keyword of the tool is no handle. */
export interface SelectionAsked {
  readonly handle?: string | undefined;
  readonly only: boolean;
}

export type ConditioningSource = "explicit_roster" | "requester_intent" | "none";

/** Whom a search is conditioned on. */
export interface Selection {
  readonly source: ConditioningSource;
  readonly target: RosterEntry | "requester" | null;
  /** A handle was asked for that this request does not have. */
  readonly unresolved: boolean;
  /** Rows of others are left out; without it his come first among exact ties. */
  readonly only: boolean;
}

/** The one entry of the request's own snapshot that has the handle. */
export function entryOf(handle: string, { snapshot, bound }: SelectionContext): RosterEntry | null {
  if (snapshot === null || !isHandle(handle)) return null;
  if (bound !== undefined && (bound.id !== snapshot.id || bound.epoch !== snapshot.epoch))
    return null;
  const [entry, ...more] = snapshot.entries.filter((each) => each.handle === handle);
  return entry !== undefined && more.length === 0 ? entry : null;
}

/** A handle decides; without one that holds, the user's own words may, and never as a filter. */
export function select(asked: SelectionAsked, context: SelectionContext): Selection {
  const { handle, only } = asked;
  const entry = handle === undefined ? null : entryOf(handle, context);
  if (entry !== null) return { source: "explicit_roster", target: entry, unresolved: false, only };
  const unresolved = handle !== undefined;
  const own = !only && meansRequester(context);
  return {
    source: own ? "requester_intent" : "none",
    target: own ? "requester" : null,
    unresolved,
    only,
  };
}

function meansRequester({ requesterText, snapshot }: SelectionContext): boolean {
  if (requesterText === undefined || !speaksOfSelf(requesterText)) return false;
  return snapshot === null || !namesParticipant(requesterText, snapshot);
}
