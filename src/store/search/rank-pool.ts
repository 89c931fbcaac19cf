import type { Core } from "../../core/core.js";
import type { Lane, ScoreParts } from "../port.js";
import type { Binding } from "../view/binding.js";
import type { RowFilter } from "../view/filters.js";
import { partsOf, sumOf } from "./features.js";
import type { LanePlan } from "./lanes.js";
import { literalRanking, type LiteralPoints } from "./literals.js";
import { namedIn } from "./named-speaker.js";
import type { Candidate, Pool } from "./pool.js";

/** A candidate with its score and how it was found. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  readonly parts: ScoreParts;
  readonly lanes: readonly Lane[];
}

/** Parts of a score that a row has of its own. */
const MATCHING = ["words", "literal", "semantic"] as const;

/** The pool, best first; rows that their sources do not bear out are not in it. */
export function rankPool(
  core: Core,
  { tools }: Binding,
  given: {
    readonly query: string;
    readonly plan: LanePlan;
    readonly pool: Pool;
    readonly near: ReadonlyMap<number, number>;
    readonly filter: RowFilter;
  },
): readonly Ranked[] {
  const { query, plan, pool, near, filter } = given;
  const candidates = pool.candidates.filter(({ verified }) => verified);
  const named = namedIn(core, query);
  const points = literalRanking(core, tools.regex, plan).points(
    candidates.map(({ content }) => content ?? ""),
  );
  const strict = filter.speaker?.only === true;
  const all = candidates.map((candidate, index) => {
    const { indexed = 0, walked = 0, expression = 0 } = points[index] ?? {};
    const semantic = near.get(candidate.id) ?? 0;
    const parts = partsOf(candidate, {
      named: named(candidate.authorLabel),
      literal: indexed + walked + expression,
      semantic,
    });
    const lanes = lanesOf(candidate, { indexed, walked, expression }, semantic);
    return { candidate, score: sumOf(parts), parts, lanes };
  });
  const ranked = strict ? all.filter(({ parts }) => MATCHING.some((part) => part in parts)) : all;
  return ranked.sort((a, b) => b.score - a.score || a.candidate.position - b.candidate.position);
}

function lanesOf(
  { words }: Candidate,
  { indexed, walked, expression }: LiteralPoints,
  semantic: number,
): readonly Lane[] {
  const lanes: Lane[] = [];
  if (words > 0) lanes.push("words");
  if (indexed > 0) lanes.push("literal");
  if (walked > 0) lanes.push("recent");
  if (expression > 0) lanes.push("expression");
  if (semantic > 0) lanes.push("semantic");
  // A row that stands beside one with the words was found by them.
  return lanes.length === 0 ? ["words"] : lanes;
}
