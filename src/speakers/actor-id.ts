import type { Namespace } from "./audience.js";

const PLATFORM = /^[a-z0-9._-]{1,32}$/;
const MAX_USER_ID = 256;
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;
const QUALIFIED = /^[^:]+:[^]+$/;

/**
 * The durable identity of one account of a platform, `actor:<platform>:<user id>`; empty where the
 * parts make none. A user id is opaque: trimmed, never lowercased.
 */
export function actorId(namespace: Namespace, userId: string): string {
  const platform = namespace.type.trim().toLowerCase();
  const user = userId.trim();
  return PLATFORM.test(platform) && isUserId(user) ? `actor:${platform}:${user}` : "";
}

function isUserId(user: string): boolean {
  const characters = Array.from(user, (character) => character.codePointAt(0) ?? 0);
  if (characters.length === 0 || characters.length > MAX_USER_ID) return false;
  return characters.every((c) => c >= FIRST_PRINTABLE && c !== DELETE);
}

/** Whether an id says which workspace it is of, as `T1:U2` does. */
export function isQualified(id: string): boolean {
  return QUALIFIED.test(id);
}
