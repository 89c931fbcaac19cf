import type { Audience } from "../speakers/audience.js";
import type { View } from "./port.js";

/** A view that keeps a ledger of what its reply is built from. */
export interface Turn extends View {
  readonly id: string;
  /** A memory that inherits the audiences of everything in the ledger. */
  remember(text: string): Promise<{ readonly memoryId: string }>;
  /**
   * Rechecks every row of the ledger against `audienceNow` under locks, then writes the reply, its
   * evidence and its lineage. Repeating it with the same turn id writes nothing and answers alike.
   * Errors: `destination_changed`, `stale_audience`, `evidence_withdrawn` (names no content).
   */
  deliver(reply: Reply, audienceNow: AudienceNow): Promise<Delivered>;
  trace(): Promise<TurnTrace>;
}

export interface Reply {
  readonly content: string;
  /** The transport's id, where it is known already. */
  readonly sourceId?: string;
  readonly sentAt?: string;
}

export interface AudienceNow {
  readonly audience: Audience;
  readonly asOf: string;
}

export interface Delivered {
  readonly messageId: string;
  readonly sequence: number;
}

/** For operators: no tool shows it. */
export interface TurnTrace {
  readonly turnId: string;
  readonly runId: string | null;
  readonly ledger: readonly string[];
  readonly searchAudit: readonly SearchAudit[];
  readonly delivered: Delivered | null;
}

export interface SearchAudit {
  readonly auditId: string;
  readonly at: string;
  readonly turnId: string | null;
  readonly runId: string | null;
  readonly toolCallId: string | null;
  /** HMAC under a subkey of the master key; empty without one. Never the text. */
  readonly queryDigest: string;
  readonly filters: unknown;
  readonly destination: unknown;
  readonly outcome: "ok" | "nothing_found" | "failed" | "timed_out" | "search_budget_exhausted";
  readonly selected: readonly {
    readonly messageId: string;
    readonly parts: Readonly<Record<string, number>>;
  }[];
  readonly degraded: readonly string[];
  /** Matches removed, by the first rule that removed each; counted to `EXCLUSION_CEILING`. */
  readonly excluded: Readonly<Record<ExclusionRule, number>>;
}

export type ExclusionRule =
  | "already_in_context"
  | "no_evidence"
  | "audience"
  | "lineage"
  | "below_cutoff";
