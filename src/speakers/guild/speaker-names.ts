import { GUEST_HANDLE } from "../handle/handle.js";
import { labelKey } from "../label/normal-label.js";
import { safeLabel } from "../label/safe-label.js";
import type { RosterEntry } from "../roster/roster.js";
import type { RecentRow } from "./recent-row.js";

export interface SpeakerName {
  /** Safe, and nobody else's of these. */
  readonly name: string;
  /** Where the roster beside it has one. */
  readonly handle: string | null;
}

/** Who else is named in the same text. */
export interface NamedBeside {
  /** Whose message is answered, by the label that it has. */
  readonly requester: { readonly voice: string; readonly label: string };
  /** The roster that is shown; nobody where none is. */
  readonly roster: readonly RosterEntry[];
}

/**
 * A name for each voice of some rows, oldest first: the newest safe label that it has among them, or
 * the word for somebody without one. Of two with one name the second is told apart by a number; the
 * requester comes first, then the roster, so that nobody takes a name of theirs.
 */
export function speakerNames(
  rows: readonly RecentRow[],
  { requester, roster }: NamedBeside,
): ReadonlyMap<string, SpeakerName> {
  const labels = new Map<string, string>();
  for (const { role, voice, label } of rows) {
    if (role === "assistant" || voice === "") continue;
    const safe = safeLabel(label, voice);
    if (safe !== "" || !labels.has(voice)) labels.set(voice, safe);
  }
  const listed = new Map(roster.map(({ actorId, handle, name }) => [actorId, { handle, name }]));
  const known = new Map<string, string>();
  if (requester.voice !== "")
    known.set(requester.voice, safeLabel(requester.label, requester.voice));
  for (const [voice, { name }] of listed) if (!known.has(voice)) known.set(voice, name);
  for (const [voice, label] of labels) if ((known.get(voice) ?? "") === "") known.set(voice, label);
  const taken = new Set<string>();
  return new Map(
    Array.from(known, ([voice, label]) => {
      const name = freeName(label === "" ? GUEST_HANDLE : label, taken);
      taken.add(labelKey(name));
      return [voice, { name, handle: listed.get(voice)?.handle ?? null }] as const;
    }),
  );
}

function freeName(label: string, taken: ReadonlySet<string>): string {
  let name = label;
  for (let rank = 2; taken.has(labelKey(name)); rank++) name = `${label} (${rank})`;
  return name;
}
