/** A connector: two whole segments, never joined. Ids of readers mean something only inside one. */
export interface Namespace {
  readonly type: string;
  readonly name: string;
}

export const CONVERSATION_KINDS = ["dm", "group_dm", "group", "channel", "guild"] as const;
export type ConversationKind = (typeof CONVERSATION_KINDS)[number];

/** A key that messages arrive on: a route, and, once aliases are followed, a conversation. */
export interface ConversationRef {
  readonly connector: Namespace;
  readonly kind: ConversationKind;
  readonly id: string;
}
