import type { Audience, Namespace } from "../../dist/speakers/audience.js";
import type { ConversationKind, ConversationRef } from "../../dist/store/port.js";
import type { Reader, RememberStep, ReplyStep, SayStep, Step } from "./world.js";

/** A small script, and exactly the rows that each place may see after it. */
export interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly asks: readonly Ask[];
}

export interface Ask {
  readonly from: Reader;
  readonly sees: readonly string[];
}

export const SLACK: Namespace = { type: "slack", name: "acme" };
export const PREFIXED: Namespace = { type: "slack", name: "acme-corp" };
export const DISCORD: Namespace = { type: "discord", name: "acme" };

export const PUBLIC: Audience = { kind: "public" };

export function workspace(namespace: Namespace = SLACK): Audience {
  return { kind: "workspace", namespace };
}

export function members(...readers: readonly string[]): Audience {
  return { kind: "members", namespace: SLACK, readers };
}

/** The readers of a direct conversation of one person with the agent. */
export function alone(reader: string, namespace: Namespace = SLACK): Audience {
  return { kind: "members", namespace, readers: [reader], direct: true };
}

export function withGuest<A extends Exclude<Audience, { kind: "public" }>>(audience: A): A {
  return { ...audience, external: true };
}

export function room(
  kind: ConversationKind,
  id: string,
  connector: Namespace = SLACK,
): ConversationRef {
  return { connector, kind, id };
}

/** A conversation, with who reads it. */
export interface Spot {
  readonly room: ConversationRef;
  readonly channel?: string;
  readonly audience: Audience;
}

export function dm(reader: string, connector: Namespace = SLACK): Spot {
  return { room: room("dm", `dm-${reader}`, connector), audience: alone(reader, connector) };
}

export function channel(id: string, audience: Audience): Spot {
  const connector = audience.kind === "public" ? SLACK : audience.namespace;
  return { room: room("channel", id, connector), audience };
}

export function says(
  row: string,
  spot: Omit<Spot, "audience"> & { readonly audience: Audience | null },
  rest: Partial<SayStep> = {},
): SayStep {
  return { do: "say", row, by: "u1", ...spot, ...rest };
}

export function replies(row: string, spot: Spot, sources: readonly string[]): ReplyStep {
  return { do: "reply", row, ...spot, sources, requester: requesterAt(spot) };
}

export function remembers(row: string, spot: Spot, sources: readonly string[]): RememberStep {
  return { ...replies(row, spot, sources), do: "remember" };
}

export function from(spot: Spot, name: string): Reader {
  return { name, ...spot, requester: requesterAt(spot) };
}

export function linked(left: string, right: string, expired = false): Step {
  const accounts = [
    { namespace: SLACK, id: left },
    { namespace: DISCORD, id: right },
  ] as const;
  return { do: "link", accounts, expired };
}

function requesterAt({ audience }: Spot): string {
  return audience.kind === "members" ? (audience.readers[0] ?? "u1") : "u1";
}
