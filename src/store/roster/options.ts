import type { SpeakerScope } from "../../speakers/config/speaker-config.js";

/** Most people of a roster. */
export const ROSTER_SIZE = 12;

/** How a roster is asked for. */
export interface RosterOptions {
  /** `search.speaker_audience_scope`: rows of the destination's channel, or of its whole route. */
  readonly scope?: SpeakerScope;
}
