import { CANDIDATE_FIELD_BYTES, CANDIDATE_LIMIT } from "../../model/bounds.js";
import {
  CandidateTooLargeError,
  ClosedError,
  InvalidArgumentError,
  TooManyCandidatesError,
} from "../../model/errors.js";
import type { Candidate, Hit, MatchField, TextMatch } from "../../model/match.js";
import type { CandidateSnapshot } from "../core.js";
import { codePointLength, utf8Bytes } from "./code-points.js";
import { fold, scoreFolded, type Folded } from "./score.js";

interface Prepared {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly (readonly [MatchField, Folded])[];
  /** Of the label as given, untrimmed. */
  readonly labelLength: number;
}

/** Folds the candidates once; each query then scores all of them. */
export class ReferenceSnapshot implements CandidateSnapshot {
  readonly size: number;
  #prepared: readonly Prepared[] | null;

  constructor(candidates: readonly Candidate[]) {
    if (candidates.length > CANDIDATE_LIMIT) throw tooMany(candidates.length);
    this.size = candidates.length;
    this.#prepared = candidates.map(prepare);
  }

  query(query: string, limit: number): Hit[] {
    if (this.#prepared === null) throw ClosedError.of("candidate snapshot");
    checkLimit(limit);
    const folded = fold(query);
    const hits: { hit: Hit; labelLength: number }[] = [];
    for (const candidate of this.#prepared) {
      const hit = bestField(folded, candidate);
      if (hit !== null) hits.push({ hit, labelLength: candidate.labelLength });
    }
    hits.sort(
      (a, b) =>
        b.hit.score - a.hit.score || a.hit.offset - b.hit.offset || a.labelLength - b.labelLength,
    );
    return hits.slice(0, limit).map(({ hit }) => hit);
  }

  close(): void {
    this.#prepared = null;
  }
}

/** Throws unless the limit is a whole number >= 0, or Infinity. */
export function checkLimit(limit: number): void {
  if (limit === Infinity || (Number.isInteger(limit) && limit >= 0)) return;
  throw InvalidArgumentError.of("limit", "must be a whole number of at least 0, or Infinity");
}

function prepare(candidate: Candidate, index: number): Prepared {
  const { id, label, detail } = candidate;
  const texts: (readonly [MatchField, string])[] = [
    ["label", label],
    ["id", id],
  ];
  if (detail !== undefined) texts.push(["detail", detail]);
  for (const [field, text] of texts) checkSize(index, field, text);
  const fields = texts.map(([field, text]) => [field, fold(text)] as const);
  return { id, label, fields, labelLength: codePointLength(label) };
}

function checkSize(index: number, field: MatchField, text: string): void {
  if (text.length * 3 <= CANDIDATE_FIELD_BYTES) return;
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

function bestField(query: Folded, candidate: Prepared): Hit | null {
  let best: (TextMatch & { readonly field: MatchField }) | null = null;
  for (const [field, text] of candidate.fields) {
    const match = scoreFolded(query, text);
    if (match === null) continue;
    const score = field === "detail" ? Math.floor(match.score / 2) : match.score;
    if (best === null || score > best.score) best = { ...match, score, field };
  }
  if (best === null) return null;
  const { field, kind, score, offset } = best;
  return { id: candidate.id, label: candidate.label, field, kind, score, offset };
}
