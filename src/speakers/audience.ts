import type { Namespace } from "../model/conversation-ref.js";

/**
 * Who may read what was said, as a pure rule. The SQL functions of the store's migrations answer
 * the same question for queries; a truth table holds the two together.
 */

export type { Namespace } from "../model/conversation-ref.js";

/** Who may read a row. */
export type Audience =
  | { readonly kind: "public" }
  | { readonly kind: "workspace"; readonly namespace: Namespace; readonly external?: boolean }
  | {
      readonly kind: "members";
      readonly namespace: Namespace;
      /** External ids. The agent's own ids do not count and are left out on both sides. */
      readonly readers: readonly string[];
      /** A direct conversation: the only kind that an identity link can carry. */
      readonly direct?: boolean;
      /** Some reader is a guest or from outside: for workspace rows this is no workspace. */
      readonly external?: boolean;
    };

/** The audience of one stored row, as it stands now: departures and restrictions are in it. */
export interface Origin {
  readonly audience: Audience;
  /** The conversation that the row is stored under. */
  readonly conversation: string;
  /** Confines the row to that conversation. */
  readonly conversationOnly?: boolean;
}

/** Where an answer goes, and who reads there. */
export interface Destination {
  readonly audience: Audience;
  readonly conversation: string;
}

/** Whether two external ids are linked, now, to one verified person. */
export type Linked = (left: ExternalId, right: ExternalId) => boolean;

export interface ExternalId {
  readonly namespace: Namespace;
  readonly id: string;
}

/** No two ids are linked. */
export const UNLINKED: Linked = () => false;

/**
 * Whether a row of `origin` may be shown at `destination`. A row without evidence is `null` and
 * never may. A destination without readers may show nothing: no readers are a part of any readers.
 */
export function audienceAllows(
  origin: Origin | null,
  destination: Destination,
  linked: Linked = UNLINKED,
): boolean {
  if (origin === null || hasNoReaders(destination.audience)) return false;
  if (origin.conversationOnly === true && origin.conversation !== destination.conversation)
    return false;
  const { audience } = origin;
  if (audience.kind === "public") return true;
  if (audience.kind === "workspace") return workspaceAllows(audience, destination.audience);
  return (
    membersAllow(audience, destination.audience) ||
    (origin.conversationOnly !== true && linkAllows(audience, destination.audience, linked))
  );
}

/** A set of audiences, as lineage gathers them, allows what every one of them allows. */
export function audienceSetAllows(
  origins: readonly (Origin | null)[],
  destination: Destination,
  linked: Linked = UNLINKED,
): boolean {
  return (
    origins.length > 0 && origins.every((origin) => audienceAllows(origin, destination, linked))
  );
}

export function sameNamespace(left: Namespace, right: Namespace): boolean {
  return left.type === right.type && left.name === right.name;
}

/** Whether `wider` has readers that `narrower` has not, or might. */
export function isWider(wider: Audience, narrower: Audience): boolean {
  if (narrower.kind === "public") return false;
  if (wider.kind === "public") return true;
  if (!sameNamespace(wider.namespace, narrower.namespace)) return true;
  if (wider.external === true && narrower.external !== true) return true;
  if (wider.kind === "workspace") return narrower.kind === "members";
  return narrower.kind === "members" && !isSubset(wider.readers, narrower.readers);
}

type Members = Extract<Audience, { kind: "members" }>;
type Workspace = Extract<Audience, { kind: "workspace" }>;

function hasNoReaders(audience: Audience): boolean {
  return audience.kind === "members" && audience.readers.length === 0;
}

function workspaceAllows(origin: Workspace, destination: Audience): boolean {
  if (destination.kind === "public" || destination.external === true) return false;
  return sameNamespace(origin.namespace, destination.namespace);
}

function membersAllow(origin: Members, destination: Audience): boolean {
  if (destination.kind !== "members") return false;
  if (!sameNamespace(origin.namespace, destination.namespace)) return false;
  return isSubset(destination.readers, origin.readers);
}

function linkAllows(origin: Members, destination: Audience, linked: Linked): boolean {
  if (destination.kind !== "members") return false;
  if (origin.direct !== true || destination.direct !== true) return false;
  if (sameNamespace(origin.namespace, destination.namespace)) return false;
  const [from, ...others] = origin.readers;
  const [to, ...more] = destination.readers;
  if (from === undefined || to === undefined || others.length > 0 || more.length > 0) return false;
  return linked(
    { namespace: origin.namespace, id: from },
    { namespace: destination.namespace, id: to },
  );
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  const readers = new Set(whole);
  return part.every((reader) => readers.has(reader));
}
