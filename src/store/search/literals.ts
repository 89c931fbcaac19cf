import type { Core } from "../../core/core.js";
import { collapseWhiteSpace } from "../../core/white-space.js";
import { compilePattern } from "../../recall/pattern.js";
import type { RegexEngine } from "../../regex/port.js";
import type { LanePlan } from "./lanes.js";

/** Points of the recall tiers that a row's text has, by how the literal was looked for. */
export interface LiteralPoints {
  readonly indexed: number;
  readonly walked: number;
  readonly expression: number;
}

const NONE: LiteralPoints = { indexed: 0, walked: 0, expression: 0 };

/** The ranking of the recall room over rows' texts, for the literals of one search. */
export interface LiteralRanking {
  points(contents: readonly string[]): readonly LiteralPoints[];
}

/**
 * Errors: those of an expression, before anything is read. What only holds a literal's letters in
 * order, somewhere, does not hold the literal: that tier is for names that one picks from, and in
 * messages nearly everything matches by it.
 */
export function literalRanking(
  core: Core,
  regex: RegexEngine | undefined,
  { indexed, walked, expression }: Pick<LanePlan, "indexed" | "walked" | "expression">,
): LiteralRanking {
  if (expression !== null)
    return { points: (contents) => match(core, regex, expression, contents) };
  return {
    points(contents) {
      const byIndex = literalPoints(core, indexed, contents);
      const byWalk = literalPoints(core, walked, contents);
      return contents.map((_, row) => {
        return { ...NONE, indexed: byIndex[row] ?? 0, walked: byWalk[row] ?? 0 };
      });
    },
  };
}

/** Errors: `RegexUnsupportedError`, `InvalidPatternError`, `RegexBudgetError`. */
export function checkExpression(core: Core, regex: RegexEngine | undefined, source: string): void {
  compilePattern({ core, regex: regex ?? null }, { type: "regex", source }).close();
}

function literalPoints(
  core: Core,
  literals: readonly string[],
  contents: readonly string[],
): readonly number[] {
  const points = contents.map(() => 0);
  for (const literal of literals)
    for (const { row, kind, score } of core.scanRows(literal, contents))
      if (kind !== "subsequence") points[row] = (points[row] ?? 0) + score;
  return points;
}

function match(
  core: Core,
  regex: RegexEngine | undefined,
  source: string,
  contents: readonly string[],
): readonly LiteralPoints[] {
  const pattern = compilePattern({ core, regex: regex ?? null }, { type: "regex", source });
  try {
    const points = contents.map(() => NONE);
    for (const { row, score } of pattern.matchRows(contents, contents.length))
      points[row] = { ...NONE, expression: score };
    return points;
  } finally {
    pattern.close();
  }
}

/** The literal as the folded text of a document would hold it. */
export function foldLiteral(core: Core, literal: string): string {
  return core.lowercase(collapseWhiteSpace(literal));
}
