import { CANDIDATE_FIELD_BYTES } from "../../model/bounds.js";
import { ClosedError } from "../../model/errors.js";
import type { Candidate, Hit } from "../../model/match.js";
import type { CandidateSnapshot } from "../core.js";
import { checkLimit } from "../ranking.js";
import { trimWhiteSpace } from "../white-space.js";
import { checkCandidates } from "./check-candidates.js";
import type { WasmModule } from "./exports.js";
import { CoreInstance, exhausted } from "./instance.js";
import { packCandidates } from "./pack-candidates.js";
import { fieldOf, hitKindOf } from "./tiers.js";

/** No text of a candidate holds more UTF-16 units, so that no longer query matches one. */
const QUERY_UNITS = CANDIDATE_FIELD_BYTES * 2;
/** u32 per hit: index, score, offset, field. */
const HIT_WORDS = 4;

/** A snapshot in an instance of its own. */
export class WasmSnapshot implements CandidateSnapshot {
  readonly size: number;
  #candidates: readonly Candidate[];
  #instance: CoreInstance | null;

  constructor(module: WasmModule, candidates: readonly Candidate[]) {
    const units = checkCandidates(candidates);
    this.size = candidates.length;
    this.#candidates = candidates.slice();
    this.#instance = new CoreInstance(module);
    packCandidates(this.#instance, this.#candidates, units);
  }

  /** Bytes of linear memory held; 0 when closed. */
  get byteLength(): number {
    return this.#instance?.byteLength ?? 0;
  }

  query(query: string, limit: number): Hit[] {
    if (this.#instance === null) throw ClosedError.of("candidate snapshot");
    checkLimit(limit);
    return queryPacked(this.#instance, this.#candidates, query, limit);
  }

  close(): void {
    this.#instance = null;
    this.#candidates = [];
  }
}

/** The hits for a query over candidates that an instance was packed with. */
export function queryPacked(
  instance: CoreInstance,
  candidates: readonly Candidate[],
  query: string,
  limit: number,
): Hit[] {
  if (limit === 0 || candidates.length === 0) return [];
  const text = query.length > QUERY_UNITS ? trimWhiteSpace(query) : query;
  if (text.length > QUERY_UNITS) return [];
  const bytes = instance.write(text);
  const most = Math.min(limit, candidates.length);
  const count = instance.exports.query(instance.at, bytes, most);
  if (count < 0) throw exhausted();
  return readHits(instance, candidates, count);
}

function readHits(
  { exports, words }: CoreInstance,
  candidates: readonly Candidate[],
  count: number,
): Hit[] {
  const hits: Hit[] = [];
  let word = (exports.hits.value >>> 0) >>> 2;
  for (let i = 0; i < count; i++, word += HIT_WORDS) {
    const candidate = candidates[words[word] ?? 0];
    if (candidate === undefined) continue;
    const score = words[word + 1] ?? 0;
    const field = fieldOf(words[word + 3] ?? 0);
    const { id, label } = candidate;
    const kind = hitKindOf(score, field);
    hits.push({ id, label, field, kind, score, offset: words[word + 2] ?? 0 });
  }
  return hits;
}
