import type { Delivered, SearchAudit } from "../model/stored.js";
import type { Audience } from "../speakers/audience.js";
import type { View } from "./port.js";

export type { Delivered, ExclusionRule, SearchAudit } from "../model/stored.js";

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

/** For operators: no tool shows it. */
export interface TurnTrace {
  readonly turnId: string;
  readonly runId: string | null;
  readonly ledger: readonly string[];
  readonly searchAudit: readonly SearchAudit[];
  readonly delivered: Delivered | null;
}
