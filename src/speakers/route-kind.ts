import { CONVERSATION_KINDS, type ConversationKind } from "../model/conversation-ref.js";

/** Kinds that only those in them read. */
export const DIRECT_KINDS: readonly ConversationKind[] = ["dm", "group_dm"];

export function isConversationKind(value: unknown): value is ConversationKind {
  return CONVERSATION_KINDS.some((kind) => kind === value);
}

/** Whether only those in it read it, whatever ids of channels the platform gives it. */
export function isDirect(kind: ConversationKind): boolean {
  return DIRECT_KINDS.includes(kind);
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
