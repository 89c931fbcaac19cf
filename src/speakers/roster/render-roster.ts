import { dataJson } from "../data-json.js";
import { isHandle } from "../handle/handle.js";
import { safeLabel } from "../label/safe-label.js";
import type { RosterEntry, RosterSnapshot } from "./roster.js";

export interface RosterBudget {
  /** Most tokens of the whole block, its tags included. */
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

export interface RenderedRoster {
  readonly text: string;
  /** The people in the text, under the snapshot's own id. */
  readonly snapshot: RosterSnapshot;
}

const OPEN = '<participants format="1">';
const CLOSE = "</participants>";

/**
 * The roster as a block of text; whole entries are left out, who spoke longest ago first, until it
 * fits. Null where nobody fits or is there, and for handles that no store has minted: a caller then
 * has no snapshot either, so that no handle can be chosen which was not shown.
 */
export function renderRoster(
  snapshot: RosterSnapshot,
  { maxTokens, countTokens }: RosterBudget,
): RenderedRoster | null {
  const handles = new Set(snapshot.entries.map(({ handle }) => handle));
  if (handles.size < snapshot.entries.length || ![...handles].every(isHandle)) return null;
  for (let kept = snapshot.entries.length; kept > 0; kept--) {
    const entries = snapshot.entries.slice(0, kept);
    const truncated = snapshot.truncated || kept < snapshot.entries.length;
    const text = block(entries, truncated);
    if (countTokens(text) <= maxTokens)
      return { text, snapshot: Object.freeze({ ...snapshot, entries, truncated }) };
  }
  return null;
}

function block(entries: readonly RosterEntry[], truncated: boolean): string {
  const participants = entries.map(({ handle, name, actorId }) => ({
    handle,
    name: safeLabel(name, actorId),
  }));
  return `${OPEN}\n${dataJson({ participants, truncated })}\n${CLOSE}`;
}
