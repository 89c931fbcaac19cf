import type { Candidate } from "../../dist/speakers/card/candidates.js";
import type { CardDraft, CardEvidence, CardInput } from "../../dist/speakers/card/card.js";

export function piece(id: string, more: Partial<CardEvidence> = {}): CardEvidence {
  return { id, text: `said in ${id}`, at: null, truncated: false, ...more };
}

/** Three rows, of which the last was shortened, and two facts. */
export const INPUT: CardInput = {
  rows: [piece("r1"), piece("r2"), piece("r3", { truncated: true })],
  facts: [piece("f1"), piece("f2")],
  existing: [],
};

export const LIMITS = { entriesPerKind: 3 };

export function draft(more: Partial<CardDraft> = {}): CardDraft {
  return {
    kind: "communication_pref",
    body: "This person wants short answers",
    confidence: 0.8,
    citations: ["r1"],
    ...more,
  };
}

export function candidate(id: string, more: Partial<Candidate> = {}): Candidate {
  return { ...draft(), body: `entry ${id}`, id, origin: "fresh", ...more };
}

/** An entry as a model proposes it. */
export function entry(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    kind: "communication_pref",
    body: "This person wants short answers",
    confidence: 0.8,
    fact_ids: [],
    row_ids: ["r1"],
    ...more,
  };
}

export function proposals(...entries: readonly unknown[]): string {
  const substantive = entries.length > 0;
  const coverage_reason = substantive ? "substantive" : "no_durable_context";
  return JSON.stringify({ substantive, coverage_reason, entries });
}

export const NOTHING_PROPOSED: string = proposals();

/** Decisions by the id of their candidate; the rest agrees with them. */
export function decisions(reasons: Readonly<Record<string, string>>): string {
  const given = Object.entries(reasons).map(([candidate_id, reason]) => ({
    candidate_id,
    admit: reason === "durable",
    reason,
  }));
  const substantive = given.some(({ admit }) => admit);
  const coverage_reason = substantive ? "substantive" : "no_durable_context";
  return JSON.stringify({ substantive, coverage_reason, decisions: given });
}

/** A choice by the ids kept, each with those that it stands for. */
export function choices(...kept: readonly (readonly [id: string, ...others: string[]])[]): string {
  return JSON.stringify({
    entries: kept.map(([candidate_id, ...duplicate_ids]) => ({ candidate_id, duplicate_ids })),
  });
}
