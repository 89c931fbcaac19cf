import type { ConversationKind } from "../model/conversation-ref.js";

const KINDS: ReadonlySet<string> = new Set(["dm", "group_dm", "group", "channel", "guild"]);

export function isConversationKind(value: unknown): value is ConversationKind {
  return typeof value === "string" && KINDS.has(value);
}

/** Whether only those in it read it, whatever ids of channels the platform gives it. */
export function isDirect(kind: ConversationKind): boolean {
  return kind === "dm" || kind === "group_dm";
}

/**
 * The kind of a row, of what its key says and what the adapter says of it. A direct message is one
 * if either says so; of the two direct kinds `group_dm` is the one that proves less, so it stands.
 */
export function routeKindOf(
  key: ConversationKind,
  adapter: ConversationKind | undefined,
): ConversationKind {
  if (adapter === undefined) return key;
  if (key === "group_dm" || adapter === "group_dm") return "group_dm";
  return key === "dm" ? key : adapter;
}
