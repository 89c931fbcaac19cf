import type { Candidate } from "./candidates.js";
import type { CardDraft } from "./card.js";
import { citing, type Evidence } from "./evidence.js";
import { times, type CardReject } from "./reasons.js";

/** Admitted entries that say the same, as one: the body of the first, and the citations of all. */
export interface Joined<T extends CardDraft> {
  readonly entry: T;
  readonly rejected: readonly CardReject[];
}

export function joinEntries<T extends CardDraft>(
  entry: T,
  duplicates: readonly CardDraft[],
  evidence: Evidence,
): Joined<T> {
  const said = [entry, ...duplicates];
  const cited = new Set(said.flatMap(({ citations }) => citations));
  const { citations, trimmed } = citing(cited, evidence);
  const confidence = Math.max(...said.map(({ confidence }) => confidence));
  return {
    entry: { ...entry, citations, confidence },
    rejected: times(trimmed ? 1 : 0, "citations_trimmed"),
  };
}

/** Joins what was admitted twice in the very same words, for which nobody has to be asked. */
export function joinEqual(
  admitted: readonly Candidate[],
  evidence: Evidence,
): { readonly entries: readonly Candidate[]; readonly rejected: readonly CardReject[] } {
  const firsts = admitted.filter(
    (entry, at) => admitted.findIndex((other) => areEqual(other, entry)) === at,
  );
  const joined = firsts.map((first) => {
    const others = admitted.filter((other) => other !== first && areEqual(other, first));
    return joinEntries(first, others, evidence);
  });
  return {
    entries: joined.map(({ entry }) => entry),
    rejected: [
      ...joined.flatMap(({ rejected }) => rejected),
      ...times(admitted.length - joined.length, "duplicate_entry"),
    ],
  };
}

function areEqual(one: CardDraft, other: CardDraft): boolean {
  return one.kind === other.kind && one.body === other.body;
}
