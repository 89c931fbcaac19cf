import type { ConversationRef } from "./conversation-ref.js";

/** What an operator can have done to rows that are stored already. */
export type AdminCommand =
  | "backfill-senders"
  | "backfill-channels"
  | "backfill-actors"
  | "backfill-reply-roles"
  | "backfill-fact-authors"
  | "reattribute-route"
  | "normalize-actor-ids"
  | "merge-conversations"
  | "reindex";

/**
 * Counts by name. In every report `eligible` is what the command is about, `selected` of it what is
 * to change, `updated` what was changed (0 in a dry run), and `raced` what changed by itself
 * meanwhile and was left alone; the others say why each eligible thing was or was not selected.
 */
export type AdminCounts = Readonly<Record<string, number>>;

/** What became of one conversation. Tells where rows are, and no text of any. */
export interface AdminResult {
  readonly conversation: ConversationRef;
  readonly status: "ok" | "error";
  readonly counts: AdminCounts;
  /** Null unless something went wrong there; what was changed before it is counted. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** One run of an admin command. */
export interface AdminReport {
  readonly command: AdminCommand;
  readonly dryRun: boolean;
  /** False where the limit ended it: the same command goes on. */
  readonly complete: boolean;
  /** Conversations looked at, and those in which something went wrong. */
  readonly conversations: number;
  readonly errors: number;
  readonly totals: AdminCounts;
  /** Of conversations with something eligible, and of those with an error. */
  readonly results: readonly AdminResult[];
  /** Results beyond `MAX_ADMIN_RESULTS`. */
  readonly resultsLeftOut: number;
}

/** One thing that a store needs, or does without. */
export interface DoctorCheck {
  readonly name: string;
  readonly state: "ok" | "warn" | "fail";
  /** What was found; no text of any row. */
  readonly reason: string;
  /** What to do about it; null where nothing is to be done. */
  readonly advice: string | null;
}

export interface DoctorReport {
  /** No check failed; there may be warnings. */
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
}
