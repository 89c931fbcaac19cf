import { codePointLength } from "../core/code-points.js";
import { checkLimit, fieldsOf, rankCandidates, type RankedCandidate } from "../core/ranking.js";
import type { Candidate, Hit, SearchPattern } from "../model/match.js";
import type { Desk, Desks, Roster } from "../model/roster.js";
import { isBlankPattern, withPattern, type Tools } from "./pattern.js";

/** Ranks candidates against text or an expression, on one scale. */
export function rankPattern(
  tools: Tools,
  pattern: SearchPattern,
  candidates: readonly Candidate[],
  limit: number,
): Hit[] {
  checkLimit(limit);
  if (limit === 0 || isBlankPattern(pattern)) return [];
  if (pattern.type === "text") return tools.core.rank(pattern.query, candidates, limit);
  return withPattern(tools, pattern, (compiled) =>
    rankCandidates(candidates.map(asGiven), (text) => compiled.match(text), limit),
  );
}

/** The agents that can be offered: all members but the retired, each named by its id at least. */
export function agentCandidates({ members, retired }: Roster): Candidate[] {
  const gone = new Set(retired);
  return members
    .filter(({ id }) => !gone.has(id))
    .map(({ id, name }) => ({ id, label: name ?? id }));
}

export function peopleCandidates({ people }: Roster): Candidate[] {
  return people.map(({ id, label }) => ({ id, label }));
}

/** Every desk once, as its first declaration has it; its description counts half. */
export function deskCandidates({ declared, added }: Desks): Candidate[] {
  const first = new Map<string, Desk>();
  for (const desk of [...declared, ...added]) if (!first.has(desk.id)) first.set(desk.id, desk);
  return [...first.values()].map(({ id, name, description }) =>
    description === null ? { id, label: name } : { id, label: name, detail: description },
  );
}

function asGiven(candidate: Candidate): RankedCandidate<string> {
  const { id, label } = candidate;
  return { id, label, fields: fieldsOf(candidate), labelLength: codePointLength(label) };
}
