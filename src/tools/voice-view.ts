import { safeLabel } from "../speakers/label/safe-label.js";
import type { RosterSnapshot } from "../speakers/roster/roster.js";
import type { ConditionedAnswer, StoredRow, Voice } from "../store/port.js";
import { quotedName } from "./plain-line.js";

/** Whose words a text is, as far as is known; names in quotation marks, as everywhere. */
export type VoiceEntry =
  | {
      readonly source_role: "requester" | "subject" | "assistant";
      readonly speaker_label: string;
      readonly speaker_handle: string;
      readonly speaker_actor_known: boolean;
      readonly speaker_verified: boolean;
      /** What an unknown speaker is called where the words are from; nobody vouches for it. */
      readonly claimed_speaker_label?: string;
    }
  | { readonly speaker_scope: "unknown" };

/** Says of a row whose words it is: by the roster where he is on it, else by the row itself. */
export type Annotate = (row: StoredRow) => VoiceEntry | Record<string, never>;

export const UNANNOTATED: Annotate = () => ({});

export function annotator(
  { voiceOf }: Pick<ConditionedAnswer, "voiceOf">,
  snapshot: RosterSnapshot | null,
): Annotate {
  if (voiceOf === undefined) return UNANNOTATED;
  return (row) => voiceEntry(voiceOf(row.messageId), labelOf(row), snapshot);
}

/** Says whose words a text is, by the label that is safe to be shown where no roster names him. */
export function voiceEntry(
  voice: Voice | null,
  ownLabel: string,
  snapshot: RosterSnapshot | null,
): VoiceEntry {
  if (voice === null || voice.role === null) return { speaker_scope: "unknown" };
  const { role, known } = voice;
  if (role === "assistant") return entry(role, { label: "assistant", known, verified: true });
  if (!known) return entry(role, { label: "", known, verified: false });
  const listed = snapshot?.entries.find(({ actorId }) => voice.is(actorId));
  const name = listed === undefined ? ownLabel : listed.name;
  const label = name === "" ? "" : quotedName(name);
  return entry(role, { label, handle: listed?.handle ?? "", known, verified: true });
}

function entry(
  role: "requester" | "subject" | "assistant",
  given: {
    readonly label: string;
    readonly handle?: string;
    readonly known: boolean;
    readonly verified: boolean;
  },
): VoiceEntry {
  return {
    source_role: role,
    speaker_label: given.label,
    speaker_handle: given.handle ?? "",
    speaker_actor_known: given.known,
    speaker_verified: given.verified,
  };
}

function labelOf({ author }: StoredRow): string {
  return author.type === "operator" ? "" : safeLabel(author.label);
}
