import type { AdminCommand } from "../../model/admin.js";
import type { ConversationRef } from "../port.js";
import type { Naming } from "../ingest/actor-of.js";
import type { BoundSession } from "../scope.js";

/** A conversation that rows are stored under, as it was when the run came to it. */
export interface Target {
  readonly conversationId: number;
  readonly ref: ConversationRef;
  readonly epoch: number;
  readonly naming: Naming;
}

/** Rows of a conversation with numbers above `after`, up to `upTo`. */
export interface Window {
  readonly after: number;
  readonly upTo: number;
}

/** What a command makes of something in a row, as the database or the command itself gives it. */
export interface Verdict {
  readonly row_id: number;
  readonly verdict: string;
}

/** Names that a record counts for beside its verdict. */
export interface MoreCounts<Found extends Verdict> {
  readonly names: readonly string[];
  of(found: Found): readonly string[];
}

/** Counts how many different values there are among what is selected. */
export interface DistinctCount<Found extends Verdict> {
  readonly name: string;
  of(found: Found): readonly string[];
}

/** What a command finds and changes, whichever conversation it is run over. */
export interface Step<Found extends Verdict> {
  readonly command: AdminCommand;
  /** Everything that something eligible can be. */
  readonly verdicts: readonly string[];
  /** Of these, what is to change. */
  readonly changing: readonly string[];
  /** Of these, what must not be there: nothing of the conversation is changed then. */
  readonly refusing?: { readonly verdict: string; readonly reason: string };
  readonly more?: MoreCounts<Found>;
  readonly distinct?: DistinctCount<Found>;
  /** Rows looked at in one transaction; `ADMIN_BATCH` when absent. */
  readonly batch?: number;
  /** Reads what is to be known of a conversation before its rows. */
  open(session: BoundSession, target: Target): Promise<Opened<Found>>;
}

/**
 * A command over one conversation. What `plan` finds is decided by what is stored alone: it is
 * asked once without locks and, where something is to change, once more under them.
 */
export interface Opened<Found extends Verdict> {
  /** In order of the rows' numbers. */
  plan(session: BoundSession, window: Window): Promise<readonly Found[]>;
  /** Rows beside its own that must stay as they are while it is applied. */
  holds?(found: Found): readonly number[];
  /** How many were changed; all of them are as planned, and locked. */
  apply(session: BoundSession, found: readonly Found[]): Promise<number>;
}
