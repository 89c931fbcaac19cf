import { queryFactsTool } from "./facts/query-facts.js";
import { searchHistoryTool } from "./search-history.js";

/** Tools that can honour a speaker. */
const HONOURING: readonly string[] = [searchHistoryTool.name, queryFactsTool.name];

const SPEAKER_ARGUMENTS: ReadonlySet<string> = new Set(["speaker", "speaker_only"]);

/**
 * Arguments for a tool that cannot honour a speaker: null and `speaker_only: false` ask for none and
 * are taken out; anything else is refused, whatever the gates say, rather than left unread. `offered`
 * names the tools beside it.
 */
export function withoutSpeaker(
  tool: string,
  args: unknown,
  offered: readonly string[],
): { readonly value: unknown } | { readonly problem: string } {
  if (HONOURING.includes(tool) || typeof args !== "object" || args === null) return { value: args };
  if (Array.isArray(args)) return { value: args };
  const entries = Object.entries(args);
  const refused = entries.filter(([name, value]) => isAsked(name, value)).map(([name]) => name);
  if (refused.length === 0)
    return { value: Object.fromEntries(entries.filter(([name]) => !SPEAKER_ARGUMENTS.has(name))) };
  const those = refused.join(" and ");
  const can = HONOURING.filter((name) => offered.includes(name)).join(" and ");
  const instead = can === "" ? "" : `; ${can} can`;
  return { problem: `${tool} cannot honour ${those}; nothing was read${instead}` };
}

function isAsked(name: string, value: unknown): boolean {
  if (!SPEAKER_ARGUMENTS.has(name) || value === null || value === undefined) return false;
  return name === "speaker" || value !== false;
}
