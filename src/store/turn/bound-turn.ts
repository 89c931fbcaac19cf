import type { Audience } from "../../speakers/audience.js";
import type { ConversationRef } from "../port.js";
import type { Scope } from "../scope.js";
import type { Binding } from "../view/binding.js";
import type { Ledger } from "./ledger.js";

/** A turn that was bound, with its ledger. */
export interface BoundTurn {
  readonly scope: Scope;
  readonly binding: Binding;
  readonly ledger: Ledger;
  readonly runId: string | null;
  readonly answering: string;
  /** The message answered and the loaded window: never hits. */
  readonly known: readonly string[];
}

/** Where a turn answers, as it was bound. */
export interface BoundReply {
  readonly turnId: string;
  readonly conversation: ConversationRef;
  readonly channel: string;
  /** As bound, without the agent's own ids. */
  readonly audience: Audience;
  /** Message id of the row that is answered. */
  readonly answering: string;
}
