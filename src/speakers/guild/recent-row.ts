/** A person, the agent itself, or an agent of somebody else. */
export type RecentRole = "user" | "assistant" | "bot";

/** A row of a conversation of many channels, as its reader may see it. */
export interface RecentRow {
  readonly messageId: string;
  /** Its place in the conversation. */
  readonly sequence: number;
  readonly role: RecentRole;
  /** Equal for the rows of one channel, and of one thread in it. */
  readonly lane: string;
  readonly channelLabel: string;
  /** Who speaks: an actor, or another agent's id that is no actor's; empty where nobody knows. */
  readonly voice: string;
  readonly label: string;
  /** Empty where it is too long to be shown. */
  readonly content: string;
  /** Milliseconds; null without a full time. */
  readonly at: number | null;
  readonly sourceId: string;
  /** Source id of the row that it answers, where its transport says so; else empty. */
  readonly replyTo: string;
}
