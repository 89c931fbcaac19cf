import { codePoints } from "../core/code-points.js";
import type { Core } from "../core/core.js";
import { trimWhiteSpace } from "../core/white-space.js";
import type { MatchKind, Range, SearchPattern } from "../model/match.js";
import { compileExpression, isBlankPattern, type Tools } from "./pattern.js";

/**
 * What of the text made it match, as ascending half-open UTF-16 ranges that never divide a surrogate
 * pair: one range for a verbatim match or an expression, one for each run of a subsequence. Empty
 * when the text does not match.
 */
export function highlight(tools: Tools, pattern: SearchPattern, text: string): Range[] {
  if (isBlankPattern(pattern)) return [];
  if (pattern.type === "text") return highlightText(tools, pattern.query, text);
  return highlightExpression(tools, pattern.source, text);
}

function highlightExpression(tools: Tools, source: string, text: string): Range[] {
  const scan = compileExpression(tools, source);
  try {
    const start = leadingWhiteSpace(text);
    const span = scan.find(trimWhiteSpace(text));
    if (span === null || span[0] === span[1]) return [];
    return [[start + span[0], start + span[1]]];
  } finally {
    scan.close();
  }
}

function highlightText({ core }: Tools, query: string, text: string): Range[] {
  const match = core.score(query, text);
  if (match === null) return [];
  const folded = foldWithOrigins(core, text);
  const needle = codePoints(core.lowercase(trimWhiteSpace(query)));
  const met = meetings(match.kind, match.offset, needle, folded.points);
  return joined(met.map((at) => folded.origins[at] ?? [0, 0]));
}

/** The characters of the folded text that the match is made of. */
function meetings(
  kind: MatchKind,
  offset: number,
  needle: readonly number[],
  points: readonly number[],
): number[] {
  if (kind !== "subsequence") return needle.map((_, index) => offset + index);
  const met: number[] = [];
  for (let at = offset; at < points.length && met.length < needle.length; at++)
    if (points[at] === needle[met.length]) met.push(at);
  return met;
}

interface FoldedText {
  readonly points: readonly number[];
  /** For each folded character, the UTF-16 range of the text that it came from. */
  readonly origins: readonly Range[];
}

function foldWithOrigins(core: Core, text: string): FoldedText {
  const trimmed = trimWhiteSpace(text);
  const points = codePoints(core.lowercase(trimmed));
  const origins: Range[] = [];
  let at = leadingWhiteSpace(text);
  for (const character of trimmed) {
    const range: Range = [at, at + character.length];
    // Lowercasing keeps one character for one, but for İ, which becomes two.
    origins.push(range);
    if (character === "İ") origins.push(range);
    at += character.length;
  }
  return { points, origins };
}

function leadingWhiteSpace(text: string): number {
  const trimmed = trimWhiteSpace(text);
  return trimmed === "" ? 0 : text.indexOf(trimmed);
}

/** Ranges that touch or repeat, as one. */
function joined(ranges: readonly Range[]): Range[] {
  const out: [start: number, end: number][] = [];
  for (const [start, end] of ranges) {
    const last = out.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
