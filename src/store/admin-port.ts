import type { AdminReport } from "../model/admin.js";
import type { ConversationRef } from "./port.js";

export type {
  AdminCommand,
  AdminCounts,
  AdminReport,
  AdminResult,
  DoctorCheck,
  DoctorReport,
} from "../model/admin.js";

/** Which rows an admin command looks at, and how far it goes. */
export interface BackfillOptions {
  /** What its key leads to, aliases and merges followed; every conversation when absent. */
  readonly conversation?: ConversationRef;
  /** Most changes of one run; no bound when absent. */
  readonly limit?: number;
  /** Reports what would change, and changes nothing. */
  readonly dryRun?: boolean;
}

/** Commands that cannot be taken back are dry runs unless `apply` is set. */
export interface GuardedOptions {
  readonly apply?: boolean;
}

export interface NormalizeOptions extends Omit<BackfillOptions, "dryRun">, GuardedOptions {}

export interface ReattributeOptions extends GuardedOptions {
  /** Of kind `channel`, leading to the same conversation as `to`. */
  readonly from: ConversationRef;
  /** Of kind `guild`: the key of the conversation that the rows are stored under. */
  readonly to: ConversationRef;
  readonly limit?: number;
}

export interface MergeOptions extends GuardedOptions {
  readonly from: ConversationRef;
  readonly into: ConversationRef;
}

/**
 * Repairs of what is stored, for operators. Each can be run again, and then changes nothing; what
 * changes by itself meanwhile is left alone. An error of one conversation stands in the report, and
 * the others are done. Errors: `UnknownConversationError`, `InvalidArgumentError` for a limit below 1.
 */
export interface StoreAdmin {
  /**
   * Gives rows without a label the newest label of their account that was said in the same place by
   * a row which at least the same people may read; never out of a direct message, and never into
   * one. A row that bears the name of another participant between rows of its account under its own
   * name is given its own.
   */
  backfillSenders(options?: BackfillOptions): Promise<AdminReport>;
  /**
   * Rows of a guild that arrived on a channel's key get that channel; rows of a channel without a
   * label get the one that the channel has, if it has one alone. Who may read them does not change.
   */
  backfillChannels(options?: BackfillOptions): Promise<AdminReport>;
  /** Rows whose author has an id and no actor get it by the rule of ingestion. */
  backfillActors(options?: BackfillOptions): Promise<AdminReport>;
  /** Whom replies answer, by the rule of ingestion. */
  backfillReplyRoles(options?: BackfillOptions): Promise<AdminReport>;
  /** Facts whose author is not the one of the row that says them. */
  backfillFactAuthors(options?: BackfillOptions): Promise<AdminReport>;
  /**
   * Rows with a channel that arrived on a channel's key count as arrived on the guild's. Errors:
   * `AdminRefusedError` for routes that do not lead to one conversation, or are of other kinds.
   */
  reattributeRoute(options: ReattributeOptions): Promise<AdminReport>;
  /**
   * Actor ids that are written otherwise than ingestion writes them. A conversation in which one
   * names somebody of another platform is left as it is, with an `AdminRefusedError`.
   */
  normalizeActorIds(options?: NormalizeOptions): Promise<AdminReport>;
  /** As `Store.merge`. Errors: `AliasError`. */
  mergeConversations(options: MergeOptions): Promise<AdminReport>;
  /** Rows whose search document is missing, is not of their text and readers, or is of no live row. */
  reindex(options?: BackfillOptions): Promise<AdminReport>;
}
