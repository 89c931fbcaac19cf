import { closed, openAnswer, unusable, type Unusable } from "./answer.js";
import type { Candidate } from "./candidates.js";
import type { CardLimits } from "./card.js";
import type { Evidence } from "./evidence.js";
import { joinEntries, type Joined } from "./join-entries.js";
import { times, type CardReject } from "./reasons.js";

export const CURATION_KEYS = ["entries"] as const;
export const CHOICE_KEYS = ["candidate_id", "duplicate_ids"] as const;

/** The entries of the card, best first. */
export interface Curation {
  readonly ok: true;
  readonly entries: readonly Candidate[];
  readonly rejected: readonly CardReject[];
}

export interface Curated {
  readonly admitted: readonly Candidate[];
  readonly evidence: Evidence;
  readonly limits: CardLimits;
}

interface Choice {
  readonly kept: Candidate;
  readonly duplicates: readonly Candidate[];
}

/**
 * Reads `{entries: [{candidate_id, duplicate_ids}]}`. An answer can choose, order and join; it has
 * no way to write. What it keeps beyond the limit of a kind is cut from the end.
 */
export function readCuration(answer: string, curated: Curated): Curation | Unusable {
  const opened = openAnswer(answer, CURATION_KEYS);
  if (!opened.ok) return opened;
  const { entries } = opened.fields;
  if (!Array.isArray(entries)) return unusable("`entries` is no list");
  if (entries.length === 0) return unusable("no entry is kept, though each was admitted");
  const open = new Map(curated.admitted.map((candidate) => [candidate.id, candidate]));
  const choices: Choice[] = [];
  for (const entry of entries) {
    const choice = choose(open, entry);
    if (typeof choice === "string") return unusable(choice);
    choices.push(choice);
  }
  return cut(choices, { ...curated, leftOut: open.size });
}

/** Takes what one entry names out of what is still open; a text tells what is wrong with it. */
function choose(open: Map<string, Candidate>, value: unknown): Choice | string {
  const choice = closed(value, CHOICE_KEYS);
  if (choice === null) return "an entry is not an object of exactly its keys";
  const { candidate_id, duplicate_ids } = choice;
  if (!Array.isArray(duplicate_ids)) return "`duplicate_ids` is no list";
  const taken: Candidate[] = [];
  const ids: readonly unknown[] = [candidate_id, ...duplicate_ids];
  for (const id of ids) {
    const candidate = typeof id === "string" ? open.get(id) : undefined;
    if (candidate === undefined) return "an id was not given, or is named twice";
    open.delete(candidate.id);
    taken.push(candidate);
  }
  const [kept, ...duplicates] = taken;
  if (kept === undefined) return "an entry names nothing";
  if (duplicates.some(({ kind }) => kind !== kept.kind)) return "duplicates are of different kinds";
  return { kept, duplicates };
}

function cut(
  choices: readonly Choice[],
  { evidence, limits, leftOut }: Curated & { readonly leftOut: number },
): Curation {
  const joined: Joined<Candidate>[] = [];
  for (const { kept, duplicates } of choices) {
    const alike = joined.filter(({ entry }) => entry.kind === kept.kind).length;
    if (alike < limits.entriesPerKind) joined.push(joinEntries(kept, duplicates, evidence));
  }
  const duplicates = choices.reduce((sum, { duplicates }) => sum + duplicates.length, 0);
  return {
    ok: true,
    entries: joined.map(({ entry }) => entry),
    rejected: [
      ...joined.flatMap(({ rejected }) => rejected),
      ...times(duplicates, "curation_duplicate"),
      ...times(leftOut, "curation_left_out"),
      ...times(choices.length - joined.length, "post_admission_per_kind_limit"),
    ],
  };
}
