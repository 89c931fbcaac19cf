import type { ConditionedAnswer } from "../store/port.js";
import type { Conditioning } from "./speaker.js";

/** What an answer says of how a speaker conditioned it; empty where none can. */
export interface SpeakerEntry {
  readonly conditioning_source?: string;
  /** Whether messages of others were left out. */
  readonly filter_applied?: boolean;
  readonly speaker_hint?: "unresolved";
  /** `speaker_recall`: nothing matched, and these are the speaker's newest messages. */
  readonly match_kind?: "speaker_recall";
  readonly matching_count?: number;
  readonly excluded_other_speakers?: number;
  readonly excluded_unknown_speaker?: number;
  readonly warning?: string;
}

/** Why nothing is told of a speaker that does not hold. */
export const NOBODY = "the speaker does not hold for this request";

const UNRESOLVED =
  "no exact search was done: the speaker is not one of the current roster, so nothing was looked for";
const RECALLED =
  "none of the speaker's messages holds these words; shown instead are the newest ones";

export function speakerEntry(
  conditioning: Conditioning,
  { speakers }: Pick<ConditionedAnswer, "speakers"> = {},
): SpeakerEntry {
  const { source, hinted, condition, refused, filters } = conditioning;
  if (source === undefined) return {};
  const unresolved = conditioning.unresolved || (hinted && speakers?.unresolved === true);
  const nobody = refused || (condition?.only === true && speakers?.unresolved === true);
  const applied = speakers?.filtered === true || filters.actor !== undefined;
  const counts = speakers?.counts ?? null;
  return {
    conditioning_source: speakers?.unresolved === true ? "none" : source,
    ...(hinted || nobody || applied ? { filter_applied: applied } : {}),
    ...(unresolved ? { speaker_hint: "unresolved" } : {}),
    ...(speakers?.recalled === true ? { match_kind: "speaker_recall", warning: RECALLED } : {}),
    ...(counts === null
      ? {}
      : {
          matching_count: counts.matching,
          excluded_other_speakers: counts.otherSpeakers,
          excluded_unknown_speaker: counts.unknownSpeaker,
        }),
    ...(nobody ? { warning: UNRESOLVED } : {}),
  };
}
