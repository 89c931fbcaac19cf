/**
 * What a change of membership does to the audience of rows that were sent before it. Departures and
 * restrictions narrow; only a join that shows history widens. Nothing here knows when a row was sent.
 */

import type { Audience, Namespace } from "./audience.js";

export interface MembershipChange {
  readonly kind: "leave" | "restrict" | "join";
  /** Who leaves or joins; of a restriction, those who may still read. */
  readonly readers: readonly string[];
  /** Of a join: the platform shows it what was said before. */
  readonly seesHistory: boolean;
  /** Microseconds since 1970. */
  readonly at: number;
}

/** In order of time; at one instant those that narrow come last, whatever order they arrived in. */
export function byTime(left: MembershipChange, right: MembershipChange): number {
  return left.at - right.at || rank(left) - rank(right);
}

/** The audience after a change. `namespace` is that of the conversation. */
export function afterChange(
  audience: Audience,
  change: MembershipChange,
  namespace: Namespace,
): Audience {
  if (change.kind === "restrict") return restricted(audience, change.readers, namespace);
  if (audience.kind !== "members") return audience;
  if (change.kind === "leave") {
    const gone = new Set(change.readers);
    return withReaders(
      audience,
      audience.readers.filter((reader) => !gone.has(reader)),
    );
  }
  return change.seesHistory
    ? withReaders(audience, [...audience.readers, ...change.readers])
    : audience;
}

/**
 * What is left for a change to do that arrives after later ones have been applied: who came back
 * since and was shown the history keeps it, who left since is not let in again.
 */
export function amongLater(
  change: MembershipChange,
  recorded: readonly MembershipChange[],
): MembershipChange {
  const later = recorded.filter((other) => byTime(change, other) < 0).sort(byTime);
  if (later.length === 0) return change;
  if (change.kind === "restrict") {
    const joined = later.filter(showsHistory).flatMap(({ readers }) => readers);
    const back = joined.filter((reader) => standing(reader, later) === "in");
    return { ...change, readers: [...change.readers, ...back] };
  }
  const undone = change.kind === "leave" ? "in" : "out";
  const readers = change.readers.filter((reader) => standing(reader, later) !== undone);
  return { ...change, readers };
}

type Members = Extract<Audience, { kind: "members" }>;

function restricted(
  audience: Audience,
  readers: readonly string[],
  namespace: Namespace,
): Audience {
  if (audience.kind === "members") {
    const allowed = new Set(readers);
    return withReaders(
      audience,
      audience.readers.filter((reader) => allowed.has(reader)),
    );
  }
  const external = audience.kind === "workspace" && audience.external === true;
  return { kind: "members", namespace, readers: distinct(readers), ...(external && { external }) };
}

/**
 * A conversation whose readers changed is no direct one any more: two people of whom one left must
 * not become the single reader that an identity link carries.
 */
function withReaders(audience: Members, readers: readonly string[]): Members {
  const next = distinct(readers);
  const same =
    next.length === audience.readers.length && audience.readers.every((id) => next.includes(id));
  return same ? audience : { ...audience, readers: next, direct: false };
}

/** What the last change that concerns a reader did to them. */
function standing(reader: string, sorted: readonly MembershipChange[]): "in" | "out" | null {
  const last = sorted.findLast((change) => decides(change, reader));
  if (last === undefined) return null;
  return last.kind === "join" ? "in" : "out";
}

function decides(change: MembershipChange, reader: string): boolean {
  const named = change.readers.includes(reader);
  if (change.kind === "restrict") return !named;
  return named && (change.kind === "leave" || change.seesHistory);
}

function showsHistory(change: MembershipChange): boolean {
  return change.kind === "join" && change.seesHistory;
}

function distinct(readers: readonly string[]): readonly string[] {
  return [...new Set(readers)].sort();
}

function rank(change: MembershipChange): number {
  return change.kind === "join" ? 0 : 1;
}
