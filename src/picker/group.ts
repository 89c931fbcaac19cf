import type { RemoteCandidates } from "../core/remote-candidates.js";
import { checkLimit } from "../core/ranking.js";
import { SELECT_LIMIT } from "../model/bounds.js";
import { InvalidArgumentError } from "../model/errors.js";
import type { Candidate, Range } from "../model/match.js";

/** Something a source answers with. */
export interface PickerItem extends Candidate {
  /** What of the label to mark, ascending, in UTF-16 units; by default where the query matches it. */
  readonly ranges?: readonly Range[] | undefined;
}

interface GroupBase {
  /** Unique in its picker; comes back with a selection. */
  readonly id: string;
  /** Shown above the group and read as its name; none is shown where it is empty. */
  readonly heading: string;
  /** Most matches shown for a query; 8 by default. An empty box lists everything. */
  readonly limit?: number | undefined;
}

/** A list held by the page. It is packed anew only when another array takes its place. */
export interface CandidateGroup extends GroupBase {
  readonly candidates: readonly Candidate[];
}

/** What of a list held elsewhere a picker needs. It is the caller's to close, after its last picker. */
export type AskedCandidates = Pick<RemoteCandidates, "candidates" | "query">;

/**
 * A list that a worker holds and ranks, as `createRecallWorker(…).prepareCandidates(list)` gives it: the
 * same options as for `candidates`, and a key costs the page's thread no more than the rows it shows.
 * After an `update`, set `groups` again to show it at once.
 */
export interface PreparedGroup extends GroupBase {
  readonly prepared: AskedCandidates;
}

/** Asked for every query, the empty one included; `signal` fires when the answer no longer matters. */
export type PickerSource = (
  query: string,
  options: { readonly signal: AbortSignal; readonly limit: number },
) => Promise<readonly PickerItem[]>;

/** A list that somebody else searches, best first: a worker, a server. */
export interface SourceGroup extends GroupBase {
  readonly source: PickerSource;
}

export type PickerGroup = CandidateGroup | PreparedGroup | SourceGroup;

/** The group's limit, or that of every picker. */
export function limitOf({ limit = SELECT_LIMIT }: PickerGroup): number {
  return limit;
}

/** Throws `InvalidArgumentError` unless the groups can stand in one picker. */
export function checkGroups(groups: readonly PickerGroup[]): void {
  const seen = new Set<string>();
  for (const group of groups) {
    const name = `groups["${group.id}"]`;
    if (seen.has(group.id)) throw InvalidArgumentError.of(name, "is given twice");
    seen.add(group.id);
    checkLimit(limitOf(group));
    const kinds = [
      "candidates" in group && Array.isArray(group.candidates),
      "prepared" in group && isAsked(group.prepared),
      "source" in group && typeof group.source === "function",
    ];
    if (kinds.filter(Boolean).length !== 1)
      throw InvalidArgumentError.of(
        name,
        "must have either candidates, a prepared list or a source",
      );
  }
}

/** The candidates of a group whose options are known without asking; null for a source. */
export function candidatesOf(group: PickerGroup): readonly Candidate[] | null {
  if ("candidates" in group) return group.candidates;
  return "prepared" in group ? group.prepared.candidates : null;
}

function isAsked(list: AskedCandidates | null): boolean {
  return Array.isArray(list?.candidates) && typeof list.query === "function";
}
