import { safeLabel } from "../../speakers/label/safe-label.js";
import type { RosterSnapshot } from "../../speakers/roster/roster.js";
import type { Fact, FactAnswer } from "../../store/port.js";
import { quotedName } from "../plain-line.js";
import type { RowView } from "../row-view.js";
import { showAgo, showInstant } from "../time/show-time.js";
import type { Clock } from "../time/time-point.js";
import { voiceEntry, type VoiceEntry } from "../voice-view.js";

/** With `VoiceEntry`'s fields where answers say whose words they are. */
export interface FactEntry {
  readonly text: string;
  /** When its words were said. */
  readonly when: string | null;
  readonly ago: string | null;
  /** The message that said them. */
  readonly message_id: string;
}

/** How the facts of one answer are shown. */
export interface FactView {
  readonly rows: RowView;
  readonly clock: Clock;
  readonly snapshot: RosterSnapshot | null;
}

/** Nothing of a fact but its words, when they were said, and, where asked for, by whom. */
export function showFact(
  fact: Fact,
  { voiceOf }: FactAnswer,
  { rows, clock, snapshot }: FactView,
  textChars: number,
): FactEntry {
  const { text, saidAt, messageId, factId } = fact;
  const voice = voiceOf?.(factId);
  return {
    text: rows.words(text, textChars),
    ...(voice === undefined ? {} : named(fact, voiceEntry(voice, labelOf(fact), snapshot))),
    when: saidAt === null ? null : showInstant(saidAt, clock),
    ago: saidAt === null ? null : showAgo(saidAt, clock),
    message_id: messageId,
  };
}

/** Everything that others wrote or chose of facts: the marker is in none of it. */
export function textsOf({ facts }: FactAnswer, snapshot: RosterSnapshot | null): string[] {
  const names = snapshot?.entries.map(({ name }) => name) ?? [];
  return [
    ...names,
    ...facts.flatMap(({ text, author, claimedLabel }) => [text, author?.label ?? claimedLabel]),
  ];
}

function named({ claimedLabel }: Fact, entry: VoiceEntry): VoiceEntry {
  const claimed = safeLabel(claimedLabel);
  if ("speaker_scope" in entry || entry.speaker_verified || claimed === "") return entry;
  return { ...entry, claimed_speaker_label: quotedName(claimed) };
}

function labelOf({ author }: Fact): string {
  return author === null ? "" : safeLabel(author.label);
}
