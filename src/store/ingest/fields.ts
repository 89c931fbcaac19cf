import { normalAudience } from "../../speakers/normal-audience.js";
import { bearsControl, withoutControls } from "../../speakers/plain-text.js";
import { sameNamespace, type Audience } from "../../speakers/audience.js";
import type { Connector } from "../connectors.js";
import { microsOfInstant } from "../instant.js";
import { faultOfId, storable } from "../text.js";
import { Refusal } from "./checked-event.js";

const BEARS_CONTROL = "bears a control character";

/** Events may have come as JSON, so what their types promise is looked at again. */
export function malformed(reason: string): Refusal {
  return new Refusal("malformed_event", reason);
}

/** An id that may be empty. Throws `Refusal`. */
export function idOrEmpty(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "string") throw malformed(`${name} is not a text`);
  const fault = bearsControl(value) ? BEARS_CONTROL : faultOfId(value);
  if (fault !== null) throw malformed(`${name} ${fault}`);
  return value;
}

export function id(name: string, value: unknown): string {
  if (value === "" || value === undefined) throw malformed(`${name} is missing`);
  return idOrEmpty(name, value);
}

/**
 * What people call somebody or something, in one line. It is repaired, never refused: a message is
 * not lost for the name that its author has.
 */
export function label(name: string, value: unknown): string {
  return withoutControls(text(name, value));
}

/** A text, repaired where it cannot be stored; empty when absent. */
export function text(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "string") throw malformed(`${name} is not a text`);
  return storable(value);
}

export function object(name: string, value: unknown): void {
  if (typeof value !== "object" || value === null) throw malformed(`${name} is not an object`);
}

export function flag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean")
    throw malformed(`${name} is not a boolean`);
}

export function instant(name: string, value: unknown): number {
  const micros = typeof value === "string" ? microsOfInstant(value) : null;
  if (micros === null) throw malformed(`${name} is not an ISO instant with a zone, since 1970`);
  return micros;
}

export function readers(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw malformed(`${name} is not a list`);
  return value.map((reader: unknown) => id(name, reader));
}

/** An audience in its normal form; null without evidence. */
export function audience(
  value: Audience | null | undefined,
  connector: Connector,
): Audience | null {
  if (value === undefined || value === null) return null;
  if (value.kind === "public") return { kind: "public" };
  if (value.kind !== "workspace" && value.kind !== "members")
    throw malformed("audience.kind is not a known kind");
  flag("audience.external", value.external);
  const { namespace } = value;
  object("audience.namespace", namespace);
  if (!sameNamespace(namespace, connector))
    throw new Refusal("namespace_mismatch", "the audience is of another connector");
  if (value.kind === "workspace") return value;
  flag("audience.direct", value.direct);
  const known = { ...value, readers: readers("audience.readers", value.readers) };
  return normalAudience(known, connector.agentIds);
}
