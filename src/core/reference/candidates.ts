import { CANDIDATE_FIELD_BYTES, CANDIDATE_LIMIT } from "../../model/bounds.js";
import { CandidateTooLargeError, ClosedError, TooManyCandidatesError } from "../../model/errors.js";
import type { Candidate, Hit, MatchField } from "../../model/match.js";
import type { CandidateSnapshot } from "../core.js";
import { checkLimit, fieldsOf, rankCandidates, type RankedCandidate } from "../ranking.js";
import { codePointLength, utf8Bytes } from "../code-points.js";
import { fold, scoreFolded, type Folded } from "./score.js";

/** Folds the candidates once; each query then scores all of them. */
export class ReferenceSnapshot implements CandidateSnapshot {
  #size: number;
  #prepared: readonly RankedCandidate<Folded>[] | null;

  constructor(candidates: readonly Candidate[]) {
    this.#prepared = joined([], candidates);
    this.#size = candidates.length;
  }

  get size(): number {
    return this.#size;
  }

  query(query: string, limit: number): Hit[] {
    const prepared = this.#open();
    checkLimit(limit);
    const folded = fold(query);
    return rankCandidates(prepared, (text) => scoreFolded(folded, text), limit);
  }

  update(added: readonly Candidate[], removed: readonly string[]): void {
    const leaving = new Set(removed);
    const staying = this.#open().filter(({ id }) => !leaving.has(id));
    this.#prepared = joined(staying, added);
    this.#size = staying.length + added.length;
  }

  close(): void {
    this.#prepared = null;
  }

  #open(): readonly RankedCandidate<Folded>[] {
    if (this.#prepared === null) throw ClosedError.of("candidate snapshot");
    return this.#prepared;
  }
}

function joined(
  staying: readonly RankedCandidate<Folded>[],
  added: readonly Candidate[],
): RankedCandidate<Folded>[] {
  const count = staying.length + added.length;
  if (count > CANDIDATE_LIMIT) throw tooMany(count);
  return [...staying, ...added.map(prepare)];
}

function prepare(candidate: Candidate, index: number): RankedCandidate<Folded> {
  const { id, label } = candidate;
  const texts = fieldsOf(candidate);
  for (const [field, text] of texts) checkSize(index, field, text);
  const fields = texts.map(([field, text]) => [field, fold(text)] as const);
  return { id, label, fields, labelLength: codePointLength(label) };
}

function checkSize(index: number, field: MatchField, text: string): void {
  const most = text.length * 3;
  if (most <= CANDIDATE_FIELD_BYTES) return;
  const bytes = utf8Bytes(text);
  if (bytes <= CANDIDATE_FIELD_BYTES) return;
  throw new CandidateTooLargeError(
    `${field} of candidate ${index} is ${bytes} bytes; at most ${CANDIDATE_FIELD_BYTES} can be ranked`,
    { index, field, bytes, limit: CANDIDATE_FIELD_BYTES },
  );
}

function tooMany(count: number): TooManyCandidatesError {
  return new TooManyCandidatesError(
    `${count} candidates; at most ${CANDIDATE_LIMIT} can be ranked`,
    { count, limit: CANDIDATE_LIMIT },
  );
}
