import type { CardDraft } from "./card.js";
import { canStand, citing, type Evidence } from "./evidence.js";
import { times, type CardReject } from "./reasons.js";

/** What is put before the judge. */
export interface Candidate extends CardDraft {
  /** As `c1`: a label of this one build. */
  readonly id: string;
  /** `existing`: it stood on the last good card, and is judged again. */
  readonly origin: "existing" | "fresh";
}

/**
 * The entries of the last card, then what was proposed anew. An entry whose citations are not all
 * to be seen, or were only seen in part, is none; what is there twice is there once, as sure as the
 * surer.
 */
export function candidatesOf(
  {
    existing,
    fresh,
  }: { readonly existing: readonly CardDraft[]; readonly fresh: readonly CardDraft[] },
  evidence: Evidence,
): { readonly candidates: readonly Candidate[]; readonly rejected: readonly CardReject[] } {
  const standing = existing.filter(({ citations }) => isSeen(citations, evidence));
  const all = [
    ...standing.map((draft) => ({ ...draft, origin: "existing" as const })),
    ...fresh.map((draft) => ({ ...draft, origin: "fresh" as const })),
  ];
  const distinct = new Map<string, (typeof all)[number]>();
  for (const draft of all) {
    const { citations } = citing(new Set(draft.citations), evidence);
    const key = JSON.stringify([draft.kind, draft.body, citations]);
    const first = distinct.get(key) ?? draft;
    const confidence = Math.max(first.confidence, draft.confidence);
    distinct.set(key, { ...first, citations, confidence });
  }
  const candidates = [...distinct.values()].map((draft, at) => ({ ...draft, id: `c${at + 1}` }));
  return {
    candidates,
    rejected: [
      ...times(existing.length - standing.length, "evidence_unavailable"),
      ...times(all.length - distinct.size, "duplicate_entry"),
    ],
  };
}

function isSeen(citations: readonly string[], evidence: Evidence): boolean {
  return citations.every((id) => evidence.has(id)) && canStand(citations, evidence);
}
