import { searchHistoryTool } from "./search-history.js";

/** Tools that can honour a speaker. */
const HONOURING: ReadonlySet<string> = new Set([searchHistoryTool.name]);

const SPEAKER_ARGUMENTS: ReadonlySet<string> = new Set(["speaker", "speaker_only"]);

/**
 * Arguments for a tool that cannot honour a speaker: null and `speaker_only: false` ask for none and
 * are taken out; anything else is refused, whatever the gates say, rather than left unread.
 */
export function withoutSpeaker(
  tool: string,
  args: unknown,
): { readonly value: unknown } | { readonly problem: string } {
  if (HONOURING.has(tool) || typeof args !== "object" || args === null) return { value: args };
  if (Array.isArray(args)) return { value: args };
  const entries = Object.entries(args);
  const refused = entries.filter(([name, value]) => isAsked(name, value)).map(([name]) => name);
  if (refused.length === 0)
    return { value: Object.fromEntries(entries.filter(([name]) => !SPEAKER_ARGUMENTS.has(name))) };
  const those = refused.join(" and ");
  const can = [...HONOURING].join(" and ");
  return { problem: `${tool} cannot honour ${those}; nothing was read; ${can} can` };
}

function isAsked(name: string, value: unknown): boolean {
  if (!SPEAKER_ARGUMENTS.has(name) || value === null || value === undefined) return false;
  return name === "speaker" || value !== false;
}
