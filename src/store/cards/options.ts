import type { StopSignal } from "../../model/signal.js";
import type { ConversationRef } from "../port.js";

/** Which cards; all of the perspective where nothing is named. */
export interface RebuildOptions {
  /** `actor:<platform>:<user id>`. */
  readonly actor?: string;
  /** Cards of everybody who spoke there, those of other audiences too. */
  readonly conversation?: ConversationRef;
  /** Also what is not due, waits after a failure, or is being built. */
  readonly force?: boolean;
  /** Asks no model and changes nothing. */
  readonly dryRun?: boolean;
  /** Most cards, 1 to `CARD_REBUILD`, which is the default. */
  readonly limit?: number;
  /** Ends it before the next card, and while cards are looked for; what was built stays. */
  readonly signal?: StopSignal;
}

export interface CardStatusOptions {
  /** `actor:<platform>:<user id>`; everybody when absent. */
  readonly actor?: string;
  /** Most cards, 1 to `MAX_CARD_STATUS`, which is the default. */
  readonly limit?: number;
}
