import { codePointLength } from "../core/code-points.js";
import type { Core } from "../core/core.js";
import { TIER_BASE, tierMatch } from "../core/tiers.js";
import type { MatchKind, Range, TextMatch } from "../model/match.js";

/**
 * Reads the span that an engine matched in a trimmed text onto the tiers of literal matches, so that
 * both rank in one list. A match of no characters is the weakest substring there is.
 */
export function spanMatch(core: Core, text: string, [start, end]: Range): TextMatch {
  const offset = codePointLength(text.slice(0, start));
  if (start === end) return { kind: "substring", score: TIER_BASE.substring, offset };
  const matched = codePointLength(text.slice(start, end));
  return tierMatch(kindOf(core, text, [start, end]), offset, matched, codePointLength(text));
}

function kindOf(core: Core, text: string, [start, end]: Range): MatchKind {
  if (start === 0) return end === text.length ? "exact" : "prefix";
  const before = lastCodePoint(text, start);
  return core.isWordCharacter(before) ? "substring" : "word_prefix";
}

/** The character that ends at `end` (> 0). */
function lastCodePoint(text: string, end: number): number {
  const pair = end >= 2 ? (text.codePointAt(end - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(end - 1);
}
