import { openAnswer, readCoverage, unusable, type Unusable } from "./answer.js";
import { MAX_PROPOSALS_PER_KIND, PROPOSALS_PER_ENTRY } from "./bounds.js";
import { CARD_KINDS, type CardDraft, type CardLimits } from "./card.js";
import { checkEntry, type CheckedEntry } from "./check-entry.js";
import type { Evidence } from "./evidence.js";
import { times, type CardReject } from "./reasons.js";

export const PROPOSAL_KEYS = ["substantive", "coverage_reason", "entries"] as const;

/** What of an answer can be judged. */
export interface Proposals {
  readonly ok: true;
  /** Each cites evidence of the input and nothing else. */
  readonly drafts: readonly CardDraft[];
  readonly rejected: readonly CardReject[];
}

/** Most proposals of one kind under these limits. */
export function proposalsPerKind({ entriesPerKind }: CardLimits): number {
  return Math.min(entriesPerKind * PROPOSALS_PER_ENTRY, MAX_PROPOSALS_PER_KIND);
}

/**
 * Reads `{substantive, coverage_reason, entries}`. An entry that is not sound is left out and
 * counted; an answer of which none is left cannot be used.
 */
export function readProposals(
  answer: string,
  { evidence, limits }: { readonly evidence: Evidence; readonly limits: CardLimits },
): Proposals | Unusable {
  const opened = openAnswer(answer, PROPOSAL_KEYS);
  if (!opened.ok) return opened;
  const coverage = readCoverage(opened.fields);
  if (!coverage.ok) return coverage;
  const { entries } = opened.fields;
  if (!Array.isArray(entries)) return unusable("`entries` is no list");
  if (coverage.substantive !== entries.length > 0)
    return unusable("`substantive` is not true exactly where there are entries");
  const checked = entries.map((entry: unknown) => checkEntry(entry, evidence));
  const rejected = checked.flatMap(rejectsOf);
  const sound = checked.flatMap((entry) => (entry.ok ? [entry.draft] : []));
  if (entries.length > 0 && sound.length === 0) {
    const names = [...new Set(rejected)].join(", ");
    return unusable(`no entry was sound: ${names}`, rejected);
  }
  const drafts = withinLimit(sound, proposalsPerKind(limits));
  const over = times(sound.length - drafts.length, "per_kind_limit");
  return { ok: true, drafts, rejected: [...rejected, ...over] };
}

function rejectsOf(entry: CheckedEntry): readonly CardReject[] {
  if (!entry.ok) return [entry.reject];
  return entry.trimmed ? ["citations_trimmed"] : [];
}

/** The surest of each kind, of equals the first, in the order given. */
function withinLimit(drafts: readonly CardDraft[], most: number): readonly CardDraft[] {
  const surest = CARD_KINDS.flatMap((kind) =>
    drafts
      .filter((draft) => draft.kind === kind)
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, most),
  );
  const kept = new Set(surest);
  return drafts.filter((draft) => kept.has(draft));
}
