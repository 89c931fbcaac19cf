import type { Namespace } from "../../model/conversation-ref.js";

/** Which accounts are asked for. */
export interface ActorQuery {
  readonly connector?: Namespace;
  /** Part of an id or of any label, in either case. No character in it stands for another. */
  readonly like?: string;
  /** Most accounts, 1 to `MAX_ACTORS`; `DEFAULT_ACTORS` when absent. */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: string;
}

/** Who changes what counts as one person, and why. */
export interface ActorOperation {
  /** Anything that tells the operator; goes into the audit as it is. */
  readonly operator: string;
  readonly reason?: string;
  /** Says what would be done, and writes nothing. */
  readonly dryRun?: boolean;
}

export interface ActorMerge extends ActorOperation {
  /** Counts as `into` from now on. */
  readonly from: string;
  /** Where it is merged itself, what it counts as is meant. */
  readonly into: string;
}

export interface ActorSplit extends ActorOperation {
  readonly actor: string;
}
